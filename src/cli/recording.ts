import { MOST_OUTPUT } from "../cache/run-cache.ts";
import type { DiskAnswers } from "../workspace/repeat/repeated-answer.ts";
import type { Context, ExitCode } from "./commands/command.ts";

/** How a text is printed. */
type Kind = "page" | "write" | "warn" | "note" | "notice";

/** What is printed of a part of the work says only roughly how long the whole will be. */
const MOST_EXPECTED = 2 * MOST_OUTPUT;

/** What a command prints, in order. */
export class Recording {
  private readonly recorded: { readonly kind: Kind; readonly texts: Uint8Array[] }[] = [];
  private length = 0;
  private isTooLong = false;

  /** A context that passes everything on and records it. */
  of(context: Context): Context {
    const aside = (kind: "warn" | "note" | "notice") => (text: string) => {
      this.add(kind, text);
      context[kind](text);
    };
    return {
      ...context,
      forget: () => this.end(),
      page: () => {
        this.add("page", "");
        context.page();
      },
      step: (done, total, what) => {
        this.expect(done, total);
        return context.step(done, total, what);
      },
      write: (text) => context.write(this.add("write", text)),
      writeCleaned: (text) => context.write(this.add("write", text)),
      print: (line) => {
        this.add("write", `${line}\n`);
        return context.print(line);
      },
      warn: aside("warn"),
      note: aside("note"),
      notice: aside("notice"),
    };
  }

  /** A line of JSON, then the texts; undefined if they are too large. */
  output(code: ExitCode, answers: DiskAnswers): Uint8Array | undefined {
    if (this.isTooLong) return undefined;
    const parts = this.recorded.map(
      ({ kind, texts }) => [kind, texts.reduce((sum, text) => sum + text.length, 0)] as const,
    );
    const line: Head = { code, answers, parts };
    const head = Buffer.from(`${JSON.stringify(line)}\n`);
    return Buffer.concat([head, ...this.recorded.flatMap(({ texts }) => texts)]);
  }

  /** Holds nothing of an output that will be far too long: a small part of the work shows it. */
  private expect(done: number, total: number): void {
    if (this.length * total > done * MOST_EXPECTED) this.end();
  }

  private end(): void {
    this.isTooLong = true;
    this.recorded.length = 0;
  }

  /** Returns the recorded bytes, so that text is encoded only once. */
  private add(kind: Kind, text: string | Uint8Array): string | Uint8Array {
    if (this.isTooLong) return text;
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    this.length += bytes.length;
    const last = this.recorded.at(-1);
    if (this.length > MOST_OUTPUT) this.end();
    else if (kind === "write" && last?.kind === kind) last.texts.push(bytes);
    else this.recorded.push({ kind, texts: [bytes] });
    return bytes;
  }
}

interface Head {
  readonly code: ExitCode;
  readonly answers: DiskAnswers;
  /** How each text is printed, and its length in bytes. */
  readonly parts: readonly (readonly [Kind, number])[];
}

export interface CachedOutput extends Head {
  readonly texts: Buffer;
}

/** A cached output, as `Recording` made it. */
export function readOutput(output: Uint8Array): CachedOutput {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.length);
  const end = bytes.indexOf("\n");
  // What has this key and the right digest was made by `Recording`.
  const head: Head = JSON.parse(bytes.toString("utf8", 0, end));
  return { ...head, texts: bytes.subarray(end + 1) };
}

/** Whether all that was printed is data on standard output. */
export function isDataAlone({ parts }: Pick<CachedOutput, "parts">): boolean {
  return parts.every(([kind]) => kind === "write" || kind === "page");
}

/** The texts that were printed, in order. */
export function* printedTexts({
  parts,
  texts,
}: CachedOutput): Iterable<{ readonly kind: Kind; readonly text: Buffer }> {
  let at = 0;
  for (const [kind, length] of parts) {
    yield { kind, text: texts.subarray(at, at + length) };
    at += length;
  }
}
