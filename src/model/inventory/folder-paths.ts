import { compareText } from "../../base/text-order.ts";

/** All folders above some paths, added to the given set. */
export function foldersAbove(paths: Iterable<string>, folders: Set<string> = new Set()): Set<string> {
  let last = "";
  for (const path of paths) {
    const folder = parentOf(path);
    // Neighbouring paths are mostly in the same folder.
    if (folder === last) continue;
    last = folder;
    for (let above = folder; above !== "" && !folders.has(above); above = parentOf(above)) folders.add(above);
  }
  return folders;
}

/** A map by paths in the order of git's listings. */
export function sortedByPath<Of>(map: Iterable<readonly [path: string, of: Of]>): Map<string, Of> {
  return new Map([...map].sort(([one], [other]) => compareText(one, other)));
}

/** The folder of a path; empty for a path at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The path of something in a folder; "" is the top. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether a path is in a folder, at any depth; "" is the top, in which all are. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** A path from the top as it is called from a folder: `../lib/a.yml` for one that is beside it. */
export function pathSeenFrom(folder: string, path: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const names = path.split("/");
  let shared = 0;
  while (shared < from.length && from[shared] === names[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...names.slice(shared)].join("/");
}

/** Whether a path from a folder leads out of it. */
export function leadsOut(path: string): boolean {
  return path.startsWith("../");
}

/** Whether a snapshot lists a file of this name: heir reads nothing else. Case counts, as in reclass. */
export function isListed(path: string): boolean {
  return path.endsWith(".yml") || path.endsWith(".yaml") || path.endsWith(".json");
}

export const ATTRIBUTES = ".gitattributes";

/** Whether a path is one of a file of attributes. */
export function isAttributes(path: string): boolean {
  return path.endsWith(ATTRIBUTES) && (path.length === ATTRIBUTES.length || path.at(-ATTRIBUTES.length - 1) === "/");
}

/** The paths at which the folders above a folder may have files of attributes. */
export function attributesAbove(folder: string): readonly string[] {
  const paths: string[] = [];
  for (let at = folder; at !== ""; at = parentOf(at)) paths.push(pathIn(parentOf(at), ATTRIBUTES));
  return paths;
}

/** The part of a map by paths that is inside a folder, by the paths in it. */
export function mapBelow<Of>(map: ReadonlyMap<string, Of>, folder: string): ReadonlyMap<string, Of> {
  const start = `${folder}/`;
  const found = new Map<string, Of>();
  for (const [path, value] of map) if (path.startsWith(start)) found.set(path.slice(start.length), value);
  return found;
}

/** The paths inside a folder, relative to it. */
export function relativePathsBelow(paths: readonly string[], folder: string): readonly string[] {
  const start = folder === "" ? "" : `${folder}/`;
  return paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
}
