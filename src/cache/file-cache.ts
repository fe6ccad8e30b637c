import { keptAt } from "../base/made-once.ts";
import type { Diagnostic, Report } from "../model/findings/diagnostic.ts";
import { InvariantError } from "../model/findings/failure.ts";
import { isGitId } from "../model/inventory/lfs-or-filter.ts";
import type { Abortable, FilesByPath, Snapshot } from "../model/inventory/snapshot.ts";
import type { KeptReading, SourceFile } from "../model/values/value.ts";
import { type FileBytes, sourceFile } from "../parse/yaml/parse.ts";
import { isOn } from "../speed/on.ts";
import { LIMITS } from "./limits.ts";
import type { Kept } from "./pack.ts";
import type { PackFolder } from "./pack-folder.ts";

export interface Loadable extends Pick<Snapshot, "read" | "readNow" | "unread" | "unstored" | "targets"> {
  /** Path to blob id; undefined for a file that is gone. */
  readonly blobs: FilesByPath<string | undefined>;
}

/** A blob that was read; `record` is empty if none is cached. Once opened without a fault, text replaces the bytes. */
type Loaded = Read | { readonly text: SourceFile };

interface Read {
  readonly bytes: Uint8Array;
  readonly record?: Uint8Array;
}

/** Opens a file of some state; faults in its bytes go to `report`, each time it is opened. */
export type OpenFile = (path: string, blob: string, report: Report) => SourceFile;

/** The paths of the same state to read together with the `missed`-th file that was not prefetched. */
export type Along = (path: string, missed: number) => Iterable<string>;

/**
 * The files of all states by blob id: equal content is read once. With a store, parsed forms are cached on disk, unless
 * the row `parsed` is switched off.
 */
export class FileCache {
  private readonly blobs = new Map<string, Loaded>();
  private readonly files = new Map<string, { readonly file: SourceFile; readonly faults: readonly Diagnostic[] }>();
  private readonly fresh = new Map<string, Kept>();
  private unwritten = 0;
  private readonly unstored = new Set<string>();
  private readonly store: PackFolder | undefined;
  private readonly keepsAll: boolean;

  /** `keepsAll`: the store also takes files that git does not know. */
  constructor(store?: PackFolder, keepsAll = false) {
    this.store = isOn("parsed") ? store : undefined;
    this.keepsAll = keepsAll;
  }

  async prefetch(state: Loadable, paths: Iterable<string>, options?: Abortable): Promise<void> {
    this.follow(state);
    for (const path of state.unread?.keys() ?? []) this.isUnread(state, path);
    const wanted = this.unknown(blobsOf(state, paths));
    if (wanted.size > 0) this.add(await state.read(wanted, options));
  }

  /** An opener of the files of a state. A file that was not prefetched is read when it is opened. */
  opener(state: Omit<Loadable, "read">, along: Along = () => []): OpenFile {
    this.follow(state);
    let missed = 0;
    return (path, blob, report) => {
      const target = state.targets?.get(path);
      if (this.isUnread(state, path) || this.blobs.has(blob)) return this.file(path, blob, report, target);
      missed += 1;
      const wanted = this.unknown([blob, ...blobsOf(state, along(path, missed))]);
      if (wanted.size > 0) this.add(readNow(state, wanted));
      return this.file(path, blob, report, target);
    };
  }

  /** As an opener, for a file that was read; `target` is where git lists what is behind a link. */
  file(path: string, blob: string, report: Report, target?: string): SourceFile {
    const key = target === undefined ? `${blob} ${path}` : `${blob} ${path}\0${target}`;
    const known = keptAt(this.files, key, () => {
      const loaded = this.blobs.get(blob);
      if (loaded === undefined) throw new InvariantError(`${path} is opened before it was read`);
      const opened = this.open(path, blob, loaded);
      return target === undefined ? opened : { ...opened, file: { ...opened.file, target } };
    });
    for (const fault of known.faults) report(fault);
    return known.file;
  }

  /** Drops a file that was read; it is read again if it is asked for. */
  drop(path: string, blob: string): void {
    this.files.delete(`${blob} ${path}`);
    this.blobs.delete(blob);
  }

