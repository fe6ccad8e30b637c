import type { Position, Range } from "vscode-languageserver/node";
import type { SourceFile, Stretch } from "../../../model/values/value.ts";
import { kept } from "../../../speed/kept.ts";

/** How the client counts characters. */
export type Encoding = "utf-8" | "utf-16";

/** Between the offsets of heir, in UTF-16 units, and the positions of the protocol: the only place that does so. */
export class TextPositions {
  private readonly text: string;
  private readonly encoding: Encoding;
  private readonly starts: readonly number[];

  /** Lines end with LF, CRLF or CR. */
  constructor(text: string, encoding: Encoding) {
    this.text = text;
    this.encoding = encoding;
    this.starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length)];
  }

  /** The offset of a position; one beyond a line or the text is at its end. */
  offset({ line, character }: Position): number {
    const start = this.starts[line];
    if (start === undefined) return this.text.length;
    const content = this.lineAt(line);
    return start + (this.encoding === "utf-16" ? Math.min(character, content.length) : unitsOf(content, character));
  }

  position(offset: number): Position {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const before = this.text.slice(this.starts[low], offset);
    return { line: low, character: this.encoding === "utf-16" ? before.length : Buffer.byteLength(before) };
  }

  range({ start, end }: Stretch): Range {
    return { start: this.position(start), end: this.position(end) };
  }

  replaced({ start, end }: Range, text: string): string {
    return this.text.slice(0, this.offset(start)) + text + this.text.slice(this.offset(end));
  }

  private lineAt(line: number): string {
    return this.text.slice(this.starts[line], this.starts[line + 1]).replace(/[\r\n]+$/, "");
  }
}

/** How many UTF-16 units a number of bytes is; of half a character, none. */
function unitsOf(text: string, bytes: number): number {
  let [units, left] = [0, bytes];
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    units += character.length;
  }
  return units;
}

export type FilePositions = (file: SourceFile) => TextPositions;

/** Positions by the encoding of one client. */
export function filePositions(encoding: Encoding): FilePositions {
  return kept("shared", ({ text }) => new TextPositions(text, encoding));
}
