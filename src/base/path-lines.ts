import { isAscii } from "node:buffer";
import { compareText } from "./text-order.ts";

const TAB = 9;

/** What is noted of a line: where it begins, where its path begins, and where that ends. */
const NOTED = 3;

/** A longer text is not made of all lines at once: V8 has none that is twice as long. */
const LONGEST_TEXT = 2 ** 28;

/** A line that is added, or -1 for one that is gone, with its path. */
interface LineEdit {
  readonly path: Buffer;
  readonly at: number;
}

/** Notes where lines are among some bytes. */
export class LineNotes {
  count = 0;
  private notes: Uint32Array;

  constructor(expected: number) {
    this.notes = new Uint32Array((expected + 1) * NOTED);
  }

  add(start: number, path: number, end: number): void {
    const at = this.count * NOTED;
    if (at === this.notes.length) this.grow();
    this.notes[at] = start;
    this.notes[at + 1] = path;
    this.notes[at + 2] = end;
    this.count += 1;
  }

  /** Where the path of the last line begins. */
  get lastPath(): number {
    return this.notes[this.count * NOTED - 2] ?? 0;
  }

  /** The lines, in the order in which they were noted: that of their paths. */
  linesOf(bytes: Buffer): PathLines {
    return new PathLines(bytes, this.notes.subarray(0, this.count * NOTED));
  }

  private grow(): void {
    const notes = new Uint32Array(this.notes.length * 2);
    notes.set(this.notes);
    this.notes = notes;
  }
}

/** Lines `head<TAB>path<NUL>` as git lists them: sorted by bytes of paths, none twice; kept as bytes to save memory. */
export class PathLines {
  readonly bytes: Buffer;
  readonly count: number;
  private readonly notes: Uint32Array;
  private all: string | undefined;

  constructor(bytes: Buffer, notes: Uint32Array) {
    this.bytes = bytes;
    this.count = notes.length / NOTED;
    this.notes = notes;
  }

  /** Lines for some heads by path, in any order. */
  static of(heads: Iterable<readonly [path: string, head: string]>): PathLines {
    const sorted = [...heads].sort(([one], [other]) => compareText(one, other));
    const notes = new LineNotes(sorted.length);
    const pieces: Buffer[] = [];
    let start = 0;
    for (const [path, head] of sorted) {
      const piece = Buffer.from(`${head}\t${path}\0`);
      notes.add(start, start + piece.indexOf(TAB) + 1, start + piece.length - 1);
      pieces.push(piece);
      start += piece.length;
    }
    return notes.linesOf(Buffer.concat(pieces));
  }

  /** The head of a line behind its first characters. */
  head(at: number, from: number): string {
    const start = this.notes[at * NOTED] ?? 0;
    // A path can begin behind the folder in which it is.
    return this.text(start + from, this.bytes.indexOf(TAB, start));
  }

  headByte(at: number, offset: number): number {
    return this.bytes[(this.notes[at * NOTED] ?? 0) + offset] ?? 0;
  }

  path(at: number): string {
    return this.text(this.pathStart(at), this.pathEnd(at));
  }

  pathStart(at: number): number {
    return this.notes[at * NOTED + 1] ?? 0;
  }

  pathEnd(at: number): number {
    return this.notes[at * NOTED + 2] ?? 0;
  }

  /** Call it before all paths are read: it keeps one text of all lines, and paths as slices of it, if that is possible. */
  expectAll(): this {
    const { bytes } = this;
    if (this.all === undefined && bytes.length < LONGEST_TEXT && isAscii(bytes)) this.all = bytes.toString("latin1");
    return this;
  }

  /** The line with a path; -1 if there is none. */
  find(path: string): number {
    const at = this.placeOf(Buffer.from(path));
    // A text that is no UTF-8 has the bytes of another one.
    return at < this.count && this.path(at) === path ? at : -1;
  }

  /** The paths of lines that only one of two lists has, sorted; of two lines with the same path, once. */
  *differing(other: PathLines): Iterable<string> {
    let [at, its] = [0, 0];
    while (at < this.count && its < other.count) {
      if (this.isLine(at, other, its)) {
        at += 1;
        its += 1;
        continue;
      }
      const order = this.order(at, other, its);
      yield order <= 0 ? this.path(at) : other.path(its);
      if (order <= 0) at += 1;
      if (order >= 0) its += 1;
    }
    for (; at < this.count; at += 1) yield this.path(at);
    for (; its < other.count; its += 1) yield other.path(its);
  }

