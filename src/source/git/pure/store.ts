import { HeirError } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { emptyTreeId } from "../object-id.ts";
import type { Environment } from "../program/environment.ts";
import { baseRevision, shallowCommits } from "../shallow.ts";
import type { CommitInfo, GitFacts, GitStore, PathEntry, TreeListing } from "../store.ts";
import { TreeEntries, type TreeEntry } from "../tree-entries.ts";
import { brokenHead, unknownRevision } from "../unknown-revision.ts";
import { pureMergeBase } from "./merge-base.ts";
import { type PureObjects, pureObjects } from "./objects.ts";
import { needsGit, refusal } from "./refusals.ts";
import { pureCommit } from "./revision.ts";

/**
 * The adapter for machines without a git program: reads commits through isomorphic-git, some twenty times slower than
 * git. It refuses, naming the reason, whatever isomorphic-git would get wrong: linked work trees, borrowed objects,
 * partial clones, sha256, replaced objects, the index and the work tree. Load it by `import()` only.
 */
export function gitPureStore(facts: GitFacts, env: Environment): GitStore {
  const objects = pureObjects(facts.gitDir);
  const refused = refusal(facts, env);
  const check = ({ signal }: Abortable = {}) => {
    signal?.throwIfAborted();
    if (refused !== undefined) throw needsGit(refused);
  };
  const resolve = async (revision: string, options?: Abortable) => {
    check(options);
    return (await pureCommit(objects, revision)) ?? unknown(objects, revision, facts);
  };
  return {
    resolve,
    async tree(tree, prefix, options) {
      check(options);
      return listTree(objects, { tree, prefix, ...options });
    },
    async entryAt(tree, path, options) {
      check(options);
      // The objects of submodules are elsewhere.
      return options?.submodule === undefined ? entryAt(objects, tree, path) : undefined;
    },
    async blobs(ids, options) {
      const bytes = new Map<string, Uint8Array>();
      for (const id of new Set(ids)) {
        check(options);
        bytes.set(id, await blob(objects, id));
      }
      return bytes;
    },
    async mergeBase(left, right, options) {
      const [ours, theirs] = [await resolve(left, options), await resolve(right, options)];
      return pureMergeBase(ours.id, theirs.id, (id) => pureCommit(objects, id));
    },
    async refNames(options) {
      check(options);
      return objects.refNames();
    },
    staged: () => Promise.reject(needsGit("reading the index")),
    checkout: () => Promise.reject(needsGit("reading the work tree")),
    submodule: async () => undefined,
    close: async () => undefined,
  };
}

async function unknown(objects: PureObjects, revision: string, facts: GitFacts): Promise<CommitInfo> {
  const [refNames, head] = await Promise.all([objects.refNames(), objects.find("HEAD")]);
  const broken = head === undefined ? brokenHead(facts) : undefined;
  if (broken !== undefined) throw broken;
  const start = baseRevision(revision);
  const isCut =
    start !== undefined && shallowCommits(facts).size > 0 && (await pureCommit(objects, start)) !== undefined;
  throw unknownRevision({ revision, refNames, headExists: head !== undefined, isCut });
}

async function blob(objects: PureObjects, id: string): Promise<Uint8Array> {
  const object = await objects.read(id);
  if (object?.type === "blob") return object.bytes;
  throw new HeirError("environment", `object ${id} is missing from the repository`, "run git fsck to see what is lost");
}

interface TreeRequest extends Abortable {
  readonly tree: string;
  readonly prefix: string;
}

async function listTree(objects: PureObjects, { tree, prefix, signal }: TreeRequest): Promise<TreeListing> {
  const entries = new Map<string, TreeEntry>();
  const submodules = new Map<string, string>();
  const top = await entryAt(objects, tree, prefix);
  if (top?.kind !== "folder")
    return { id: emptyTreeId("sha1"), entries: TreeEntries.of(entries), submodules, unreadable: [] };
  const { id } = top;
  const folders = [{ start: "", id }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal?.throwIfAborted();
    for (const item of await treeItems(objects, folder.id)) {
      const path = `${folder.start}${item.name}`;
      if (item.mode === FOLDER) folders.push({ start: `${path}/`, id: item.id });
      else if (item.mode === SUBMODULE) submodules.set(path, item.id);
      else entries.set(path, { id: item.id, mode: item.mode });
    }
  }
  return { id, entries: TreeEntries.of(entries), submodules, unreadable: [] };
}

async function entryAt(objects: PureObjects, tree: string, path: string): Promise<PathEntry | undefined> {
  let found: PathEntry | undefined = { kind: "folder", id: tree };
  for (const name of path.split("/").filter((part) => part !== "")) {
    const items: readonly TreeItem[] = found?.kind === "folder" ? await treeItems(objects, found.id) : [];
    const item = items.find((each) => each.name === name);
    found = item && { kind: item.mode === FOLDER ? "folder" : "file", id: item.id };
  }
  return found;
}

const FOLDER = "40000";
const SUBMODULE = "160000";
const ID_BYTES = 20;

interface TreeItem {
  readonly name: string;
  readonly mode: string;
  readonly id: string;
}

/** A tree object: for each entry `mode SP name NUL` and the id in binary. */
async function treeItems(objects: PureObjects, tree: string): Promise<readonly TreeItem[]> {
  const object = await objects.read(tree);
  if (object?.type !== "tree") throw new HeirError("environment", `tree ${tree} is missing from the repository`);
  const bytes = Buffer.from(object.bytes);
  const items: TreeItem[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const mode = bytes.toString("latin1", at, space);
    const name = bytes.toString("utf8", space + 1, end);
    items.push({ mode, name, id: bytes.toString("hex", end + 1, end + 1 + ID_BYTES) });
    at = end + 1 + ID_BYTES;
  }
  return items;
}
