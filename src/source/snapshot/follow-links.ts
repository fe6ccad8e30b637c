import { isInFolder, isListed, parentOf } from "./folder-paths.ts";
import { type LinkReader, type LinkTarget, linkReader, type RawEntry, type RawTree } from "./link-reader.ts";

export interface LinkedTree<File> {
  /** Listed files by the path at which they appear. */
  readonly files: ReadonlyMap<string, File>;
  readonly folders: ReadonlySet<string>;
  /** Of those behind links, the path at which they are, from the top. */
  readonly targets: ReadonlyMap<string, string>;
  readonly faults: readonly LinkFault[];
}

/** A link that is not followed. */
export interface LinkFault {
  /** The path at which it appears in the inventory folder. */
  readonly path: string;
  readonly link: { readonly target: string; readonly id: string };
  readonly kind: Exclude<LinkTarget<never>["kind"], "file" | "folder"> | "too-many";
  /** The path from the top at which there is nothing. */
  readonly nowhere?: string;
}

/** Folders linked into each other can multiply; more paths than this are not listed through links. */
export const MAX_LINKED = 100_000;

/**
 * The listed files of the inventory folder of a tree and all its folders. Links to files and folders are followed as
 * reclass follows them, as far as the tree goes (rule N1 in docs/concepts/names.md). Links that lead outside, back to
 * themselves or nowhere are among the faults. Never fails, always ends.
 */
export function followLinks<File>(tree: RawTree<File>, folder = ""): LinkedTree<File> {
  const links = [...tree.entries].filter(([, entry]) => entry.kind === "link").map(([path]) => path);
  const entries = links.length === 0 ? tree.entries : withoutShadowed(tree.entries, new Set(links));
  const found: Found<File> = { files: new Map(), folders: new Set(), targets: new Map(), faults: [] };
  const top = folder === "" ? 0 : folder.length + 1;
  for (const [path, entry] of entries) {
    if (entry.kind !== "link" && isInFolder(path, folder)) addEntry(found, path.slice(top), entry);
  }
  if (links.length === 0) return found;
  const walk: Walk<File> = { ...found, entries, reader: linkReader({ ...tree, entries }), left: MAX_LINKED };
  for (const real of links.filter((path) => isInFolder(path, folder)).sort()) {
    if (entries.has(real)) addLink(walk, { path: real.slice(top), real, within: [] });
  }
  return found;
}

/** Git may still list files behind a folder that has become a link; reading them would follow the link. */
function withoutShadowed<File>(
  entries: ReadonlyMap<string, RawEntry<File>>,
  links: ReadonlySet<string>,
): typeof entries {
  const isShadowed = (path: string) => {
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) if (links.has(above)) return true;
    return false;
  };
  return new Map([...entries].filter(([path]) => !isShadowed(path)));
}

interface Found<File> {
  readonly files: Map<string, File>;
  readonly folders: Set<string>;
  readonly targets: Map<string, string>;
  readonly faults: LinkFault[];
}

function addEntry<File>(found: Found<File>, path: string, entry: Exclude<RawEntry<File>, { kind: "link" }>): void {
  if (entry.kind === "file" && isListed(path)) found.files.set(path, entry.file);
  const folder = entry.kind === "folder" ? path : parentOf(path);
  for (let above = folder; above !== "" && !found.folders.has(above); above = parentOf(above)) found.folders.add(above);
}

interface Walk<File> extends Found<File> {
  readonly entries: RawTree<File>["entries"];
  readonly reader: LinkReader<File>;
  left: number;
}

/** A link at the path where it appears, its own place in the tree, and the folders being listed around it. */
interface LinkVisit {
  readonly path: string;
  readonly real: string;
  readonly within: readonly string[];
}

function addLink<File>(walk: Walk<File>, visit: LinkVisit): void {
  const target = walk.reader.follow(visit.real);
  if (target.kind === "file") addFile(walk, visit.path, target);
  else if (target.kind === "folder") addFolder(walk, visit, target.path);
  else addFault(walk, visit, target);
}

function addFile<File>(walk: Walk<File>, path: string, target: { readonly path: string; readonly file: File }): void {
  addEntry(walk, path, { kind: "file", file: target.file });
  walk.targets.set(path, target.path);
}

function addFolder<File>(walk: Walk<File>, visit: LinkVisit, folder: string): void {
  const within = [...visit.within, parentOf(visit.real)];
  if (within.some((above) => above === folder || isInFolder(above, folder))) {
    addFault(walk, visit, { kind: "loop" });
    return;
  }
  addEntry(walk, visit.path, { kind: "folder" });
  const start = folder === "" ? 0 : folder.length + 1;
  for (const [real, entry] of walk.reader.below(folder)) {
    if (walk.left === 0) {
      addFault(walk, visit, { kind: "too-many" });
      return;
    }
    walk.left -= 1;
    const path = `${visit.path}/${real.slice(start)}`;
    if (entry.kind === "link") addLink(walk, { path, real, within: [...within, folder] });
    else if (entry.kind === "file") addFile(walk, path, { path: real, file: entry.file });
    else addEntry(walk, path, entry);
  }
}

function addFault<File>(
  { faults, entries }: Walk<File>,
  { path, real }: LinkVisit,
  { kind, path: nowhere }: { readonly kind: LinkFault["kind"]; readonly path?: string },
): void {
  const link = entries.get(real);
  if (link?.kind === "link") faults.push({ path, link, kind, nowhere });
}
