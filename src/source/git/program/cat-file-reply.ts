/** One answer of `git cat-file --batch`. */
export type Reply =
  | { readonly kind: "object"; readonly id: string; readonly type: string; readonly body: Buffer }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous" };

const header = /^([0-9a-f]{40,64}) ([a-z]+) ([0-9]+)$/;
const LF = 0x0a;

/**
 * Splits the output of `git cat-file --batch` into answers, independent of chunk boundaries. Takes the receiver of the
 * answers, returns the function to feed with chunks. Throws on output that is no answer at all.
 */
export function replyReader(receive: (reply: Reply) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let length = 0;
  /** Bytes needed before parsing is worth another try: an incomplete body is not searched or copied. */
  let needed = 1;
  return (chunk) => {
    pending.push(chunk);
    length += chunk.length;
    if (length < needed) return;
    let rest = pending.length === 1 ? chunk : Buffer.concat(pending, length);
    let step = readReply(rest);
    while (step.reply !== undefined) {
      receive(step.reply);
      rest = rest.subarray(step.used);
      step = readReply(rest);
    }
    pending = rest.length === 0 ? [] : [rest];
    length = rest.length;
    needed = Math.max(step.used, length + 1);
  };
}

interface ReplyStep {
  /** Absent when the bytes do not hold a whole answer. */
  readonly reply?: Reply;
  /** Bytes that the answer takes, or that it will take at least. */
  readonly used: number;
}

function readReply(bytes: Buffer): ReplyStep {
  const end = bytes.indexOf(LF);
  if (end === -1) return { used: 0 };
  const line = bytes.toString("utf8", 0, end);
  const [, id, type, size] = header.exec(line) ?? [];
  if (id === undefined || type === undefined) return { reply: { kind: refusal(line) }, used: end + 1 };
  const start = end + 1;
  const used = start + Number(size) + 1;
  if (bytes.length < used) return { used };
  // A copy, so that one small blob kept for long does not keep a whole chunk in memory.
  return { reply: { kind: "object", id, type, body: Buffer.from(bytes.subarray(start, used - 1)) }, used };
}

function refusal(line: string): "missing" | "ambiguous" {
  if (line.endsWith(" ambiguous")) return "ambiguous";
  if (line.endsWith(" missing")) return "missing";
  throw new Error(`unexpected answer of git cat-file: ${line}`);
}
