import { join } from "node:path";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { SUBMODULE_MODE, TreeEntries, type TreeEntry } from "../../../model/inventory/tree-entries.ts";
import { regularFileText } from "../../disk/read-files.ts";
import { configValues } from "../../repository/without-git.ts";
import type { Environment } from "../program/program.ts";
import {
  type CommitInfo,
  commitInfo,
  emptyListing,
  type GitFacts,
  type GitStore,
  missingObject,
  type PathEntry,
  type TreeListing,
} from "../store.ts";
import { baseRevision, expectUnborn, shallowCommits, unknownRevision } from "../unknown-revision.ts";
import { type PureObjects, pureObjects } from "./objects.ts";

/**
 * The adapter without git, twenty times slower, by isomorphic-git. It refuses, with the reason, what that gets wrong:
 * linked work trees, borrowed objects, partial clones, sha256, replaced objects, index, work tree. Only `import()` it.
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
  if (head === undefined) expectUnborn(facts);
  const start = baseRevision(revision);
  const isCut =
    start !== undefined && shallowCommits(facts).size > 0 && (await pureCommit(objects, start)) !== undefined;
  throw unknownRevision({ revision, refNames, headExists: head !== undefined, isCut });
}

async function blob(objects: PureObjects, id: string): Promise<Uint8Array> {
  const object = await objects.read(id);
  if (object?.type === "blob") return object.bytes;
  throw missingObject(id);
}

async function listTree(
  objects: PureObjects,
  { tree, prefix, signal }: Abortable & { readonly tree: string; readonly prefix: string },
): Promise<TreeListing> {
  const entries = new Map<string, TreeEntry>();
  const submodules = new Map<string, string>();
  const top = await entryAt(objects, tree, prefix);
  if (top?.kind !== "folder") return emptyListing("sha1");
  const { id } = top;
  const folders = [{ start: "", id }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal?.throwIfAborted();
    for (const item of await treeItems(objects, folder.id)) {
      const path = `${folder.start}${item.name}`;
      if (item.mode === FOLDER) folders.push({ start: `${path}/`, id: item.id });
      else if (item.mode === SUBMODULE_MODE) submodules.set(path, item.id);
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
const ID_BYTES = 20;

interface TreeItem extends TreeEntry {
  readonly name: string;
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

/**
 * The commit that a revision names, read without git: names of branches and tags, ids in full or short, `@`, and any
 * number of `~n`, `^n`, `^{commit}` and `^{}`. Undefined when it names none. Throws HeirError for other forms.
 */
async function pureCommit(objects: PureObjects, revision: string): Promise<CommitInfo | undefined> {
  const [, name, suffixes] = /^([^~^:]*)((?:~\d*|\^\d*|\^\{(?:commit)?\})*)$/.exec(revision) ?? [];
  if (name === undefined || suffixes === undefined || name.includes("@{")) {
    throw needsGit(`reading the revision "${revision}"`);
  }
  const id = await objects.find(name === "@" ? "HEAD" : name);
  let commit = id === undefined ? undefined : await peel(objects, id);
  for (const [step] of suffixes.matchAll(/~\d*|\^\d*(?!\{)/g)) {
    if (commit === undefined) return undefined;
    commit = await go(objects, commit, step);
  }
  return commit;
}

async function peel(objects: PureObjects, id: string): Promise<CommitInfo | undefined> {
  const object = await objects.read(id);
  if (object?.type === "commit") return commitInfo(id, object.bytes);
  if (object?.type !== "tag") return undefined;
  const [, target] = /^object ([0-9a-f]+)$/m.exec(Buffer.from(object.bytes).toString()) ?? [];
  return target === undefined ? undefined : peel(objects, target);
}

/** One `~n` (n first parents) or `^n` (the n-th parent); without a number it is 1, and 0 is the commit itself. */
async function go(objects: PureObjects, from: CommitInfo, step: string): Promise<CommitInfo | undefined> {
  const count = step.length === 1 ? 1 : Number(step.slice(1));
  if (count === 0) return from;
  if (step.startsWith("^")) return parent(objects, from, count);
  let at: CommitInfo | undefined = from;
  for (let left = count; left > 0 && at !== undefined; left -= 1) at = await parent(objects, at, 1);
  return at;
}

async function parent(objects: PureObjects, of: CommitInfo, count: number): Promise<CommitInfo | undefined> {
  const id = of.parents[count - 1];
  return id === undefined ? undefined : peel(objects, id);
}

/** The error for what only the git program can do; `what` completes "... needs the git program". */
function needsGit(what: string): HeirError {
  const message = `${what} needs the git program, and none was found`;
  return new HeirError("environment", message, "install git, or add it to PATH");
}

/** Why a repository cannot be read without git: isomorphic-git would fail or, worse, answer otherwise. Never fails. */
function refusal(facts: GitFacts, env: Environment): string | undefined {
  if (facts.gitDir !== facts.commonDir) return "reading a linked work tree";
  if (env["GIT_OBJECT_DIRECTORY"] || env["GIT_ALTERNATE_OBJECT_DIRECTORIES"]) {
    return "reading from the object folders that GIT_OBJECT_DIRECTORY or GIT_ALTERNATE_OBJECT_DIRECTORIES name";
  }
  const read = (name: string) => regularFileText(join(facts.commonDir, name));
  if (read("objects/info/alternates")?.trim())
    return "reading a repository that borrows objects (objects/info/alternates)";
  return extension(configValues(read("config") ?? ""));
}

/** Extensions that change nothing in how commits are read; any other is refused, unknown ones too. */
const harmless: readonly string[] = ["noop", "preciousobjects", "worktreeconfig"];

function extension(settings: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of settings) {
    if (/^remote\..*\.promisor$/.test(name) && value !== "false") return "reading a partial clone";
    const [section, key] = name.split(".", 2);
    if (section !== "extensions" || key === undefined || harmless.includes(key)) continue;
    if (key === "partialclone") return "reading a partial clone";
    if (key === "objectformat" && value !== "sha1") return `reading a repository with ${value} ids`;
    if (key === "refstorage" && value !== "files") return `reading a repository with ${value} refs`;
    if (key !== "objectformat" && key !== "refstorage") return `reading a repository with the extension ${key}`;
  }
  return undefined;
}

/** Gives a commit by its id; undefined beyond the end of a shallow history. */
type ReadCommit = (id: string) => Promise<CommitInfo | undefined>;

/** A best common ancestor; of several the first met from the right; undefined if there is none. Throws as `read`. */
export async function pureMergeBase(left: string, right: string, read: ReadCommit): Promise<string | undefined> {
  const ours = await ancestors([left], read, () => false);
  const common: string[] = [];
  await ancestors([right], read, (id) => {
    if (ours.has(id)) common.push(id);
    return ours.has(id);
  });
  for (const id of common) {
    const others = common.filter((other) => other !== id);
    if (!(await ancestors(others, read, () => false)).has(id)) return id;
  }
  return undefined;
}

/** Commits reachable from some, including those; the walk does not continue behind a commit at which `stop` is true. */
async function ancestors(
  from: readonly string[],
  read: ReadCommit,
  stop: (id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const seen = new Set(from);
  // A set may grow while it is walked: this visits every commit once, nearest first.
  for (const id of seen) {
    if (stop(id)) continue;
    for (const parent of (await read(id))?.parents ?? []) seen.add(parent);
  }
  return seen;
}
