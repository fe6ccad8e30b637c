import { join } from "node:path";
import { isAttributes, isListed } from "../../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Abortable, ReadNow } from "../../model/inventory/snapshot.ts";
import { LINK_MODE, SUBMODULE_MODE, type TreeEntry } from "../../model/inventory/tree-entries.ts";
import { regularFileText } from "../disk/read-files.ts";
import { git, type ScopedSetting, scopedSettings } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { GitFacts, GitStore, PathEntry, TreeListing } from "../git/store.ts";
import { mergeBases } from "../merge/merge-tree.ts";
import { type PartialClone, PromisedObjects, type Promisor } from "./objects.ts";

/**
 * A store of a partial clone: it fetches what is missing before it reads, in one batch for each round of reading (S18
 * in docs/concepts/snapshots.md); submodules are not on the remote. Throws as the store, HeirError for lost objects.
 */
export function withPromised(store: GitStore, clone: PartialClone): GitStore {
  const objects = new PromisedObjects(clone);
  const { blobsNow } = store;
  const now: ReadNow = (ids) => {
    const wanted = [...ids];
    objects.haveNow(wanted);
    return blobsNow?.(wanted) ?? new Map();
  };
  return {
    ...store,
    expect: (ids) => objects.expect(ids),
    expectTrees: (revisions, options) => objects.haveTrees(revisions, options),
    async expectMerge(sides, options = {}) {
      const { commits, blobs } = await mergeNeeds(clone.program, sides, options);
      await objects.haveWholeTrees(commits, options);
      objects.expect(await blobs());
    },
    haveExpected: (options) => objects.haveExpected(options),
    async blobs(ids, options) {
      const wanted = [...ids];
      await objects.have(wanted, options);
      return store.blobs(wanted, options);
    },
    blobsNow: blobsNow === undefined ? undefined : now,
    async tree(tree, folder, options) {
      if (options?.submodule !== undefined) return store.tree(tree, folder, options);
      await objects.haveWholeTrees([tree], options);
      const listing = await store.tree(tree, folder, options);
      if (isInventory(listing)) objects.expect(readIds(listing.entries));
      return listing;
    },
    async entryAt(tree, path, options) {
      if (options?.submodule !== undefined) return store.entryAt(tree, path, options);
      await objects.haveWholeTrees([tree], options);
      return path === "" ? store.entryAt(tree, path, options) : listedEntry(clone, { ...options, tree, path });
    },
  };
}

/** Whether an inventory begins where the listing does; elsewhere much of it may never be read. */
function isInventory({ entries }: TreeListing): boolean {
  if (SETTINGS_FILES.some((name) => entries.has(name))) return true;
  for (const path of entries.keys()) if (/^(?:nodes|targets)\//.test(path)) return true;
  return false;
}

/** What a tree has at a path, without a look at the object. */
async function listedEntry(
  { program }: PartialClone,
  { tree, path, ...options }: { readonly tree: string; readonly path: string } & Abortable,
): Promise<PathEntry | undefined> {
  const listed = await git(program, ["ls-tree", "-z", "--full-tree", tree, path], options);
  const [, type, id] = /^\d+ (\w+) ([0-9a-f]+)\t/.exec(listed.toString()) ?? [];
  if (id === undefined) return undefined;
  return { kind: type === "tree" ? "folder" : "file", id };
}

/** The ids of what may be read of some entries: listed files, files of attributes, and links. */
export function* readIds(entries: Iterable<readonly [string, TreeEntry]>): Iterable<string> {
  for (const [path, { id, mode }] of entries) {
    if (mode === SUBMODULE_MODE) continue;
    if (isListed(path) || isAttributes(path) || mode === LINK_MODE) yield id;
  }
}

/** Only the configuration of a repository makes it a partial clone. */
const MENTIONED = /promisor|partialclone/i;

/** The promisor of a repository; undefined if it has all its objects. Throws HeirError when git fails. */
export function promisorOf(
  program: GitProgram,
  { commonDir, gitDir }: Pick<GitFacts, "commonDir" | "gitDir">,
): Promisor | undefined {
  const files = [join(commonDir, "config"), join(gitDir, "config.worktree")];
  if (!files.some((file) => MENTIONED.test(regularFileText(file) ?? ""))) return undefined;
  const settings = scopedSettings(program, ".");
  const remote = remoteIn(settings);
  if (remote === undefined) return undefined;
  const filter = settings.findLast(({ key }) => key === `remote.${remote}.partialclonefilter`)?.value ?? "";
  const named = settings.find((each) => (each.scope === "local" || each.scope === "worktree") && namesProgram(each));
  return { remote, lacksTrees: !filter.startsWith("blob:"), program: named?.key };
}

function remoteIn(settings: readonly ScopedSetting[]): string | undefined {
  const named = settings.findLast(({ key }) => key === "extensions.partialclone")?.value;
  const promised = settings.findLast(({ key, value }) => /^remote\..+\.promisor$/.test(key) && value !== "false");
  return named ?? promised?.key.slice("remote.".length, -".promisor".length);
}

/** Settings that name a program with which git fetches; a URL can name a helper, as `ext::` does. */
function namesProgram({ key, value }: ScopedSetting): boolean {
  if (/^(?:core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.+\.)?helper)$/.test(key)) return value !== "";
  if (/^remote\..+\.(?:uploadpack|vcs)$/.test(key)) return true;
  if (/^remote\..+\.url$/.test(key)) return HELPER.test(value);
  return key.startsWith("url.") && HELPER.test(key.slice("url.".length));
}