  *ending(text: string): Iterable<number> {
    const [bytes, ending] = [this.bytes, Buffer.from(text)];
    const [last, length] = [ending.at(-1), ending.length];
    for (let at = 0; at < this.count; at += 1) {
      const end = this.pathEnd(at);
      const isOne = bytes[end - 1] === last && end - length >= this.pathStart(at);
      if (isOne && ending.equals(bytes.subarray(end - length, end))) yield at;
    }
  }

  /** The lines whose paths begin with a text. */
  range(start: string): readonly [from: number, to: number] {
    const bytes = Buffer.from(start);
    return [this.placeOf(bytes), firstThat(this.count, (at) => this.compareStart(at, bytes) > 0)];
  }

  /** The lines `from` to `to`, with paths from the `offset`-th byte on. */
  part(from: number, to: number, offset: number): PathLines {
    const notes = this.notes.slice(from * NOTED, to * NOTED);
    for (let at = 1; at < notes.length; at += NOTED) notes[at] = (notes[at] ?? 0) + offset;
    return new PathLines(this.bytes, notes);
  }

  /** The same lines with some replaced by those of the same paths, and without others. */
  edited(added: PathLines, removed: ReadonlySet<string>): PathLines {
    const notes = new Uint32Array(this.notes.length + added.notes.length);
    let [from, length] = [0, 0];
    const copy = (lines: PathLines, first: number, behind: number): void => {
      notes.set(lines.notes.subarray(first * NOTED, behind * NOTED), length);
      length += (behind - first) * NOTED;
    };
    for (const { path, at } of added.edits(removed)) {
      const place = this.placeOf(path);
      copy(this, from, place);
      from = place < this.count && this.compare(place, path) === 0 ? place + 1 : place;
      if (at < 0) continue;
      copy(added, at, at + 1);
      for (let note = length - NOTED; note < length; note += 1) notes[note] = (notes[note] ?? 0) + this.bytes.length;
    }
    copy(this, from, this.count);
    return new PathLines(Buffer.concat([this.bytes, added.bytes]), notes.slice(0, length));
  }

  /** The paths of these lines, each with its line, and of lines that are gone with -1; sorted. */
  private edits(removed: ReadonlySet<string>): readonly LineEdit[] {
    const edits: LineEdit[] = Array.from(removed, (path) => ({ path: Buffer.from(path), at: -1 }));
    for (let at = 0; at < this.count; at += 1)
      edits.push({ path: this.bytes.subarray(this.pathStart(at), this.pathEnd(at)), at });
    return edits.sort((one, other) => one.path.compare(other.path));
  }

  /** Whether a line has the same bytes as a line of another list; its path begins at the same of them. */
  private isLine(at: number, other: PathLines, its: number): boolean {
    const [start, theirs] = [this.notes[at * NOTED] ?? 0, other.notes[its * NOTED] ?? 0];
    const [end, theirEnd] = [this.pathEnd(at), other.pathEnd(its)];
    if (end - start !== theirEnd - theirs || this.pathStart(at) - start !== other.pathStart(its) - theirs) return false;
    return this.bytes.compare(other.bytes, theirs, theirEnd, start, end) === 0;
  }

  private order(at: number, other: PathLines, its: number): number {
    return this.bytes.compare(
      other.bytes,
      ...[other.pathStart(its), other.pathEnd(its), this.pathStart(at), this.pathEnd(at)],
    );
  }

  private text(start: number, end: number): string {
    return this.all === undefined ? this.bytes.toString("utf8", start, end) : this.all.slice(start, end);
  }

  /** How many lines come before a path. */
  private placeOf(path: Uint8Array): number {
    return firstThat(this.count, (at) => this.compare(at, path) >= 0);
  }

  /** Compares the path of a line with another one: negative, zero or positive. */
  private compare(at: number, path: Uint8Array): number {
    return this.compareStart(at, path) || this.pathEnd(at) - this.pathStart(at) - path.length;
  }

  /** The same for the beginning of the path: zero if it begins with the other one. */
  private compareStart(at: number, path: Uint8Array): number {
    const { bytes } = this;
    const start = this.pathStart(at);
    for (let byte = 0; byte < path.length; byte += 1) {
      const order = (bytes[start + byte] ?? 0) - (path[byte] ?? 0);
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** The first of `count` places for which something is true, as for all behind it; `count` if it is true for none. */
export function firstThat(count: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
