import { join } from "node:path";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Abortable, ReadNow } from "../../model/inventory/snapshot.ts";
import { isAttributes } from "../attributes/attributes-path.ts";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git, type ScopedSetting, scopedSettings } from "../git/program/process.ts";
import type { GitFacts, GitStore, PathEntry, TreeListing } from "../git/store.ts";
import { LINK_MODE, SUBMODULE_MODE, type TreeEntry } from "../git/tree-entries.ts";
import { isListed } from "../snapshot/folder-paths.ts";
import { mergeNeeds } from "./merge-needs.ts";
import { type PartialClone, PromisedObjects, type Promisor } from "./objects.ts";

/**
 * A store of a partial clone: before it reads, it fetches what is missing, in as few batches as there are rounds of
 * reading (rule S18 in docs/concepts/snapshots.md); the remote has nothing of submodules. Its methods throw what the store throws, and HeirError for objects
 * that cannot be had.
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
