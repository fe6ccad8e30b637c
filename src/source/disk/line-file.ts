import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { HeirError, hasCode, messageOf } from "../../model/findings/failure.ts";

/** The position of a line in its file, in bytes. */
interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

interface PlacedLine {
  /** Without its line end. */
  readonly text: string;
  readonly at: LinePlace;
}

const PIECE = 1 << 20;
const NEWLINE = 10;

/** A file of any size: one line in memory at a time, lines can be read again. A pipe is held whole. */
export class LineFile {
  private readonly handle: number;
  private readonly whole: Buffer | undefined;

  /** Throws HeirError where the file cannot be read. */
  constructor(path: string) {
    try {
      this.handle = openSync(path, "r");
      this.whole = fstatSync(this.handle).isFile() ? undefined : readFileSync(this.handle);
    } catch (error) {
      const reason = hasCode(error, "ENOENT") ? "there is no such file" : messageOf(error);
      throw new HeirError("environment", `cannot read ${path}: ${reason}`);
    }
  }

  *lines(): Generator<PlacedLine, void, undefined> {
    let offset = 0;
    let held: Buffer = Buffer.alloc(0);
    for (let from = 0; ; ) {
      const piece = this.bytes(from, Math.max(PIECE, held.length));
      if (piece.length === 0) break;
      from += piece.length;
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      let start = 0;
      for (let end = held.indexOf(NEWLINE); end >= 0; end = held.indexOf(NEWLINE, start)) {
        yield { text: held.toString("utf8", start, end), at: { offset: offset + start, length: end - start } };
        start = end + 1;
      }
      offset += start;
      held = held.subarray(start);
    }
    if (held.length > 0) yield { text: held.toString("utf8"), at: { offset, length: held.length } };
  }

  read({ offset, length }: LinePlace): string {
    return this.bytes(offset, length).toString("utf8");
  }

  close(): void {
    closeSync(this.handle);
  }

  private bytes(offset: number, length: number): Buffer {
    if (this.whole !== undefined) return this.whole.subarray(offset, offset + length);
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more) {
      more = readSync(this.handle, bytes, read, length - read, offset + read);
    }
    return bytes.subarray(0, read);
  }
}
