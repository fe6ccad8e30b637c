import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { storedForm } from "../attributes/stored-form.ts";
import { pathSpan } from "../disk/path-span.ts";
import { blobId, type ObjectFormat } from "../git/object-id.ts";
import type { FileAttributes } from "../git/store.ts";

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
  /** Attributes of files, by path. */
  readonly attributes?: ReadonlyMap<string, FileAttributes>;
  /** The id in the index of tracked files, by path. */
  readonly indexed?: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** This many files are read before the event loop gets its turn: reading synchronously is twice as fast. */
const BURST = 200;

/**
 * Reads files and computes the id of a blob with the same bytes. The bytes are those on disk, without line end
 * conversion or filters; attributes take them back to the form that git stores. A file that differs from the index in
 * its line ends alone has not changed: git converts them.
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
    const content = readStored(request, path);
    if (content !== undefined) {
      const [id, stored] = asIndexed(content, request.indexed?.get(path), request.format);
      ids.set(path, id);
      bytes.set(id, stored);
    }
    burst += 1;
    if (burst % BURST === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { ids, bytes };
}

/** The id and the bytes of a file; those of the index if only line ends differ. */
function asIndexed(
  bytes: Uint8Array,
  indexed: string | undefined,
  format: ObjectFormat,
): readonly [string, Uint8Array] {
  const id = blobId(bytes, format);
  if (indexed === undefined || id === indexed || !bytes.includes(CR)) return [id, bytes];
  const converted = Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobId(converted, format) === indexed ? [indexed, converted] : [id, bytes];
}

const CR = 13;

function readStored(request: HashRequest, path: string): Uint8Array | undefined {
  const [content, attributes] = [readRegular(request, path), request.attributes?.get(path)];
  if (content === undefined || attributes === undefined) return content;
  const stored = storedForm(content, attributes);
  if (stored !== undefined) return stored;
  const message = `cannot read ${path}: its working-tree-encoding ${attributes.encoding} is unknown`;
  request.report(finding("file-unreadable", pathSpan(path), message, { hint: "save it as UTF-8" }));
  return undefined;
}

function readRegular(request: HashRequest, path: string): Uint8Array | undefined {
  try {
    return readWithoutLink(`${request.folder}/${path}`);
  } catch (error) {
    const why = reason(error);
    if (why !== undefined) {
      request.report(finding("file-unreadable", pathSpan(path), `cannot read ${path}: ${why}`));
    }
    return undefined;
  }
}

/** Opening refuses a link that has just taken the file's place, and does not wait for the writer of a pipe. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readWithoutLink(file: string): Uint8Array | undefined {
  const descriptor = openSync(file, flags);
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Why a file cannot be read; undefined when it no longer exists. */
export function reason(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  return error instanceof Error ? error.message.replace(/, \w+( '.*')?$/s, "") : String(error);
}
