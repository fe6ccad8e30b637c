import type { Kept } from "../../cache/pack.ts";
import type { PackFolder } from "../../cache/pack-folder.ts";
import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { KeptReading, SourceFile } from "../../model/values/origin.ts";
import { keepUnneeded, prepareYaml } from "../../parse/yaml/parse.ts";
import { type FileBytes, sourceFile } from "../../parse/yaml/source-file.ts";

/** Files by path, and a way to their bytes. */
export interface Loadable extends Pick<Snapshot, "read"> {
  /** Path to blob id; undefined for a file that is gone. */
  readonly blobs: ReadonlyMap<string, string | undefined>;
}

/** A blob that was read, and what was kept of an earlier reading; `record` is empty when nothing could be. */
interface Loaded {
  readonly bytes: Uint8Array;
  readonly record?: Uint8Array;
}

/** A file is asked for that was not loaded: whoever can wait loads it and begins again. */
export class NotLoaded extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is read before it was loaded`);
    this.name = "NotLoaded";
    this.path = path;
  }
}

/**
 * The files of every snapshot that was loaded: bytes by blob id, so that equal content is read once. With a store, what
 * parsing makes of them is kept for the next run.
 */
export class FileCache {
  private readonly blobs = new Map<string, Loaded>();
  /** Blobs that can be parsed: the YAML library is there if they need it. */
  private readonly ready = new Set<string>();
  private readonly files = new Map<string, { readonly file: SourceFile; readonly faults: readonly Diagnostic[] }>();
  private readonly fresh = new Map<string, Kept>();
  private readonly store: PackFolder | undefined;

  constructor(store?: PackFolder) {
    this.store = store;
  }

  /** Reads, in one batch, those blobs of a snapshot that are not known yet: from the store, else from the snapshot. */
  async load(snapshot: Loadable, paths: Iterable<string>, options?: Abortable): Promise<void> {
    const wanted = new Set<string>();
    const toParse = new Map<string, string>();
    for (const path of paths) {
      const blob = snapshot.blobs.get(path);
      if (blob === undefined || this.ready.has(blob)) continue;
      if (!this.blobs.has(blob)) wanted.add(blob);
      if (YAML.test(path)) toParse.set(blob, path);
    }
    await this.read(snapshot, wanted, options);
    await prepareYaml(this.unparsed(toParse));
    for (const blob of toParse.keys()) this.ready.add(blob);
  }

  /**
   * The text of a file. Faults in its bytes go to `report`, each time it is asked for. Throws NotLoaded for one whose
   * blob was not loaded.
   */
  file(path: string, blob: string, report: Report): SourceFile {
    const key = `${blob} ${path}`;
    let known = this.files.get(key);
    if (known === undefined) {
      const loaded = this.blobs.get(blob);
      if (loaded === undefined) throw new NotLoaded(path);
      known = this.open(path, blob, loaded);
      this.files.set(key, known);
    }
    for (const fault of known.faults) report(fault);
    return known.file;
  }

  /** Hands what was parsed to the store. */
  keep(): void {
    if (this.store !== undefined) for (const { file } of this.files.values()) keepUnneeded(file);
    this.store?.add(this.fresh);
    this.fresh.clear();
    this.store?.close();
  }

  private async read(snapshot: Loadable, wanted: Set<string>, options?: Abortable): Promise<void> {
    if (wanted.size === 0) return;
    for (const [blob, kept] of this.store?.read(wanted) ?? []) {
      this.blobs.set(blob, kept);
      wanted.delete(blob);
    }
    if (wanted.size === 0) return;
    for (const [blob, bytes] of await snapshot.read(wanted, options)) this.blobs.set(blob, { bytes });
  }

  /** Of blobs and their paths, the files of which no record is kept. */
  private *unparsed(paths: ReadonlyMap<string, string>): Iterable<SourceFile> {
    for (const [blob, path] of paths) {
      const loaded = this.blobs.get(blob);
      if (loaded !== undefined && !loaded.record?.length) yield this.file(path, blob, () => {});
    }
  }

  private open(path: string, blob: string, { bytes, record }: Loaded) {
    if (record !== undefined && record.length > 0)
      return { file: new KeptFile({ path, blob, bytes }, record), faults: [] };
    const faults: Diagnostic[] = [];
    const file = sourceFile({ path, blob, bytes }, (fault) => faults.push(fault));
    if (this.store === undefined || faults.length > 0) return { file, faults };
    const keep = (made: string) => this.fresh.set(blob, { bytes, record: Buffer.from(made) });
    // Key by key, as `classMention`.
    const known = {
      path,
      blob,
      text: file.text,
      kept: { record: () => (record === undefined ? undefined : ""), keep },
    };
    return { file: known, faults };
  }
}

const YAML = /\.ya?ml$/;

/**
 * A file of which a record is kept: it held no fault, and its text is needed for places only. There are thousands of
 * these: what they share costs no memory for each.
 */
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
    this.kept = new KeptRecord(record);
    this.#bytes = bytes;
    // An own property, as that of any file: it goes along when the file is copied.
    Object.defineProperty(this, "text", KeptFile.#late);
  }

  static readonly #late = {
    enumerable: true,
    get(this: KeptFile): string {
      this.#text ??= sourceFile({ path: this.path, blob: this.blob, bytes: this.#bytes }, () => {}).text;
      return this.#text;
    },
  };
}

class KeptRecord implements KeptReading {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  record(): string {
    const { buffer, byteOffset, length } = this.#bytes;
    return Buffer.from(buffer, byteOffset, length).toString();
  }

  keep(): void {}
}
