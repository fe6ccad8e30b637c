import { readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../disk/read-files.ts";
import { git, printedPieces, runGit } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { GitFacts } from "../git/store.ts";

/** The branch that is checked out; undefined when none is. Throws GitMissing without a git program. */
export async function currentBranch(program: GitProgram): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["symbolic-ref", "--short", "--quiet", "HEAD"]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** The commit that is checked out; undefined before the first one. */
export async function headCommit(program: GitProgram): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** Names and ids of all branches and tags, as one text. Throws HeirError when git fails. */
export async function refsText(program: GitProgram): Promise<string> {
  const refs = ["refs/heads", "refs/remotes", "refs/tags"];
  return (await git(program, ["for-each-ref", "--format=%(refname) %(objectname)", ...refs])).toString();
}

export interface RefName {
  readonly kind: "branch" | "tag" | "remote";
  /** As git takes it: `main`, `v1`, `origin/main`. */
  readonly name: string;
  /** The commit, and its first parent. */
  readonly id: string;
  readonly parent: string | undefined;
  readonly isCurrent: boolean;
  readonly upstream: string | undefined;
}

const REF_FIELDS = "refname refname:short objecttype objectname parent *objectname *parent HEAD upstream:short";

/** All branches, then tags, then branches of remotes; each kind newest first, the branch that is checked out last. */
export async function refNames(program: GitProgram, { signal }: Abortable = {}): Promise<readonly RefName[]> {
  const format = REF_FIELDS.split(" ").map((field) => `%(${field})`);
  const folders = ["refs/heads", "refs/tags", "refs/remotes"];
  const args = ["for-each-ref", `--format=${format.join("%00")}`, "--sort=-creatordate", ...folders];
  const rows = printedPieces(await git(program, args, { signal })).flatMap(refName);
  const of = (kind: RefName["kind"], isCurrent = false): readonly RefName[] =>
    rows.filter((row) => row.kind === kind && row.isCurrent === isCurrent);
  return [...of("branch"), ...of("branch", true), ...of("tag"), ...of("remote")];
}

/** A line of git; none for what is no commit. */
function refName(line: string): readonly RefName[] {
  const [full = "", name = "", type, ownId, ownParents, tagged, taggedParents, head, upstream = ""] = line.split("\0");
  const [id = "", parents = ""] = type === "tag" ? [tagged, taggedParents] : [ownId, ownParents];
  if (id === "" || full.endsWith("/HEAD") || (type !== "commit" && type !== "tag")) return [];
  const kind = full.startsWith("refs/heads/") ? "branch" : full.startsWith("refs/tags/") ? "tag" : "remote";
  const parent = parents.split(" ")[0] || undefined;
  return [{ kind, name, id, parent, isCurrent: head === "*", upstream: upstream || undefined }];
}

/** Files of a git directory that say what is in progress. */
const STATE_FILES: readonly string[] =
  "MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG shallow rebase-merge rebase-apply".split(" ");

/**
 * What git has begun and not finished, in words: `merging feature/x`, `rebasing 2/5 onto main`, `cherry-picking 1a2b3c4`,
 * `reverting 1a2b3c4`, `bisecting`; and `shallow` for a clone without its oldest commits. Never fails.
 */
export function unfinishedWork({ gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">): readonly string[] {
  const text = (name: string): string | undefined => regularFileText(join(gitDir, name))?.trim();
  const rebase = rebasing(text);
  const picked = text("CHERRY_PICK_HEAD");
  const reverted = text("REVERT_HEAD");
  const isShallow = (regularFileText(join(commonDir, "shallow")) ?? "").trim() !== "";
  return [
    ...(rebase === undefined ? [] : [rebase]),
    ...(text("MERGE_HEAD") === undefined ? [] : [merging(text)]),
    // A rebase picks commits, too: it says so itself.
    ...(picked === undefined || rebase !== undefined ? [] : [`cherry-picking ${shortId(picked)}`]),
    ...(reverted === undefined ? [] : [`reverting ${shortId(reverted)}`]),
    ...(text("BISECT_LOG") === undefined ? [] : ["bisecting"]),
    ...(isShallow ? ["shallow"] : []),
  ];
}

/** The first line of the message of a merge, cherry-pick or revert that waits for its commit. Never fails. */
export function preparedMessage({ gitDir }: Pick<GitFacts, "gitDir">): string | undefined {
  const text = (name: string) => regularFileText(join(gitDir, name));
  const isWaiting = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].some((name) => text(name) !== undefined);
  const [first = ""] = (isWaiting ? (text("MERGE_MSG") ?? "") : "").split("\n");
  return first === "" ? undefined : first;
}

type TextOf = (name: string) => string | undefined;

function merging(text: TextOf): string {
  const heads = (text("MERGE_HEAD") ?? "").split("\n");
  const [, name] = /^Merge (?:remote-tracking )?(?:branch|tag|commit) '([^'\n]+)'/.exec(text("MERGE_MSG") ?? "") ?? [];
  if (heads.length > 1) return `merging ${heads.length} branches`;
  return `merging ${name === undefined ? shortId(heads[0] ?? "") : name}`;
}

