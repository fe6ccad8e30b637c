import { type Dirent, readdirSync } from "node:fs";
import { hasForeignBytes, textOfBytes } from "../../base/byte-text.ts";
import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { diskEntry } from "../disk/disk-entry.ts";
import { pathSpan } from "../disk/path-span.ts";
import { blobId, mapDigest } from "../git/object-id.ts";
import { followLinks } from "./follow-links.ts";
import type { RawEntry } from "./link-reader.ts";
import { unreadableName } from "./listed-file.ts";
import { fromMemory, snapshotOf } from "./parts.ts";
import { hashFiles, reason } from "./read-disk.ts";

/**
 * A folder as it is on disk, git or not: every regular file below it, `.git` apart. The content is that of the moment
 * of the call. Throws HeirError when the folder itself cannot be read, the signal's reason when aborted.
 */
export async function directorySnapshot(root: string, options: Abortable = {}): Promise<Snapshot> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const entries = new Map<string, RawEntry<string>>();
  for await (const [path, entry] of walk(root, report, options)) entries.set(path, entry);
  const base = root.split("/").filter((name) => name !== "");
  const { files, folders } = followLinks({ entries, base, absolute: true }, report);
  const paths = new Set(files.values());
  const hashed = await hashFiles({ ...options, folder: root, paths, format: "sha1", report });
  const blobs = new Map<string, string>();
  for (const [path, real] of files) {
    const id = hashed.ids.get(real);
    if (id !== undefined) blobs.set(path, id);
  }
  const ways = fromMemory(hashed.bytes);
  return snapshotOf({ id: mapDigest(blobs), title: "directory", blobs, folders, diagnostics, ...ways });
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
    if (why !== undefined) {
      report(finding("file-unreadable", pathSpan(path), `cannot read folder ${path}: ${why}`));
    }
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
