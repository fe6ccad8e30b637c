import { compareText } from "../../base/text-order.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import type { EditableFiles } from "../../workspace/write/editable-files.ts";
import { DraftedText } from "./drafted-text.ts";
import { type Replacement, SourceText } from "./source-text.ts";

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
    return (await this.draft(path)).now;
  }

  /** Throws HeirError for a file that is never edited. */
  async apply(path: string, changes: readonly Replacement[]): Promise<void> {
    (await this.draft(path)).apply(changes);
  }

  /** A file that is not there yet. */
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

  private async draft(path: string): Promise<DraftedText> {
    const known = this.drafts.get(path) ?? new DraftedText(new SourceText(path, await this.files.bytes(path)));
    this.drafts.set(path, known);
    return known;
  }
}
