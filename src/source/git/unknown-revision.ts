import { join } from "node:path";
import { similar } from "../../base/similar.ts";
import { command } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { regularFileText } from "../disk/read-files.ts";
import type { GitFacts } from "./store.ts";

interface UnknownRevision {
  readonly revision: string;
  readonly refNames: readonly string[];
  readonly headExists: boolean;
  /** A parent of a commit that exists is asked for, in a shallow clone. */
  readonly isCut: boolean;
}

/** The error for a revision that names no commit: why, and which names are near. */
export function unknownRevision({ revision, refNames, headExists, isCut }: UnknownRevision): HeirError {
  if (!headExists && refNames.length === 0) {
    return new NoCommits("this repository has no commits yet", "make a first commit with git commit");
  }
  if (!headExists && /^(HEAD|@)([~^].*)?$/.test(revision)) {
    return new NoCommits("the current branch has no commits yet", `name a commit: ${names(refNames)}`);
  }
  if (isCut) {
    const message = `"${revision}" is not here: this clone is shallow`;
    return new HeirError("environment", message, deepen(revision), { code: "unknown-revision" });
  }
  // What a pull request is compared with need not be in a shallow clone; of it, one commit is enough.
  if (WHOLE_ID.test(revision)) {
    const hint = command(["git", "fetch", "--depth=1", "origin", revision]);
    return new HeirError("environment", `commit ${revision} is not here`, hint);
  }
  const candidates = similar(revision.replace(/[~^].*$/, ""), [...refNames, "HEAD", "INDEX", "WORKTREE"]);
  const hint = candidates.length === 0 ? undefined : `did you mean ${names(candidates)}?`;
  const details = { code: "unknown-revision", candidates, word: revision } as const;
  return new HeirError("environment", `unknown revision "${revision}"`, hint, details);
}

/** For a HEAD that does not resolve: throws HeirError unless it is a branch without commits, which has no ref. */
export function expectUnborn({ gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">): void {
  const head = (regularFileText(join(gitDir, "HEAD")) ?? "").trim();
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  const packed = regularFileText(join(commonDir, "packed-refs"))?.split("\n") ?? [];
  const [packedId = ""] = packed.find((line) => line.endsWith(` ${ref}`))?.split(" ") ?? [];
  const named = ref === undefined ? head : (regularFileText(join(commonDir, ref)) ?? packedId).trim();
  if (named === "") return;
  const what = WHOLE_ID.test(named) ? `${named.slice(0, 7)}, and the object is missing` : "no commit";
  const name = ref?.replace(/^refs\/heads\//, "") ?? "HEAD";
  throw new HeirError("environment", `broken repository: ${name} names ${what}`, "git fsck says what else is missing");
}

const WHOLE_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What fetches a commit a number of parents away; how many of them are here is not known. */
function deepen(revision: string): string {
  const steps = [...revision.matchAll(/~(\d*)|\^(?!\{)/g)].map(([, count]) => Number(count || 1));
  const count = steps.reduce((sum, each) => sum + each, 0);
  const fetch = command(["git", "fetch", count === 0 ? "--unshallow" : `--deepen=${count}`]);
  return `${fetch}, or fetch-depth: 0 in CI`;
}

const UNSHALLOW = "git fetch --unshallow gets the whole history";

/** The error for two revisions without a merge base, which a shallow clone may not have. */
export function noCommonAncestor(
  names: readonly [string, string],
  facts: GitFacts | undefined,
  hint?: string,
): HeirError {
  const message = `${names.join(" and ")} have no common ancestor`;
  const isCut = facts !== undefined && shallowCommits(facts).size > 0;
  if (isCut) return new HeirError("environment", `${message} in this shallow clone`, UNSHALLOW);
  return new HeirError("environment", message, hint);
}

/** HEAD is a branch without commits: what is staged for the first one can still be compared, with nothing. */
export class NoCommits extends HeirError {
  constructor(message: string, hint: string) {
    super("environment", message, hint, { code: "no-commits" });
  }
}

function names(refNames: readonly string[]): string {
  const shown = refNames.slice(0, 3);
  const last = shown.pop();
  return shown.length === 0 ? String(last) : `${shown.join(", ")} or ${last}`;
}

/** The commits at which a shallow clone ends: git reads them as without parents. Empty for a whole repository. */
export function shallowCommits({ commonDir }: Pick<GitFacts, "commonDir">): ReadonlySet<string> {
  const text = regularFileText(join(commonDir, "shallow")) ?? "";
  return new Set(text.split("\n").filter((id) => id !== ""));
}

/** What a revision such as `HEAD~3` starts from; undefined for one that goes to no parent. */
export function baseRevision(revision: string): string | undefined {
  return /^([^~^:]+)[~^]/.exec(revision)?.[1];
}
