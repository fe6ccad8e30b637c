import { heirComments } from "../../model/findings/heir-comment.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import type { Stretch } from "../../model/values/origin.ts";
import { datedLines } from "../../parse/yaml/dated-lines.ts";
import type { Replacement, SourceText } from "./source-text.ts";

/** A part of a text that is edited step by step: a stretch of the first text, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string };

/** A text that is edited step by step: each step is made from the text that the one before it left. */
export class DraftedText {
  private readonly first: SourceText;
  private current: SourceText;
  private pieces: readonly Piece[];

  constructor(text: SourceText) {
    this.first = text;
    this.current = text;
    this.pieces = [{ start: 0, end: text.text.length }];
  }

  /** The text after all steps so far. */
  get now(): SourceText {
    return this.current;
  }

  /** Changes of the text as it is now, which must not overlap. */
  apply(changes: readonly Replacement[]): void {
    this.current = this.current.edited(changes);
    const ascending = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
    for (const { start, end, text } of ascending.toReversed()) {
      const [before, rest] = split(this.pieces, start);
      this.pieces = [...before, ...(text === "" ? [] : [{ text }]), ...split(rest, end - start)[1]];
    }
  }

  /** All steps as changes of the first text; undefined if nothing differs. */
  edit(): FileEdit | undefined {
    const changes = this.changes();
    return changes.length === 0 ? undefined : this.first.edit(changes);
  }

  private changes(): readonly Replacement[] {
    const changes: Replacement[] = [];
    let [at, text] = [0, ""];
    for (const piece of [...this.pieces, { start: this.first.text.length, end: this.first.text.length }]) {
      if ("text" in piece) {
        text += piece.text;
        continue;
      }
      if (piece.start > at || text !== "") changes.push({ start: at, end: piece.start, text });
      [at, text] = [piece.end, ""];
    }
    return changes;
  }
}

/** The pieces before an offset, and those behind it. */
function split(pieces: readonly Piece[], offset: number): readonly [readonly Piece[], readonly Piece[]] {
  let left = offset;
  for (const [index, piece] of pieces.entries()) {
    const length = "text" in piece ? piece.text.length : piece.end - piece.start;
    if (left < length) {
      const [one, other] = cut(piece, left);
      return [
        [...pieces.slice(0, index), ...(left === 0 ? [] : [one])],
        [other, ...pieces.slice(index + 1)],
      ];
    }
    left -= length;
  }
  return [pieces, []];
}

function cut(piece: Piece, at: number): readonly [Piece, Piece] {
  if ("text" in piece) return [{ text: piece.text.slice(0, at) }, { text: piece.text.slice(at) }];
  const middle = piece.start + at;
  return [
    { start: piece.start, end: middle },
    { start: middle, end: piece.end },
  ];
}

/**
 * Gives a line of a draft an end, instead of the one behind it (rule H5 of docs/concepts/ends.md). False where the comment would
 * be about something else, as in brackets.
 */
export function endGiven(draft: DraftedText, line: Stretch | undefined, until: string): boolean {
  const { now } = draft;
  if (line === undefined) return false;
  const [start, end] = [now.lineStart(line.start), now.lineEnd(line.start)];
  const former = heirComments(now.file, "until").find(({ span }) => start <= span.start && span.start < end);
  const text = now.text.slice(start, former?.span.start ?? end).trimEnd();
  draft.apply([{ start: start + text.length, end, text: `  # heir: until ${until}` }]);
  return datedLines(draft.now.file).some(({ span }) => span.start === line.start);
}
