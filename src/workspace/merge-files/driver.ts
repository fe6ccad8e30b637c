import { join } from "node:path";
import { madeOnce } from "../../base/made-once.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import { blobId } from "../../model/inventory/object-id.ts";
import { defaultSettings, isDefinitionPath } from "../../model/inventory/settings.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { filesOfDriver } from "../../source/attributes/check-attr.ts";
import { commitIds, objectIds } from "../../source/commits/commits.ts";
import { replaceText } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import { git } from "../../source/git/program/process.ts";
import { type Environment, type GitProgram, gitPath, gitProgram } from "../../source/git/program/program.ts";
import { type MergeSides, mergeText } from "../../source/merge/merge-tree.ts";
import { type ConflictedFile, type FileMerger, type MergedFile, mergedTree } from "../../source/merge/merged-files.ts";
import type { Source } from "../../source/open.ts";
import { hasMergeDriver } from "../../source/repository/settings.ts";
import { OpenStates } from "../load/states.ts";
import { workspaceOf } from "../open.ts";
import type { Workspace } from "../workspace.ts";
import { choiceJudge } from "./choices.ts";
import { mergeFile } from "./file.ts";

/**
 * Merges two sides of a file and writes the result over ours: by what it says if it defines something in the inventory,
 * else as git merges text (docs/merges.md). Throws HeirError for a file that is not there, and when git fails.
 */
export async function driveMerge(
  source: Source,
  request: ConflictedFile & Abortable & { readonly cwd: string; readonly env: Environment },
): Promise<MergedFile> {
  const { cwd, env, files, path, signal } = request;
  const { program } = source;
  // Before ours is written over.
  const all = [files.base, files.ours, files.theirs];
  const ids = all.map((file) => blobId(Buffer.from(textOf(file)), source.git?.objectFormat));
  const own = { ...(program ?? gitProgram(cwd, env)), cwd };
  const { isMerged, ask } = await fileMerger(source, own).merge(request, { signal });
  if (ask === undefined || program === undefined) return { isMerged };
  const repository = { ...source, program, merger: fileMerger(source, program, false) };
  const merges = async (options: Abortable) => {
    const among = await possibleSides({ source, program, env }, { ids, path }, options);
    const tried = among.length > MOST_SIDES ? [] : among;
    const treeOf = async (sides: MergeSides) => (await mergedTree(repository, sides, options)).tree;
    return Promise.all(tried.map(async (sides) => ({ ...sides, tree: await treeOf(sides) })));
  };
  return ask(merges, { signal });
}

/** So many different pairs of lines of work are tried. */
const MOST_SIDES = 4;

/** The size of a marker where no attribute says it. */
export const MARKER = 7;
const PLAIN = { ours: "ours", theirs: "theirs" };

/**
 * What merges files in conflict as git would: heir, where it is a merge driver and attributes say so. `asks`: nodes are
 * asked which order of items matters. Throws HeirError as `driveMerge` does.
 */
export function fileMerger(source: Source, program: GitProgram, asks = true): FileMerger {
  let test: ReturnType<typeof definitionTest> | undefined;
  const workspace = madeOnce(() => workspaceOf(new OpenStates(source, { cache: false })));
  const judge = madeOnce(() => choiceJudge(workspace()));
  return {
    async merges(paths, options) {
      if (!(await hasMergeDriver(program))) return new Set();
      const own = new Map(paths.map((path) => [gitPath(program, path), path]));
      const driven = await filesOfDriver(program, [...own.keys()], options);
      return new Set([...driven].flatMap((path) => own.get(path) ?? []));
    },
    async merge({ path, files, size = MARKER }, options) {
      test ??= definitionTest(source, workspace, options);
      const isDefinition = (await test)(path);
      const texts = { base: textOf(files.base), ours: textOf(files.ours), theirs: textOf(files.theirs) };
      const byGit = (isPrinted: boolean) => mergeText(program, { ...files, size }, { ...options, isPrinted });
      const isPlain = Object.values(texts).every((text) => !text.includes("\ufffd") && !text.startsWith("\ufeff"));
      const merge = isDefinition && isPlain ? await mergeFile(texts, () => byGit(true)) : { kind: "git" as const };
      if (merge.kind === "git") return { isMerged: (await byGit(false)).isClean };
      await replaceText(files.ours, merge.kind === "merged" ? merge.text : merge.marked(PLAIN, size));
      if (merge.kind === "merged" || !asks) return { isMerged: merge.kind === "merged" };
      const ask: MergedFile["ask"] = async (among, how = {}) => {
        const judged = await inTime(async (timed) => judge()(merge, { path, among: await among(timed) }, timed), how);
        const { isSame = false, labels } = judged ?? {};
        await replaceText(files.ours, isSame ? (merge.orders[0] ?? "") : merge.marked(labels ?? PLAIN, size));
        return { isMerged: isSame, reason: isSame ? undefined : labels && `${labels.ours}; ${labels.theirs}` };
      };
      return { isMerged: false, ask };
    },
  };
}

