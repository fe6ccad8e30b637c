/** All folders that some paths lie in, with those that they are added to. */
export function foldersAbove(paths: Iterable<string>, folders: Set<string> = new Set()): Set<string> {
  let last = "";
  for (const path of paths) {
    const folder = parentOf(path);
    // Mostly one file stands beside the one before it.
    if (folder === last) continue;
    last = folder;
    for (let above = folder; above !== "" && !folders.has(above); above = parentOf(above)) folders.add(above);
  }
  return folders;
}

/** The folder that a path lies in; empty for one at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
