import { type Dirent, readdirSync } from "node:fs";
import { hasForeignBytes, textOfBytes } from "../../base/byte-text.ts";
import { digest } from "../../base/digest.ts";
import { madeOnce } from "../../base/made-once.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import { HeirError, hasCode, messageOf } from "../../model/findings/failure.ts";
import { filteredId, unreadContent } from "../../model/inventory/lfs-or-filter.ts";
import { blobId, mapDigest, type ObjectFormat } from "../../model/inventory/object-id.ts";
import type { Abortable, InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { storedForm } from "../attributes/check-attr.ts";
import { diskEntry, entriesIn, NO_LINK, regularFileBytes, regularFileText } from "../disk/read-files.ts";
import type { DiskFilter, DiskReading } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { pathsOf, type StatePaths } from "../inventory/marks.ts";
import type { RawEntry } from "./follow-links.ts";
import { linksOf, pathSpan, readLinks, unreadableName, withUnread } from "./linked.ts";
import { fromMemory, missingSnapshot, type Snapshots, snapshotOf } from "./parts.ts";

/** The inventories of a folder on disk, git or not. Throws HeirError for an unreadable folder, and as the finder. */
export async function directorySnapshots(top: string, finder: Finder, options: Abortable = {}): Promise<Snapshots> {
  const [first, ...more] = await finder.find({
    title: "directory",
    paths: diskPaths(top),
    top: async () => regularFileText(`${top}/heir.yml`) ?? "",
  });
  const snapshot = (place: InventoryPlace): Promise<Snapshot> | Snapshot => {
    if (place.missing !== undefined) return missingSnapshot("directory", place);
    return directorySnapshot(place.folder === "" ? top : `${top}/${place.folder}`, { ...options, place });
  };
  return [await snapshot(first), ...(await Promise.all(more.map(snapshot)))];
}

/** The search for an inventory on disk looks through this many levels of folders and this many entries. */
const MOST_LEVELS = 6;
const MOST_ENTRIES = 20_000;

/** The paths below a folder on disk, found only when they are asked for. */
function diskPaths(top: string): StatePaths {
  const kind = (path: string) => diskEntry(`${top}/${path}`).kind;
  const searched = madeOnce(() => search(top));
  return {
    get files() {
      return searched().files;
    },
    get marking() {
      return searched().marking;
    },
    get links() {
      return searched().links;
    },
    holds: (folder) => searched().holds(folder),
    hasFile: (path) => ["file", "link"].includes(kind(path)),
    hasFolder: (path) => ["folder", "link"].includes(kind(path)),
  };
}

function search(top: string): StatePaths {
  const [files, links]: [string[], string[]] = [[], []];
  const done = () => pathsOf({ sorted: new Set(), more: files, links: new Set(links) });
  let [level, entries] = [[""], 0];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      for (const item of entriesIn(`${top}/${folder}`)) {
        entries += 1;
        if (entries > MOST_ENTRIES) return done();
        const path = `${folder}${item.name}`;
        if (item.isFile()) files.push(path);
        if (item.isSymbolicLink()) links.push(path);
        if (item.isDirectory() && !item.name.startsWith(".") && item.name !== "node_modules") below.push(`${path}/`);
      }
    }
    level = below;
  }
  return done();
}

/**
 * A folder as it is on disk, git or not: every regular file below it, `.git` apart. The content is that of the moment
 * of the call. Throws HeirError when the folder itself cannot be read, the signal's reason when aborted.
 */
async function directorySnapshot(
  root: string,
  { place, ...options }: { readonly place: InventoryPlace } & Abortable,
): Promise<Snapshot> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const entries = new Map<string, RawEntry<string>>();
  for await (const [path, entry] of walk(root, report, options)) entries.set(path, entry);
  const { files, folders, ...links } = await readLinks({ entries, folder: "", disk: root });
  for (const fault of links.diagnostics) report(fault);
  const paths = new Set(files.values());
  const hashed = await hashFiles({ ...options, folder: root, paths, format: "sha1", report });
  const blobs = idsByPath(files, hashed.ids);
  const ways = fromMemory(new Map([...hashed.bytes, ...links.texts]));
  const unstored = new Set(blobs.values());
  const all = withUnread({ files: blobs, unread: links.unread });
  const hasFolder = (path: string) => folders.has(path);
  const parts = { id: mapDigest(all), title: "directory", place, unstored, blobs: all, hasFolder, diagnostics };
  return snapshotOf({ ...parts, ...ways, ...linksOf(links) });
}

/** What Node substitutes for bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

type Found = readonly [string, RawEntry<string>];

async function* walk(root: string, report: Report, { signal }: Abortable): AsyncGenerator<Found> {
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal?.throwIfAborted();
    for (const item of list(root, folder, report)) {
      const path = `${folder}${item.name}`;
      if (item.isDirectory() && item.name !== ".git") {
        folders.push(`${path}/`);
        yield [path, { kind: "folder" }];
      }
      if (item.isFile()) yield [path, { kind: "file", file: path }];
      if (item.isSymbolicLink()) yield* linkAt(root, path);
    }
  }
}

function* linkAt(root: string, path: string): Generator<Found> {
  const entry = diskEntry(`${root}/${path}`);
  if (entry.kind !== "link") return;
  yield [path, { kind: "link", target: entry.target, id: blobId(Buffer.from(entry.target)) }];
}

function list(root: string, folder: string, report: Report): readonly Dirent[] {
  try {
    const items = readdirSync(`${root}/${folder}`, { withFileTypes: true });
    return items.some(({ name }) => name.includes(REPLACEMENT)) ? readable(root, folder, { items, report }) : items;
  } catch (error) {
    const path = folder.slice(0, -1);
    const why = reason(error);
    if (folder === "")
      throw new HeirError("environment", `cannot read ${root}: ${why ?? "there is no such directory"}`);
    if (why !== undefined) report(finding("file-unreadable", pathSpan(path), `cannot read folder ${path}: ${why}`));
    return [];
  }
}

/** The entries of a folder whose names are UTF-8; the others are reported. */
function readable(
  root: string,
  folder: string,
  { items, report }: { readonly items: readonly Dirent[]; readonly report: Report },
): readonly Dirent[] {
  const names = readdirSync(`${root}/${folder}`, { encoding: "buffer" }).map(textOfBytes);
  for (const name of names.filter(hasForeignBytes)) unreadableName(`${folder}${name}`).forEach(report);
  const known = new Set(names);
  return items.filter(({ name }) => known.has(name));
}

/** The blob id of each path that is read from disk, by the path where its bytes are. */
export function idsByPath(
  disk: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...disk].flatMap(([path, real]) => {
      const id = ids.get(real);
      return id === undefined ? [] : [[path, id]];
    }),
  );
}

interface HashedFiles {
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
 * Reads files and computes blob ids, of the bytes on disk; some are taken back to the form that git stores, and those
 * with a filter have own ids. A file that differs from the index in line ends alone has not changed: git converts them.
 * One that has gone is omitted; one that cannot be read is also reported. Throws the signal's reason when aborted.
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
function reason(error: unknown): string | undefined {
  if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
  if (hasCode(error, "EACCES", "EPERM")) return "permission denied";
  return messageOf(error).replace(/, \w+( '.*')?$/s, "");
}
