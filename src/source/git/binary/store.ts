import { copyFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { HeirError, hasCode, messageOf } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { stagedPaths, stagedSubmodules } from "../../act/index-entries.ts";
import { diskEntry } from "../../disk/read-files.ts";
import { inTemporaryFolder } from "../../disk/temporary.ts";
import { checkoutStore, submoduleProgram, withStores } from "../../submodules/stores.ts";
import { abortable, git, gitFailure, printedPieces, runGit } from "../program/process.ts";
import { type GitProgram, gitPath } from "../program/program.ts";
import { mergeBaseOf } from "../program/single.ts";
import {
  type CommitInfo,
  commitInfo,
  emptyListing,
  type GitFacts,
  type GitStore,
  missingObject,
  type PathEntry,
  type StagedTree,
  type TreeListing,
  type TreeReading,
} from "../store.ts";
import { baseRevision, expectUnborn, shallowCommits, unknownRevision } from "../unknown-revision.ts";
import { type CatFile, objectsNow, openCatFile, type Reply } from "./cat-file.ts";
import { readCheckout, submoduleCheckout } from "./checkout.ts";
import { COMPARE_TREES, readDifferences, readTree } from "./ls-tree.ts";

/**
 * The adapter that runs git: one process per listing, one `cat-file` for all objects. Nothing is started before it is
 * needed. The program's folder must be the one in which the facts were found. Never fails itself.
 */
export function gitBinaryStore(
  program: GitProgram,
  facts: GitFacts,
  { listed, stores = [] }: BinaryStoreOptions = {},
): GitStore {
  const readers = openReaders(program, facts, stores);
  let prefetched = listed;
  const resolve = (revision: string, options?: Abortable) => resolved({ ...options, ...readers.own() }, revision);
  return {
    resolve,
    refNames: (options) => listRefs(program, options),
    tree: (tree, prefix, options) => {
      const reader = readers.of(options) ?? readers.own();
      return listTree({ ...options, ...reader }, tree, prefix);
    },
    entryAt: async (tree, path, options) => {
      const reader = readers.of(options);
      return reader && entryAt({ ...options, ...reader }, tree, path);
    },
    blobs: (ids, options) => readBlobs(readers.own().objects, ids, options),
    blobsNow: (ids) => readBlobsNow(readers.own().program, ids),
    async mergeBase(left, right, options) {
      const [ours, theirs] = await Promise.all([resolve(left, options), resolve(right, options)]);
      return mergeBaseOf(program, ours.id, theirs.id);
    },
    staged: (options) => writeTree(program, facts, options),
    async checkout(prefix, options) {
      const printed = prefix === facts.nearest ? prefetched : undefined;
      prefetched = undefined;
      return readCheckout(program, { ...options, root: topOf(facts), prefix, printed });
    },
    whyAbsent: (paths, options) => whyAbsent(program, facts, { ...options, paths }),
    async submodule(folder, options) {
      readers.add(folder);
      return submoduleCheckout(program, { ...options, folder });
    },
    close: async () => readers.close(),
  };
}

export interface BinaryStoreOptions {
  /** What git has just printed of the checkout in the nearest folder, to be used once. */
  readonly listed?: Buffer | undefined;
  /** The folders of objects of submodules; those of checkouts are added as they are met. */
  readonly stores?: readonly string[];
}

/** Readers of all objects, and of what gitlinks pin: without the objects of the repository itself. */
function openReaders(program: GitProgram, facts: GitFacts, given: readonly string[]) {
  const stores = [...given];
  const opened: CatFile[] = [];
  const reader = (of: GitProgram) => {
    const objects = openCatFile(of);
    opened.push(objects);
    return { program: of, objects, facts, last: { of: undefined } };
  };
  const pinned = () => {
    const of = submoduleProgram(program, stores);
    return of && reader(of);
  };
  let own = reader(program);
  let inside = pinned();
  const add = (folder: string) => {
    const found = checkoutStore(program, facts, folder);
    if (found === undefined || stores.includes(found)) return;
    stores.push(found);
    own = reader(withStores(program, stores.slice(given.length)));
    inside = pinned();
  };
  return {
    add,
    own: () => own,
    of({ submodule }: TreeReading = {}) {
      if (submodule === undefined) return own;
      if (facts.topLevel !== undefined) add(join(facts.topLevel, submodule));
      return inside;
    },
    close() {
      for (const each of opened) each.close();
    },
  };
}

function topOf({ topLevel }: GitFacts): string {
  if (topLevel !== undefined) return topLevel;
  throw new HeirError("environment", "a bare repository has no work tree", "name a commit with -r");
}

/** `:/text` treats everything after it as the text to search for, so nothing can be appended. */
function commitQuery(revision: string): string {
  return revision.startsWith(":/") ? revision : `${revision}^{commit}`;
}

async function listRefs(program: GitProgram, options: Abortable = {}): Promise<readonly string[]> {
  const args = ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"];
  return printedPieces(await git(program, args, options));
}

interface TreeReader extends Abortable {
  readonly program: GitProgram;
  readonly objects: CatFile;
  readonly facts: GitFacts;
}

/** `last` is the last tree that was listed: of the next one, git prints the differences. */
async function listTree(
  { last, ...reader }: TreeReader & { readonly last: { of: TreeListing | undefined } },
  tree: string,
  prefix: string,
): Promise<TreeListing> {
  const folder = prefix === "" ? ({ kind: "folder", id: tree } as const) : await entryAt(reader, tree, prefix);
  if (folder?.kind !== "folder") return emptyListing(reader.facts.objectFormat);
  const listing = await listed(reader, folder.id, last.of);
  last.of = listing;
  return listing;
}

async function listed({ program, signal }: TreeReader, id: string, last?: TreeListing): Promise<TreeListing> {
  signal?.throwIfAborted();
  if (last?.id === id) return last;
  if (last !== undefined) {
    const output = await git(program, [...COMPARE_TREES, last.id, id, "--"], { signal });
    const listing = readDifferences(last, output, id);
    if (listing !== undefined) return listing;
  }
  const args = ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", id];
  return { id, ...readTree(await git(program, args, { signal })) };
}

async function entryAt({ objects, signal }: TreeReader, tree: string, path: string): Promise<PathEntry | undefined> {
  const reply = await abortable(objects.read(`${tree}:${path}`), signal);
  if (reply.kind !== "object") return undefined;
  return { kind: reply.type === "tree" ? "folder" : "file", id: reply.id };
}

/** The commit that a revision names. Throws HeirError where it names none, or several. */
async function resolved({ program, objects, facts, signal }: TreeReader, revision: string): Promise<CommitInfo> {
  const reply = await abortable(objects.read(commitQuery(revision)), signal);
  if (reply.kind === "ambiguous") throw new HeirError("environment", `revision "${revision}" is ambiguous`);
  if (reply.kind === "object" && reply.type === "commit") return commitInfo(reply.id, reply.body);
  const isThere = async (name: string) => (await objects.read(commitQuery(name))).kind === "object";
  const headExists = await isThere("HEAD");
  if (!headExists) expectUnborn(facts);
  const start = baseRevision(revision);
  const isCut = start !== undefined && shallowCommits(facts).size > 0 && (await isThere(start));
  throw unknownRevision({ revision, refNames: await listRefs(program), headExists, isCut });
}

/** This many blobs are requested at once: enough to keep git busy, few enough to stop soon when aborted. */
const BATCH = 512;

async function readBlobs(
  objects: CatFile,
  ids: Iterable<string>,
  { signal }: Abortable = {},
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = [...new Set(ids)];
  const bytes = new Map<string, Uint8Array>();
  for (let start = 0; start < wanted.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = wanted.slice(start, start + BATCH);
    const replies = await abortable(Promise.all(batch.map((id) => objects.read(id))), signal);
    batch.forEach((id, index) => {
      bytes.set(id, blobBody(id, replies[index]));
    });
  }
  return bytes;
}

function readBlobsNow(program: GitProgram, ids: Iterable<string>): ReadonlyMap<string, Uint8Array> {
  const wanted = [...new Set(ids)];
  const replies = wanted.length === 0 ? [] : objectsNow(program, wanted);
  return new Map(wanted.map((id, index) => [id, blobBody(id, replies[index])]));
}

function blobBody(id: string, reply: Reply | undefined): Uint8Array {
  if (reply?.kind === "object" && reply.type === "blob") return reply.body;
  throw missingObject(id);
}

/** `git write-tree` on a copy, as it rewrites its index. With a split index it must not make a new shared part. */
async function writeTree(program: GitProgram, facts: GitFacts, options: Abortable = {}): Promise<StagedTree> {
  if (facts.topLevel === undefined && program.env["GIT_INDEX_FILE"] === undefined) {
    throw new HeirError("environment", "a bare repository has no index", "name a commit with -r");
  }
  return inTemporaryFolder("index", async (folder) => {
    const copy = join(folder, "index");
    await copyIndex(facts.indexFile, copy);
    return await writeTreeOf({ ...program, env: { ...program.env, GIT_INDEX_FILE: copy } }, options);
  });
}

/** In seconds: the last time that an index can hold. */
const LATEST = 2 ** 32 - 1;

/** No index file is an empty index. The copy is younger than all files: git filters those as young as the index. */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
    await utimes(to, LATEST, LATEST);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw new HeirError("environment", `the index cannot be read: ${messageOf(error)}`);
  }
}

