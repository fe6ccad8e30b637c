import { firstThat } from "../../base/path-lines.ts";
import { isInFolder, isListed, parentOf } from "../../model/inventory/folder-paths.ts";

export interface LinkedTree<File> {
  /** Listed files by the path at which they appear. */
  readonly files: ReadonlyMap<string, File>;
  readonly folders: ReadonlySet<string>;
  /** Of those behind links, the path at which they are, from the top. */
  readonly targets: ReadonlyMap<string, string>;
  readonly faults: readonly LinkFault[];
}

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
 * The listed files of an inventory folder and all its folders, links followed as by reclass, within the tree (rule N1
 * in docs/concepts/names.md). Links that lead outside, to themselves or nowhere are faults. Never fails, always ends.
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
  readonly reader: ReturnType<typeof linkReader<File>>;
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

/** A path of a snapshot before links are followed. `File` is what the caller knows about a regular file. */
export type RawEntry<File> =
  | { readonly kind: "file"; readonly file: File }
  /** Needed only for folders that may be empty: others follow from their content. */
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string; readonly id: string };

/** Files and links of a repository, or of a folder outside git: what is not among them is in no clone. */
export interface RawTree<File> {
  /** By path from the top. */
  readonly entries: ReadonlyMap<string, RawEntry<File>>;
  /** The top on disk, where a link may name it: git links to no absolute path that another clone has. */
  readonly disk?: string | undefined;
}

/** As many links as Linux follows for one path. */
const MAX_HOPS = 40;

/** Where a link leads in the end; paths are from the top. */
type LinkTarget<File> =
  | { readonly kind: "file"; readonly path: string; readonly file: File }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "nowhere"; readonly path: string }
  | { readonly kind: "outside" | "loop" };

/** Prepares a tree for following its links. Never fails. */
function linkReader<File>({ entries, disk }: RawTree<File>) {
  const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  const below = (folder: string) => rangeOf(sorted, folder === "" ? "" : `${folder}/`);
  const linkAt = (path: string) => {
    const entry = entries.get(path);
    return entry?.kind === "link" ? entry.target : undefined;
  };
  return {
    /** Entries below a folder, sorted. */
    below,
    /** Where the link at this place leads in the end. */
    follow(real: string): LinkTarget<File> {
      const path = walkTo(real, linkAt, disk);
      if (path === "loop" || path === "outside") return { kind: path };
      const entry = entries.get(path);
      if (entry?.kind === "file") return { ...entry, path };
      const isFolder = entry?.kind === "folder" || path === "" || below(path).length > 0;
      return isFolder ? { kind: "folder", path } : { kind: "nowhere", path };
    },
  };
}

/** Follows a path as the kernel does: a link is entered where it occurs, `..` leaves the folder really reached. */
function walkTo(
  path: string,
  linkAt: (path: string) => string | undefined,
  disk: string | undefined,
): string | "loop" | "outside" {
  const todo = path.split("/").reverse();
  const reached: string[] = [];
  let hops = 0;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (reached.pop() === undefined) return "outside";
      continue;
    }
    reached.push(name);
    const target = linkAt(reached.join("/"));
    if (target === undefined) continue;
    hops += 1;
    if (hops > MAX_HOPS) return "loop";
    const isAbsolute = target.startsWith("/");
    if (isAbsolute && (disk === undefined || !`${target}/`.startsWith(`${disk}/`))) return "outside";
    if (isAbsolute) reached.length = 0;
    else reached.pop();
    todo.push(
      ...target
        .slice(isAbsolute ? disk?.length : 0)
        .split("/")
        .reverse(),
    );
  }
  return reached[0] === ".git" ? "outside" : reached.join("/");
}

function rangeOf<T>(sorted: readonly (readonly [string, T])[], start: string): readonly (readonly [string, T])[] {
  const first = firstThat(sorted.length, (at) => (sorted[at]?.[0] ?? "") >= start);
  let last = first;
  while (sorted[last]?.[0].startsWith(start)) last += 1;
  return sorted.slice(first, last);
}
