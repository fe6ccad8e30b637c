import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { pathSpan } from "../disk/path-span.ts";
import { parentOf } from "./folder-paths.ts";
import { type LinkReader, type LinkTarget, linkReader, type RawEntry, type RawTree } from "./link-reader.ts";
import { isListed } from "./listed-file.ts";

export interface LinkedTree<File> {
  /** Listed files by the path at which they appear. */
  readonly files: ReadonlyMap<string, File>;
  readonly folders: ReadonlySet<string>;
}

/** Folders linked into each other can multiply; more paths than this are not listed through links. */
const MAX_LINKED = 100_000;

/**
 * The listed files of a tree and all its folders. Links to files and folders are followed as reclass follows them, all
 * inside the inventory folder. Links that lead outside, back to themselves or nowhere are reported and omitted. Never
 * fails, always ends.
 */
export function followLinks<File>(tree: RawTree<File>, report: Report): LinkedTree<File> {
  const links = [...tree.entries].filter(([, entry]) => entry.kind === "link").map(([path]) => path);
  const entries = links.length === 0 ? tree.entries : withoutShadowed(tree.entries, new Set(links));
  const found: Found<File> = { files: new Map(), folders: new Set() };
  for (const [path, entry] of entries) if (entry.kind !== "link") addEntry(found, path, entry);
  if (links.length === 0) return found;
  const walk: Walk<File> = { ...found, reader: linkReader({ ...tree, entries }), report, left: MAX_LINKED };
  for (const path of links.sort()) if (entries.has(path)) addLink(walk, { path, real: path, within: [] });
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
}

function addEntry<File>(found: Found<File>, path: string, entry: Exclude<RawEntry<File>, { kind: "link" }>): void {
  if (entry.kind === "file" && isListed(path)) found.files.set(path, entry.file);
  const folder = entry.kind === "folder" ? path : parentOf(path);
  for (let above = folder; above !== "" && !found.folders.has(above); above = parentOf(above)) found.folders.add(above);
}

interface Walk<File> extends Found<File> {
  readonly reader: LinkReader<File>;
  readonly report: Report;
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
  switch (target.kind) {
    case "file":
      addEntry(walk, visit.path, target);
      break;
    case "folder":
      addFolder(walk, visit, target.path);
      break;
    case "outside":
      reportLink(walk, visit, target.kind);
      break;
    case "nowhere":
    case "loop":
      // With another name it would not be read, even if its target existed.
      if (isListed(visit.path)) reportLink(walk, visit, target.kind);
      break;
  }
}

function addFolder<File>(walk: Walk<File>, visit: LinkVisit, folder: string): void {
  const within = [...visit.within, parentOf(visit.real)];
  if (within.some((above) => isBelow(above, folder))) {
    reportLink(walk, visit, "loop");
    return;
  }
  addEntry(walk, visit.path, { kind: "folder" });
  const start = folder === "" ? 0 : folder.length + 1;
  for (const [real, entry] of walk.reader.below(folder)) {
    if (walk.left === 0) {
      reportLink(walk, visit, "too-many");
      return;
    }
    walk.left -= 1;
    const path = `${visit.path}/${real.slice(start)}`;
    if (entry.kind === "link") addLink(walk, { path, real, within: [...within, folder] });
    else addEntry(walk, path, entry);
  }
}

type LinkFault = Exclude<LinkTarget<never>["kind"], "file" | "folder"> | "too-many";

const faultText: Readonly<Record<LinkFault, string>> = {
  outside: "leads out of the inventory folder",
  nowhere: "points to nothing",
  loop: "leads back to itself",
  "too-many": `adds more than ${MAX_LINKED} files`,
};

function reportLink<File>(walk: Walk<File>, visit: LinkVisit, fault: LinkFault): void {
  const link = walk.reader.link(visit.real);
  const span = pathSpan(visit.path, { text: link?.target, id: link?.id });
  const isOutside = fault === "outside";
  walk.report(
    finding(isOutside ? "symlink-escape" : "file-unreadable", span, `symbolic link ${visit.path} ${faultText[fault]}`, {
      // If the link has another name, it is unknown whether heir would read anything behind it.
      as: isListed(visit.path) ? undefined : "warning",
      hint: isOutside ? "put a copy of the file here, or link to a file of the inventory" : undefined,
    }),
  );
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