const HELPER = /^[\w.+-]+::/;

type Sides = readonly [ours: string, theirs: string];

interface MergeNeeds {
  /** The commits whose trees it reads. */
  readonly commits: readonly string[];
  blobs(): Promise<readonly string[]>;
}

/**
 * What git reads to merge two commits: files that both sides change, those that a side adds and removes (renames), and
 * attributes at the top. Of several bases it first merges these. Throws HeirError when git fails.
 */
async function mergeNeeds(program: GitProgram, sides: Sides, options: Abortable = {}): Promise<MergeNeeds> {
  const bases = await mergeBases(program, sides, options);
  const [first, ...more] = bases;
  const inner = first === undefined ? [] : more.map((base) => mergeNeeds(program, [first, base], options));
  const before = await Promise.all(inner);
  return {
    commits: [...new Set([...bases, ...sides, ...before.flatMap(({ commits }) => commits)])],
    async blobs() {
      const steps = bases.map(async (base) => {
        const [ours, theirs] = await Promise.all(sides.map((side) => edits(program, [base, side], options)));
        return ours === undefined || theirs === undefined ? [] : readToMerge(ours, theirs);
      });
      const found = await Promise.all([...steps, ...before.map((each) => each.blobs())]);
      const ids = found.flat();
      return ids.length === 0 ? [] : [...ids, ...(await topAttributes(program, [...bases, ...sides], options))];
    },
  };
}

/** What a side does to a path: the id of each blob, if there is one. */
interface Edit {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Edits = ReadonlyMap<string, Edit>;

function readToMerge(ours: Edits, theirs: Edits): readonly string[] {
  const both = [...ours].flatMap(([path, edit]) => {
    const other = theirs.get(path);
    return other === undefined ? [] : [edit, other];
  });
  const read = [...both, ...renamable(ours), ...renamable(theirs)];
  return read.flatMap(({ before, after }) => [before, after]).filter((id) => id !== undefined);
}

/** The files that a side may have renamed: it must both add and remove some. */
function renamable(edits: Edits): readonly Edit[] {
  const added = [...edits.values()].filter(({ before }) => before === undefined);
  const removed = [...edits.values()].filter(({ after }) => after === undefined);
  return added.length === 0 || removed.length === 0 ? [] : [...added, ...removed];
}

const COMPARE = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative"];

/** Each edit is `:MODE MODE ID ID STATUS` and a path, with a NUL behind each. */
async function edits(program: GitProgram, [from, to]: Sides, options: Abortable): Promise<Edits> {
  const fields = (await git(program, [...COMPARE, from, to, "--"], options)).toString("latin1").split("\0");
  const found = new Map<string, Edit>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [old = "", now = "", before = "", after = ""] = (fields[at] ?? "").split(" ");
    found.set(fields[at + 1] ?? "", { before: blobOf(old.slice(1), before), after: blobOf(now, after) });
  }
  return found;
}

/** Files and links have blobs, submodules and what is not there have none. */
function blobOf(mode: string, id: string): string | undefined {
  return mode.startsWith("10") || mode.startsWith("12") ? id : undefined;
}

/** git reads the attributes at the top, which can say how a file is merged. */
async function topAttributes(
  program: GitProgram,
  commits: readonly string[],
  options: Abortable,
): Promise<readonly string[]> {
  const listed = commits.map((commit) => {
    return git(program, ["ls-tree", "-z", "--full-tree", commit, ".gitattributes"], options);
  });
  return (await Promise.all(listed)).flatMap((line) => / blob ([0-9a-f]+)\t/.exec(line.toString())?.[1] ?? []);
}