const writeTreeArgs = ["-c", "core.splitIndex=false", "write-tree", "--missing-ok"];

async function writeTreeOf(program: GitProgram, options: Abortable): Promise<StagedTree> {
  const result = await runGit(program, writeTreeArgs, options);
  if (result.status === 0) return { tree: result.stdout.toString().trim(), unmerged: [], unmergedSubmodules: [] };
  const stages = await unmergedStages(program, options);
  const unmerged = stagedPaths(stages);
  if (unmerged.length === 0) throw gitFailure("write-tree", result.stderr);
  const removals = unmerged.map((path) => `0 ${"0".repeat(40)}\t${path}\0`).join("");
  await git(program, ["update-index", "-z", "--index-info"], { ...options, input: removals });
  const rest = await git(program, writeTreeArgs, options);
  return { tree: rest.toString().trim(), unmerged, unmergedSubmodules: stagedSubmodules(stages) };
}

async function unmergedStages(program: GitProgram, options: Abortable): Promise<readonly string[]> {
  const args = ["ls-files", "--unmerged", "-z", "--full-name", "--", gitPath(program, "")];
  return printedPieces(await git(program, args, options), "\0");
}

/** Of paths from the top that a state lacks, why: git ignores what is there, or it is on disk alone. Never fails. */
async function whyAbsent(
  program: GitProgram,
  { topLevel }: Pick<GitFacts, "topLevel">,
  { paths, ...options }: { readonly paths: readonly string[] } & Abortable,
): Promise<ReadonlyMap<string, string>> {
  if (topLevel === undefined) return new Map();
  const args = ["ls-files", "-z", "--full-name", "--others", "--ignored", "--exclude-standard", "--directory", "--"];
  const { stdout } = await runGit(program, [...args, ...paths.map((path) => gitPath(program, path))], options);
  // A folder that is ignored as a whole ends in a slash.
  const ignored = printedPieces(stdout, "\0");
  return new Map(
    paths.flatMap((path): readonly (readonly [string, string])[] => {
      if (ignored.some((each) => `${path}/`.startsWith(each))) return [[path, "git ignores"]];
      return diskEntry(`${topLevel}/${path}`).kind === "none" ? [] : [[path, "git does not track"]];
    }),
  );
}