/** In milliseconds: how long nodes are asked about one file. */
const MOST_TIME = 5000;

async function inTime<Of>(judge: (options: Abortable) => Promise<Of>, { signal }: Abortable): Promise<Of | undefined> {
  const limit = AbortSignal.timeout(MOST_TIME);
  try {
    return await judge({ signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
  } catch (error) {
    if (limit.aborted && signal?.aborted !== true) return undefined;
    throw error;
  }
}

function textOf(path: string): string {
  const text = regularFileText(path);
  if (text === undefined) throw new HeirError("usage", `there is no file ${path}`);
  return text;
}

/** Tells which paths from the top define something in an inventory of HEAD; without any, in one at the top. */
async function definitionTest(source: Source, workspace: () => Workspace, options: Abortable = {}) {
  const hasCommits = source.git !== undefined && !(await source.isUnborn("HEAD", options));
  const states = hasCommits ? await source.all.commit("HEAD", options) : [];
  const found = states.filter(({ place }) => place.missing === undefined);
  if (found.length === 0) return (path: string) => isDefinitionPath(path, defaultSettings);
  const tests = found.map(async (snapshot) => {
    const { settings } = await workspace().settingsOf(snapshot, options);
    const { folder } = snapshot.place;
    return (path: string) => relativePathsBelow([path], folder).some((inside) => isDefinitionPath(inside, settings));
  });
  const ready = await Promise.all(tests);
  return (path: string) => ready.some((test) => test(path));
}

/**
 * Commits that git may be merging, by blobs of base, ours and theirs at the path. Ours: HEAD or a ref; theirs: noted by
 * git, else a ref; base: the parent of theirs (a pick), or the merge base. Throws HeirError when git fails.
 */
async function possibleSides(
  { source, program, env }: { readonly source: Source; readonly program: GitProgram; readonly env: Environment },
  { ids: [base, ours, theirs], path }: { readonly ids: readonly (string | undefined)[]; readonly path: string },
  options: Abortable = {},
): Promise<readonly MergeSides[]> {
  const listed = await git(program, ["for-each-ref", "--format=%(objectname)"], options);
  const refs = [...new Set(listed.toString().split("\n"))];
  const having = async (commits: readonly string[], blob: string | undefined) => {
    const found = await commitIds(program, commits, options);
    const names = commits.map((commit) => `${commit}:${path}`);
    const blobs = await objectIds(program, { type: "blob", names }, options);
    return [...new Set(found.flatMap((id, at) => (blob !== undefined && blobs[at] === blob ? (id ?? []) : [])))];
  };
  const [head] = await having(["HEAD"], ours);
  const here = head === undefined ? await having(refs, ours) : [head];
  const noted = await having(notedCommits(source, env), theirs);
  const there = noted.length > 0 ? noted : (await having(refs, theirs)).filter((id) => !here.includes(id));
  const sides: MergeSides[] = [];
  for (const one of here) {
    for (const other of there) {
      const ancestor = await source.mergeBase(one, other, options);
      const bases = await having([`${other}^`, ancestor ?? ""], base);
      sides.push(...bases.map((each) => ({ ours: one, theirs: other, base: each !== ancestor ? each : undefined })));
    }
  }
  return sides;
}

/** What git notes of the commit that it merges or picks, before it asks a driver. */
function notedCommits({ git: facts }: Source, env: Environment): readonly string[] {
  const heads = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? []);
  const text = (name: string) => (facts === undefined ? "" : (regularFileText(join(facts.gitDir, name)) ?? ""));
  const picked = text("rebase-merge/done").trim().split("\n").at(-1)?.split(" ")[1];
  const names = [picked, text("rebase-apply/original-commit").trim(), ...heads];
  return names.flatMap((name) => name || []);
}
