import { digest } from "../../base/digest.ts";
import { command, terminalSafe } from "../../base/terminal-text.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import { isListed, leadsOut, pathIn, pathSeenFrom } from "../../model/inventory/folder-paths.ts";
import type { InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { UNLISTED, UNMERGED } from "../../model/inventory/tree-entries.ts";
import type { Span } from "../../model/values/value.ts";
import type { RefusedNames } from "../git/store.ts";
import { followLinks, type LinkedTree, type LinkFault, MAX_LINKED, type RawTree } from "./follow-links.ts";

interface LinkedFolder<File> {
  /** What is in the folder, by the paths in it. */
  readonly entries: RawTree<File>["entries"];
  /** The path of the folder from the top. */
  readonly folder: string;
  /** The top on disk, outside git: there it is the border of what links lead to. */
  readonly disk?: string;
  /** All of the repository, by path from the top: asked for only where a link leads out of the folder. */
  readonly whole?: () => Promise<RawTree<File>["entries"]>;
  /** Why no clone has some paths from the top, in words that go before the path. */
  readonly whyAbsent?: ((paths: readonly string[]) => Promise<ReadonlyMap<string, string>>) | undefined;
}

export interface ReadLinks<File> extends Pick<LinkedTree<File>, "files" | "folders"> {
  /** Of files behind links, the path at which they are, from the inventory folder. */
  readonly targets: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly unread: NonNullable<Snapshot["unread"]>;
  readonly lost: NonNullable<Snapshot["lost"]>;
  /** The texts of links that are not read, by id: a link that is new on disk is in no store. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
  /** Equal where as much can be read through links; empty where nothing outside the folder matters. */
  mark(idOf: (file: File) => string): string;
}

/** Follows the links of an inventory folder (rule N1 in docs/concepts/names.md). Throws what its readers throw. */
export async function readLinks<File>(request: LinkedFolder<File>): Promise<ReadLinks<File>> {
  const { folder, disk, whole, whyAbsent } = request;
  const own = new Map([...request.entries].map(([path, entry]) => [pathIn(folder, path), entry]));
  let tree = followLinks({ entries: own, disk }, folder);
  const isBeyond = ({ nowhere }: LinkFault) => nowhere !== undefined && leadsOut(pathSeenFrom(folder, nowhere));
  if (whole !== undefined && tree.faults.some(isBeyond)) {
    tree = followLinks({ entries: new Map([...(await whole()), ...own]), disk }, folder);
  }
  const nowhere = tree.faults.flatMap((fault) => fault.nowhere ?? []);
  const why = (nowhere.length > 0 && (await whyAbsent?.(nowhere))) || new Map<string, string>();
  const border = disk === undefined ? "the repository" : "the inventory folder";
  const found = tree.faults.map(
    (fault) => [fault.path, linkFinding(fault, border, why.get(fault.nowhere ?? ""))] as const,
  );
  const missing = new Set(tree.faults.flatMap(({ path, kind }) => (kind === "nowhere" ? path : [])));
  const targets = new Map([...tree.targets].map(([path, target]) => [path, pathSeenFrom(folder, target)]));
  return {
    files: tree.files,
    folders: tree.folders,
    targets,
    diagnostics: found.flatMap(([path, each]) => (isListed(path) || !missing.has(path) ? each : [])),
    unread: new Map(found.filter(([path]) => isListed(path))),
    lost: new Map(found.filter(([path]) => !isListed(path))),
    texts: new Map(tree.faults.map(({ link }) => [link.id, Buffer.from(link.target)])),
    mark(idOf) {
      const beyond = [...tree.files].filter(([path]) => leadsOut(targets.get(path) ?? ""));
      const ids = beyond.map(([path, file]) => `${path} ${idOf(file)}`);
      const all = [...ids, ...found.map(([, { message }]) => message)];
      return all.length === 0 ? "" : digest(all.join("\0"));
    },
  };
}

/** The files with the links that cannot be read, by their own ids: what they stand for is there, and fails. */
export function withUnread({ files, unread }: Pick<ReadLinks<string>, "files" | "unread">): Map<string, string> {
  return new Map([...files, ...[...unread].map(([path, { span }]) => [path, span?.file.blob ?? ""] as const)]);
}

/** The id of a snapshot that takes in what the mark of its links says. */
export function withMark<File>(id: string, links: ReadLinks<File> | undefined, idOf: (file: File) => string): string {
  const mark = links?.mark(idOf) ?? "";
  return mark === "" ? id : digest(`${id} ${mark}`);
}

/** The parts of a snapshot that say what is behind links, and which links and submodules cannot be read; absent if empty. */
export function linksOf(
  links: Pick<ReadLinks<unknown>, "targets" | "unread" | "lost"> | undefined,
  submodules: Snapshot["lost"] = new Map(),
): Pick<Snapshot, "targets" | "unread" | "lost"> {
  const lost = new Map([...(links?.lost ?? []), ...submodules]);
  return { targets: someOf(links?.targets), unread: someOf(links?.unread), lost: someOf(lost) };
}

function someOf<Some extends ReadonlyMap<string, unknown>>(found: Some | undefined): Some | undefined {
  return found === undefined || found.size === 0 ? undefined : found;
}

/** `border` is what a link must not lead out of; `reason` why no clone has what it leads to. */
function linkFinding({ path, link, kind, nowhere }: LinkFault, border: string, reason: string | undefined): Diagnostic {
  const texts = {
    outside: `leads out of ${border}`,
    nowhere: reason === undefined ? "points to nothing" : `is not read: ${reason} ${nowhere}: no clone has it`,
    loop: "leads back to itself",
    "too-many": `adds more than ${MAX_LINKED} files`,
  };
  const span = pathSpan(path, link.target, link.id);
  const other = border === "the repository" ? "add the other repository as a submodule" : "link to a file of it";
  const hint = kind === "outside" ? `put a copy of the file here, or ${other}` : undefined;
  // If the link has another name, it is unknown whether heir would read anything behind it.
  const as = isListed(path) ? undefined : "warning";
  const code = kind === "outside" ? "symlink-escape" : "file-unreadable";
  return finding(code, span, `symbolic link ${path} ${texts[kind]}`, { as, hint });
}

/** The findings for a tree that git does not check out as it is, anywhere in it. */
export function refusedNames({ paths, disorder }: RefusedNames): readonly Diagnostic[] {
  const found = paths.map((path) => {
    const message = `git does not check out ${terminalSafe(path)}: a clone ends with an error`;
    return finding("name-refused", undefined, message, { hint: "rename it, and make the commit again" });
  });
  if (disorder === undefined) return found;
  const message = `the tree with ${terminalSafe(disorder)} has an entry twice, or entries out of order`;
  const hint = "git fsck names the tree; make the commit again";
  return [...found, finding("name-refused", undefined, message, { hint })];
}

/** The finding for a path that is no UTF-8; none for files that no snapshot lists. */
export function unreadableName(path: string): readonly Diagnostic[] {
  if (!isListed(path)) return [];
  const message = `the name of ${terminalSafe(path)} is not UTF-8`;
  return [finding("name-not-utf8", pathSpan(path), message, { hint: "rename the file; heir does not read it" })];
}

/**
 * The span of a finding about a whole path, from which readers learn the folder. `text` and `id` are the target and the
 * blob of a symbolic link.
 */
export function pathSpan(path: string, text = "", id = ""): Span {
  return { file: { path, blob: id, text }, start: 0, end: text.length };
}

/** The finding for a path, in an inventory, that git could not merge. Never fails. */
export function unmergedFault(path: string): Diagnostic {
  const message = `${path} is not merged: the index holds more than one version of it`;
  const hint = `resolve the conflict, then ${command(["git", "add"], [path])}`;
  return finding("unmerged", pathSpan(path), message, { hint });
}

/** The findings for submodules whose objects are not there, by path in the inventory (rule U4 in docs/concepts/submodules.md). */
export function lostSubmodules(
  lost: ReadonlyMap<string, string>,
  { folder }: InventoryPlace,
): ReadonlyMap<string, Diagnostic> {
  return new Map(
    [...lost].map(([path, commit]) => {
      if (commit === UNMERGED) return [path, unmergedFault(path)];
      if (commit === UNLISTED) return [path, unlistedSubmodule(pathIn(folder, path))];
      const fromTop = pathIn(folder, path);
      const message = `submodule ${fromTop} is not here: commit ${commit.slice(0, 7)} is pinned`;
      const update = command(["git", "submodule", "update", "--init"], [fromTop]);
      const hint = `${update} (in a bare repository: git config --add heir.objects DIR)`;
      return [path, finding("submodule-missing", undefined, message, { hint })];
    }),
  );
}

/** The fault of a state: a submodule that no `.gitmodules` lists (U4 in docs/concepts/submodules.md). */
export function unlistedSubmodule(path: string, as?: "warning"): Diagnostic {
  const message = `submodule ${path} has no URL in .gitmodules: no clone gets its files`;
  const add = command(["git", "submodule", "add"], ["URL", path]);
  const hint = `${add}, or ${command(["git", "rm", "--cached"], [path])} and add its files`;
  return finding("submodule-missing", undefined, message, { as, hint });
}
