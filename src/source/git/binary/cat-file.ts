import { HeirError, messageOf } from "../../../model/findings/failure.ts";
import { objectId } from "../../../model/inventory/object-id.ts";
import { gitFailure, gitNow, startFailure, startGit } from "../program/process.ts";
import type { GitProgram } from "../program/program.ts";

const SHA1_LENGTH = 40;

/** One long-lived `git cat-file --batch`. Started by the first request. */
export interface CatFile {
  /** One object by id or revision; requests may overlap. Throws HeirError when git fails or the process is closed. */
  read(name: string): Promise<Reply>;
  /** Ends the process; requests still open throw. What a later one starts ends with its answer: nobody closes it again. */
  close(): void;
}

/** A `git cat-file --batch` for one repository. It restarts if the process dies. Never fails. */
export function openCatFile(program: GitProgram): CatFile {
  let session: Session | undefined;
  let isClosed = false;
  return {
    async read(name) {
      if (name.includes("\n")) {
        throw new HeirError("usage", `a revision cannot hold a line break: ${JSON.stringify(name)}`);
      }
      if (session === undefined || session.hasEnded) session = new Session(program);
      const asked = session;
      try {
        return await asked.ask(name);
      } finally {
        if (isClosed && asked.isIdle) asked.end();
      }
    },
    close() {
      isClosed = true;
      session?.end();
      session = undefined;
    },
  };
}

/** Objects by their ids, from a `git cat-file --batch` of their own. Throws HeirError when git fails. */
export function objectsNow(program: GitProgram, ids: readonly string[]): readonly Reply[] {
  const replies: Reply[] = [];
  checkedReader((reply) => replies.push(reply))(gitNow(program, ["cat-file", "--batch"], ids.join("\n")));
  return replies;
}

class Session {
  hasEnded = false;
  private readonly child: ReturnType<typeof startGit>;
  private waiting: { readonly resolve: (reply: Reply) => void; readonly reject: (reason: unknown) => void }[] = [];
  /** How many of those that wait are answered: to take each from the front would move all the others. */
  private answered = 0;
  private unsent = "";

  /** Throws what {@link startGit} throws. */
  constructor(program: GitProgram) {
    const child = startGit(program, ["cat-file", "--batch"]);
    this.child = child;
    const read = checkedReader((reply) => this.answer(reply));
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        this.fail(error);
      }
    });
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => this.fail(startFailure(error)));
    child.on("close", () => this.fail(gitFailure("cat-file", Buffer.concat(stderr).toString())));
  }

  get isIdle(): boolean {
    return this.answered === this.waiting.length;
  }

  /** Names asked for in one turn of the event loop go out in one write. */
  ask(name: string): Promise<Reply> {
    if (this.unsent === "") queueMicrotask(() => this.send());
    this.unsent += `${name}\n`;
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  end(): void {
    this.fail(new HeirError("environment", "the repository was closed while it was being read"));
  }

  private send(): void {
    const text = this.unsent;
    this.unsent = "";
    if (this.child.stdin.writable) this.child.stdin.write(text);
  }

  private answer(reply: Reply): void {
    this.waiting[this.answered]?.resolve(reply);
    this.answered += 1;
    if (this.answered < this.waiting.length) return;
    this.waiting = [];
    this.answered = 0;
  }

  private fail(reason: unknown): void {
    this.hasEnded = true;
    this.child.kill();
    for (const request of this.waiting.splice(this.answered)) request.reject(reason);
  }
}

/** Parses git's output. Throws HeirError for output that is no answer, and for objects that do not match their id. */
function checkedReader(receive: (reply: Reply) => void): (chunk: Buffer) => void {
  const read = replyReader((reply) => {
    if (reply.kind === "object") checkContent(reply);
    receive(reply);
  });
  return (chunk) => {
    try {
      read(chunk);
    } catch (error) {
      if (error instanceof HeirError) throw error;
      throw new HeirError("environment", messageOf(error));
    }
  };
}

/** git does not verify the bytes of a loose object. Throws HeirError for bytes that do not hash to the id. */
function checkContent({ id, type, body }: Extract<Reply, { readonly kind: "object" }>): void {
  if (objectId(type, body, id.length === SHA1_LENGTH ? "sha1" : "sha256") === id) return;
  throw new HeirError("environment", `object ${id} is corrupt`, "run git fsck to see what is damaged");
}

export type Reply =
  | { readonly kind: "object"; readonly id: string; readonly type: string; readonly body: Buffer }
  | { readonly kind: "missing" }
  | { readonly kind: "ambiguous" };

const header = /^([0-9a-f]{40,64}) ([a-z]+) ([0-9]+)$/;
const LF = 0x0a;

/** Splits the output of `git cat-file --batch` into answers, however chunked. Throws on output that is no answer. */
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
