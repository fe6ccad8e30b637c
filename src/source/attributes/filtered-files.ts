import { digest } from "../../base/digest.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import { type FilterChoice, filteredContent, filteredId, storedContent } from "../../model/inventory/lfs-or-filter.ts";
import type { Abortable, ReadNow } from "../../model/inventory/snapshot.ts";
import type { BlobReader } from "../git/store.ts";
import { type FilterRepository, type SmudgedFile, smudgedTexts, smudgedTextsNow } from "./smudge.ts";

/** A filter that is not run; `wanted` is the value of `heir.runFilter` that would agree to it. */
export interface UnreadFilter {
  readonly name: string;
  readonly choice: FilterChoice;
  readonly wanted?: string;
}

interface FilteredFile extends SmudgedFile {
  readonly choice: FilterChoice;
}

/**
 * Files with a filter, by ids of their own: one file can be read in several ways. They are read as the reader of the
 * repository agreed; content that git-crypt or Git LFS stored stays recognizable (rules S15 and S17 in
 * docs/concepts/snapshots.md).
 */
export class FilteredFiles implements BlobReader {
  readonly blobsNow: ReadNow | undefined;
  private readonly known = new Map<string, FilteredFile>();
  private readonly store: BlobReader;
  private readonly repository: FilterRepository;

  constructor(store: BlobReader, repository: FilterRepository) {
    this.store = store;
    this.repository = repository;
    const { blobsNow } = store;
    this.blobsNow = blobsNow && ((ids) => this.readNow(ids, blobsNow));
  }

  choice(name: string): FilterChoice {
    return this.repository.consent.choice(name);
  }

  /** How the content of a file with a filter that is not run says so. */
  unread(name: string): UnreadFilter {
    const choice = this.choice(name);
    return { name, choice, wanted: choice === "unread" ? this.repository.consent.wanted(name) : name };
  }

  /** The id under which a stored file is read. */
  idOf({ path, blob, name }: SmudgedFile): string {
    const choice = this.choice(name);
    const id = filteredId(choice, digest([name, blob, ...(choice === "run" ? [path] : [])].join("\0")));
    if (!this.known.has(id)) this.known.set(id, { path, blob, name, choice });
    return id;
  }

  async blobs(ids: Iterable<string>, options: Abortable = {}): Promise<ReadonlyMap<string, Uint8Array>> {
    const { wanted, blobs, run } = this.needs(ids);
    const stored = await this.store.blobs(blobs, options);
    return this.contents(wanted, stored, await smudgedTexts(this.repository, run, options));
  }

  private readNow(ids: Iterable<string>, blobsNow: ReadNow): ReadonlyMap<string, Uint8Array> {
    const { wanted, blobs, run } = this.needs(ids);
    return this.contents(wanted, blobsNow(blobs), smudgedTextsNow(this.repository, run));
  }

  /** What is read from the store for some ids, and the files that go through their filters. */
  private needs(ids: Iterable<string>) {
    const wanted = [...ids];
    const files = wanted.flatMap((id) => this.known.get(id) ?? []);
    return {
      wanted,
      blobs: new Set(wanted.map((id) => this.known.get(id)?.blob ?? id)),
      run: files.filter(({ choice }) => choice === "run"),
    };
  }

  private contents(
    wanted: readonly string[],
    stored: ReadonlyMap<string, Uint8Array>,
    texts: readonly Uint8Array[],
  ): ReadonlyMap<string, Uint8Array> {
    const left = [...texts];
    return new Map(
      wanted.map((id) => {
        const file = this.known.get(id);
        const bytes = stored.get(file?.blob ?? id);
        if (bytes === undefined) throw new InvariantError(`${id} was read`);
        if (file === undefined) return [id, bytes];
        return [id, file.choice === "run" ? (left.shift() ?? bytes) : unreadContent(bytes, this.unread(file.name))];
      }),
    );
  }
}

/** The content of a file that is not read through its filter: no text, whatever is stored. */
export function unreadContent(bytes: Uint8Array, { name, choice, wanted = name }: UnreadFilter): Uint8Array {
  const kind = storedContent(bytes)?.kind;
  return choice === "unread" && (kind === "git-crypt" || kind === "lfs") ? bytes : filteredContent(name, wanted);
}