  /** Hands parsed files to the store, mostly without those that git does not know. */
  keep(): void {
    for (const blob of this.keepsAll ? [] : this.unstored) this.fresh.delete(blob);
    this.store?.add(this.fresh);
    this.fresh.clear();
    this.unwritten = 0;
    this.store?.close();
  }

  private follow({ unstored }: Pick<Loadable, "unstored">): void {
    for (const blob of unstored ?? []) this.unstored.add(blob);
  }

  /** Whether the file cannot be read; if so, it is opened as an empty file with that finding. */
  private isUnread({ blobs, unread }: Pick<Loadable, "blobs" | "unread">, path: string): boolean {
    const fault = unread?.get(path);
    const blob = blobs.get(path);
    if (fault === undefined || blob === undefined) return false;
    this.files.set(`${blob} ${path}`, { file: { path, blob, text: "" }, faults: [fault] });
    return true;
  }

  /** The blobs that neither this cache nor the store has. */
  private unknown(blobs: Iterable<string>): Set<string> {
    const wanted = new Set<string>();
    for (const blob of blobs) if (!this.blobs.has(blob)) wanted.add(blob);
    if (wanted.size === 0) return wanted;
    for (const [blob, kept] of this.store?.read(wanted) ?? []) {
      this.blobs.set(blob, kept);
      wanted.delete(blob);
    }
    return wanted;
  }

  private add(read: ReadonlyMap<string, Uint8Array>): void {
    for (const [blob, bytes] of read) this.blobs.set(blob, { bytes });
  }

  private open(path: string, blob: string, loaded: Loaded) {
    if ("text" in loaded) return { file: { ...loaded.text, path }, faults: [] };
    const { bytes, record } = loaded;
    if (record !== undefined && record.length > 0)
      return { file: new KeptFile({ path, blob, bytes }, record), faults: [] };
    const faults: Diagnostic[] = [];
    const read = sourceFile({ path, blob, bytes }, (fault) => faults.push(fault));
    if (faults.length > 0) return { file: read, faults };
    const isFresh = this.store !== undefined && isGitId(blob);
    // Key by key, as `classMention`.
    const file = isFresh ? { path, blob, text: read.text, kept: this.freshReading(blob, loaded) } : read;
    this.blobs.set(blob, { text: file });
    return { file, faults };
  }

  /** Takes the record of the first parse; `record` is there, and empty, if none can be made. */
  private freshReading(blob: string, { bytes, record }: Read): KeptReading {
    let unkept: Uint8Array | undefined = bytes;
    return {
      record: () => (record === undefined ? undefined : ""),
      keep: (made) => {
        if (unkept === undefined) return;
        this.fresh.set(blob, { bytes: unkept, record: Buffer.from(made) });
        this.unwritten += unkept.length + made.length;
        unkept = undefined;
        if (this.unwritten > LIMITS.unwritten) this.keep();
      },
    };
  }
}

function* blobsOf({ blobs, unread }: Pick<Loadable, "blobs" | "unread">, paths: Iterable<string>): Iterable<string> {
  for (const path of paths) {
    const blob = blobs.get(path);
    if (blob !== undefined && unread?.has(path) !== true) yield blob;
  }
}

function readNow(state: Pick<Loadable, "readNow">, wanted: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> {
  if (state.readNow === undefined) throw new InvariantError("without the git program all files are prefetched");
  return state.readNow(wanted);
}

/** A file with a cached record: it has no fault; its text gives places only. There are thousands, so data is shared. */
class KeptFile implements SourceFile {
  readonly path: string;
  readonly blob: string;
  declare readonly text: string;
  readonly kept: KeptReading;
  readonly #bytes: Uint8Array;
  #text: string | undefined;

  constructor({ path, blob, bytes }: FileBytes, record: Uint8Array) {
    this.path = path;
    this.blob = blob;
    this.kept = { record: () => textOf(record), keep: KeptFile.#isKept };
    this.#bytes = bytes;
    // An own property, as in any file, so that a copy of the file has it too.
    Object.defineProperty(this, "text", KeptFile.#late);
  }

  static readonly #isKept = () => undefined;

  static readonly #late = {
    enumerable: true,
    get(this: KeptFile): string {
      this.#text ??= sourceFile({ path: this.path, blob: this.blob, bytes: this.#bytes }, () => {}).text;
      return this.#text;
    },
  };
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}