function rebasing(text: TextOf): string | undefined {
  const forms = [
    { folder: "rebase-merge", at: "msgnum", of: "end" },
    { folder: "rebase-apply", at: "next", of: "last" },
  ];
  for (const { folder, at, of } of forms) {
    const [step, steps] = [text(`${folder}/${at}`), text(`${folder}/${of}`)];
    if (step === undefined || steps === undefined) continue;
    const onto = text(`${folder}/onto_name`) ?? text(`${folder}/onto`);
    return `rebasing ${step}/${steps}${onto === undefined ? "" : ` onto ${shortId(onto)}`}`;
  }
  return undefined;
}

function shortId(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 7) : text;
}

/** Files of a git directory that are written when HEAD, the index or a branch moves, and when git begins something. */
const TELLING = new Set(["HEAD", "index", "packed-refs", ...STATE_FILES]);

/** git writes several files for one command. */
const CALM_MS = 100;

export interface RepositoryWatch {
  /** Watches these folders instead of those before; absolute. */
  follow(folders: Iterable<string>): void;
}

/**
 * Calls back when HEAD, the index, a branch or a file in a followed folder may have changed. It does not keep the process
 * alive. What cannot be watched never calls back.
 */
export function watchRepository(
  { gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">,
  moved: () => void,
): RepositoryWatch {
  let isWaiting = false;
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      moved();
    }, CALM_MS).unref();
  };
  const inGit = (name: string | null): void => {
    if (name === null || TELLING.has(name)) soon();
  };
  for (const folder of new Set([gitDir, commonDir])) watched(folder, inGit);
  for (const folder of [join(gitDir, "logs"), ...refFolders(commonDir)]) watched(folder, soon);
  return followed(soon);
}

function followed(changed: () => void): RepositoryWatch {
  const ends = new Map<string, () => void>();
  return {
    follow(folders) {
      const wanted = new Set(folders);
      for (const [folder, end] of ends) {
        if (wanted.has(folder)) continue;
        end();
        ends.delete(folder);
      }
      for (const folder of wanted) if (!ends.has(folder)) ends.set(folder, watched(folder, changed));
    },
  };
}

/** The folders of branches; git makes one for each `/` in a name. */
function refFolders(commonDir: string): readonly string[] {
  const heads = join(commonDir, "refs", "heads");
  const below = quietly(() => readdirSync(heads, { recursive: true, withFileTypes: true }));
  const folders = below?.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name));
  return folders === undefined ? [] : [heads, ...folders];
}

/** Watches a folder; returns how to end that. On a system without free watchers nothing is watched, and R still reloads. */
function watched(folder: string, changed: (name: string | null) => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => changed(name));
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
