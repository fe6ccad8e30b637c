import { join } from "node:path";
import { grouped } from "../../base/grouped.ts";
import { keptAt } from "../../base/remembered.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { isGitId, storedContent } from "../../model/inventory/lfs-or-filter.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { looksEncrypted } from "../../model/secrets/encrypted.ts";
import { isSameFile, ownFile } from "../../source/disk/disk-entry.ts";
import type { States } from "../load/states.ts";

/** What documents hold that are open in an editor, by path in the inventory. */
export type OpenContents = ReadonlyMap<string, Uint8Array>;

/**
 * Reads files of the work tree for an edit, as they are on disk. It throws HeirError for a file that is never edited, with
 * the file: in a submodule, behind a link or where a link leads, ignored by git, filtered,
 * encrypted, not UTF-8; and for every file outside git and in a bare repository.
 */
export class EditableFiles {
  /** Undefined for files in memory, which the snapshot has. */
  private readonly root: string | undefined;
  private readonly open: OpenContents;
  private readonly snapshot: Snapshot;
  private readonly known = new Map<string, Promise<Uint8Array>>();
  /** Files by what they hold; made for the first file that is read. */
  private alike: ReadonlyMap<string, readonly string[]> | undefined;

  private constructor(root: string | undefined, snapshot: Snapshot, open: OpenContents) {
    this.root = root;
    this.open = open;
    this.snapshot = snapshot;
  }

  /**
   * `snapshot` is that of the work tree, with the documents over it that are open in an editor. Throws HeirError outside git,
   * unless an editor does the edit, and where there is no work tree.
   */
  static async of(states: States, snapshot: Snapshot, open?: OpenContents): Promise<EditableFiles> {
    if (states.source.inMemory) return new EditableFiles(undefined, snapshot, open ?? new Map());
    if (states.source.git === undefined && open === undefined) {
      throw new HeirError("environment", "not in a git repository", "heir edits only what git can take back: git init");
    }
    return new EditableFiles(await states.worktreeFolder(), snapshot, open ?? new Map());
  }

  /** The bytes of a file of the inventory, by its path there. */
  bytes(path: string): Promise<Uint8Array> {
    return keptAt(this.known, path, () => this.read(path));
  }

  private async read(path: string): Promise<Uint8Array> {
    this.expectOwn(path);
    const open = this.open.get(path);
    if (open !== undefined) return open;
    const bytes = this.root === undefined ? await this.inMemory(path) : this.onDisk(this.root, path);
    this.expectText(path, bytes);
    return bytes;
  }

  private async inMemory(path: string): Promise<Uint8Array> {
    const id = this.snapshot.blobs.get(path);
    const bytes = id === undefined ? undefined : (await this.snapshot.read(new Set([id]))).get(id);
    if (bytes === undefined) throw new HeirError("usage", `there is no file ${path}`);
    return bytes;
  }

  private onDisk(root: string, path: string): Uint8Array {
    const found = ownFile(root, path);
    if (found.kind === "link")
      throw refused(path, found.path === path ? "a symbolic link" : `behind the link ${found.path}`);
    if (found.kind === "none") throw new HeirError("usage", `there is no file ${path}`);
    this.expectNoLinkTo(root, path);
    return found.bytes;
  }

  private expectOwn(path: string): void {
    if (path.startsWith("/") || path.split("/").includes("..")) throw refused(path, "outside the inventory");
    for (const submodule of this.snapshot.submodules?.keys() ?? []) {
      if (path.startsWith(`${submodule}/`)) throw refused(path, `in the submodule ${submodule}`);
    }
    if (this.snapshot.ignored?.has(path) === true) throw refused(path, "ignored by git");
  }

  /** A link in the inventory that leads to the file: the snapshot lists its content at both paths. */
  private expectNoLinkTo(root: string, path: string): void {
    const { blobs } = this.snapshot;
    this.alike ??= grouped(blobs.keys(), (each) => blobs.get(each) ?? "");
    for (const other of this.alike.get(blobs.get(path) ?? "") ?? []) {
      if (other !== path && isSameFile(join(root, other), join(root, path))) {
        throw refused(path, `where the link ${other} leads`);
      }
    }
  }

  private expectText(path: string, bytes: Uint8Array): void {
    const id = this.snapshot.blobs.get(path);
    if (id !== undefined && !isGitId(id)) throw refused(path, "stored through a filter of git");
    if (storedContent(bytes) !== undefined) throw refused(path, "not checked out as text");
    const text = Buffer.from(bytes).toString();
    if (!Buffer.from(text).equals(bytes)) throw refused(path, "not UTF-8");
    if (isEncrypted(text)) throw refused(path, "encrypted");
  }
}

/** Whether a file as a whole is encrypted, or made by SOPS, which signs what it holds. */
function isEncrypted(text: string): boolean {
  return (looksEncrypted(text) && /^["']?sops["']?:/m.test(text)) || /^\s*(?:\$ANSIBLE_VAULT;|-----BEGIN )/.test(text);
}

function refused(path: string, why: string): HeirError {
  return new HeirError("usage", `${path} is not edited: it is ${why}`, "edit it by hand, where it belongs");
}
