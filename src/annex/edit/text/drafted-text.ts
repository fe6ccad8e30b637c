import { compareText } from "../../../base/text-order.ts";
import { heirComments } from "../../../model/findings/heir-comment.ts";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import type { Stretch } from "../../../model/values/value.ts";
import { datedLines } from "../../../parse/dated-lines.ts";
import type { EditableFiles } from "../../../workspace/write/worktree-files.ts";
import { type Replacement, SourceText } from "./source-text.ts";

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
      const [before, behind] = [cut(this.pieces, 0, start), cut(this.pieces, end)];
      this.pieces = [...before, ...(text === "" ? [] : [{ text }]), ...behind];
    }
  }

  /** The same; false where there are no changes that could be made. */
  changed(changes: readonly Replacement[] | undefined): boolean {
    if (changes !== undefined) this.apply(changes);
    return changes !== undefined;
  }

  /** Makes all changes that `change` makes, or none where it says that it could not make them. */
  whole(change: () => boolean): boolean {
    const [current, pieces] = [this.current, this.pieces];
    if (change()) return true;
    [this.current, this.pieces] = [current, pieces];
    return false;
  }

  /** All steps as changes of the first text; undefined if nothing differs. */
  edit(): FileEdit | undefined {
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
    return changes.length === 0 ? undefined : this.first.edit(changes);
  }
}

/** What is from one offset of the text to another. */
function cut(pieces: readonly Piece[], from: number, to = Number.POSITIVE_INFINITY): readonly Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const length = "text" in piece ? piece.text.length : piece.end - piece.start;
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)];
    at += length;
    if (start >= end) return [];
    return "text" in piece
      ? { text: piece.text.slice(start, end) }
      : { start: piece.start + start, end: piece.start + end };
  });
}

/**
 * Gives a line of a draft an end, instead of the one it has (rule H5 of docs/concepts/ends.md). False where the comment
 * would be about something else, as in brackets.
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

const NOTHING = new Uint8Array();

/** Files that an edit makes, changes in several steps, and takes away. */
export class DraftedFiles {
  private readonly files: EditableFiles;
  private readonly drafts = new Map<string, DraftedText>();
  private readonly created = new Set<string>();
  private readonly deleted = new Map<string, Uint8Array>();

  constructor(files: EditableFiles) {
    this.files = files;
  }

  /** The text of a file after all steps so far. Throws HeirError for a file that is never edited. */
  async now(path: string): Promise<SourceText> {
    return (await this.of(path)).now;
  }

  /** Makes the changes that follow from the text of a file now; false where there are none. Throws as {@link of} does. */
  async change(path: string, changesOf: (now: SourceText) => readonly Replacement[] | undefined): Promise<boolean> {
    const draft = await this.of(path);
    return draft.changed(changesOf(draft.now));
  }

  create(path: string): void {
    this.created.add(path);
    this.drafts.set(path, new DraftedText(new SourceText(path, NOTHING)));
  }

  /** A file goes. Throws HeirError for one that is never edited. */
  async delete(path: string): Promise<void> {
    this.deleted.set(path, await this.files.bytes(path));
    this.drafts.delete(path);
  }

  /** All steps, a file each, by path. */
  edits(): readonly FileEdit[] {
    const changed = [...this.drafts].flatMap(([path, draft]): readonly FileEdit[] => {
      const edit = draft.edit();
      if (this.created.has(path)) return [{ path, before: NOTHING, changes: edit?.changes ?? [], file: "created" }];
      return edit === undefined ? [] : [edit];
    });
    const gone = [...this.deleted].map(([path, before]): FileEdit => {
      return { path, before, changes: [{ start: 0, end: before.length, text: "" }], file: "deleted" };
    });
    return [...changed, ...gone].sort((one, other) => compareText(one.path, other.path));
  }

  /** The draft of a file. Throws HeirError for a file that is never edited. */
  async of(path: string): Promise<DraftedText> {
    const known = this.drafts.get(path) ?? new DraftedText(new SourceText(path, await this.files.bytes(path)));
    this.drafts.set(path, known);
    return known;
  }
}
