import { digest } from "../../base/digest.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { hasCode, messageOf } from "../../model/findings/failure.ts";
import { finding } from "../../model/findings/finding.ts";
import { filteredId } from "../../model/inventory/lfs-or-filter.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { storedForm } from "../attributes/check-attr.ts";
import { unreadContent } from "../attributes/filtered-files.ts";
import { NO_LINK, regularFileBytes } from "../disk/regular-file.ts";
import { blobId, type ObjectFormat } from "../git/object-id.ts";
import type { DiskFilter, DiskReading } from "../git/store.ts";
import { pathSpan } from "./path-findings.ts";

export interface HashedFiles {
  /** Requested path to blob id. */
  readonly ids: ReadonlyMap<string, string>;
  /** Blob id to bytes: exactly those that were hashed, whatever happens to the file later. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

interface HashRequest extends Abortable {
  readonly folder: string;
  /** Relative to `folder`. */
  readonly paths: Iterable<string>;
  readonly format: ObjectFormat;
  /** How files are read that git stores in another form. */
  readonly readings?: ReadonlyMap<string, DiskReading>;
  /** The id in the index of tracked files, by path. */
  readonly indexed?: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** This many files are read before the event loop gets its turn: reading synchronously is twice as fast. */
const BURST = 200;

/**
 * Reads files and computes the id of a blob with the same bytes. The bytes are those on disk, without line end
 * conversion; some files are taken back to the form that git stores, and those with a filter have ids of their own. A
 * file that differs from the index in its line ends alone has not changed: git converts them.
 *
 * A file that has disappeared meanwhile is omitted; one that cannot be read is reported and omitted. Throws the
 * signal's reason when aborted.
 */
export async function hashFiles(request: HashRequest): Promise<HashedFiles> {
  const ids = new Map<string, string>();
  const bytes = new Map<string, Uint8Array>();
  let burst = 0;
  for (const path of request.paths) {
    request.signal?.throwIfAborted();
    const read = readStored(request, path);
    if (read !== undefined) {
      ids.set(path, read.id);
      bytes.set(read.id, read.content);
    }
    burst += 1;
    if (burst % BURST === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { ids, bytes };
}

interface ReadFile {
  readonly id: string;
  readonly content: Uint8Array;
}

function readStored(request: HashRequest, path: string): ReadFile | undefined {
  const content = readRegular(request, path);
  if (content === undefined) return undefined;
  const reading = request.readings?.get(path);
  const stored = reading === undefined ? content : storedForm(content, reading);
  if (stored !== undefined) {
    return throughFilter(asIndexed(stored, request.indexed?.get(path), request.format), reading?.filter);
  }
  const message = `cannot read ${path}: its working-tree-encoding ${reading?.encoding} is unknown`;
  request.report(finding("file-unreadable", pathSpan(path), message, { hint: "save it as UTF-8" }));
  return undefined;
}

/** A file with a filter is text on disk, which is read only if the filter may be run. */
function throughFilter(file: ReadFile, filter: DiskFilter | undefined): ReadFile {
  if (filter === undefined) return file;
  const { id, content } = file;
  if (filter.id !== undefined) return { id: filter.id, content };
  const own = filteredId(filter.choice, digest(`${filter.name}\0${id}`));
  return { id: own, content: filter.choice === "run" ? content : unreadContent(filter.stored ?? content, filter) };
}

/** A file of these bytes; that of the index if only line ends differ. */
function asIndexed(content: Uint8Array, indexed: string | undefined, format: ObjectFormat): ReadFile {
  const id = blobId(content, format);
  if (indexed === undefined || id === indexed || !content.includes(CR)) return { id, content };
  const converted = Buffer.from(Buffer.from(content).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobId(converted, format) === indexed ? { id: indexed, content: converted } : { id, content };
}

const CR = 13;

function readRegular(request: HashRequest, path: string): Uint8Array | undefined {
  try {
    return regularFileBytes(`${request.folder}/${path}`, NO_LINK);
  } catch (error) {
    const why = reason(error);
    if (why !== undefined) request.report(finding("file-unreadable", pathSpan(path), `cannot read ${path}: ${why}`));
    return undefined;
  }
}

/** Why a file cannot be read; undefined when it no longer exists. */
export function reason(error: unknown): string | undefined {
  if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
  if (hasCode(error, "EACCES", "EPERM")) return "permission denied";
  return messageOf(error).replace(/, \w+( '.*')?$/s, "");
}
