import { isAttributes } from "../attributes/attributes-path.ts";
import type { TreeEntry } from "../git/tree-entries.ts";
import { isListed } from "../snapshot/folder-paths.ts";
import { LINK_MODE, SUBMODULE_MODE } from "../submodules/mode.ts";

/** The ids of what may be read of some entries: listed files, files of attributes, and links. */
export function* readIds(entries: Iterable<readonly [string, TreeEntry]>): Iterable<string> {
  for (const [path, { id, mode }] of entries) {
    if (mode === SUBMODULE_MODE) continue;
    if (isListed(path) || isAttributes(path) || mode === LINK_MODE) yield id;
  }
}
