import { digest } from "../../base/digest.ts";
import { command } from "../../base/terminal-text.ts";
import { compareText } from "../../base/text-order.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { git, printedPieces, runGit, runGitOnTerminal } from "../git/program/process.ts";
import { type Environment, type GitProgram, quietGit, usersGit } from "../git/program/program.ts";
import type { GitPlace } from "../repository/locate.ts";

/** What git did for the user, or would not do: then nothing changed. */
export interface ActResult {
  readonly isDone: boolean;
  /** The command as it is typed. */
  readonly tried: string;
  /** All that git and its hooks wrote. */
  readonly output: string;
}

/** A repository in which the user acts: git runs as they would start it. */
export interface ActingPlace extends GitPlace {
  readonly env: Environment;
}

/** Files as they are in the work tree, to the index; filters run. Throws HeirError where git cannot be started. */
export function stageFiles(place: ActingPlace, paths: readonly string[]): Promise<ActResult> {
  return act(place, ["add", "--", ...paths.map(literal)], { tried: command(["git", "add"], paths) });
}

/** A patch to the index, or from it; the work tree stays as it is. Throws HeirError where git cannot be started. */
export function applyToIndex(place: ActingPlace, patch: string, isReversed: boolean): Promise<ActResult> {
  const args = ["apply", "--cached", "--recount", "--whitespace=nowarn", ...(isReversed ? ["--reverse"] : []), "-"];
  return act(place, args, { tried: "git apply --cached", input: patch });
}

/** What is staged, as a commit; without a message the one that git has prepared for a merge. Throws as the others do. */
export function commitStaged(place: ActingPlace, message: string | undefined): Promise<ActResult> {
  const words = message === undefined ? ["--no-edit"] : ["-m", message];
  return act(place, ["commit", "-q", ...words], { tried: "git commit" });
}

/** The same on the terminal, where git opens the user's editor for the message. Throws as the others do. */
export async function commitInEditor({ facts, program, env }: ActingPlace): Promise<ActResult> {
  const status = await runGitOnTerminal(usersGit(program, facts.topLevel ?? facts.gitDir, env), ["commit"]);
  return { isDone: status === 0, tried: "git commit", output: "" };
}

/** HEAD back to a commit, or to before the first one; index and files stay as they are. Throws as the others do. */
export function resetSoft(place: ActingPlace, to: string | undefined): Promise<ActResult> {
  const args = to === undefined ? ["update-ref", "-d", "HEAD"] : ["reset", "-q", "--soft", to];
  return act(place, args, { tried: command(["git", ...args]) });
}

/** What one file changes, as `git diff` prints it. Throws HeirError when git fails. */
export async function fileDiff(
  place: ActingPlace,
  { path, isStaged }: { readonly path: string; readonly isStaged: boolean },
  options: Abortable = {},
): Promise<string> {
  const side = isStaged ? ["--cached"] : [];
  return (await git(programOf(place), ["diff", ...PLAIN_DIFF, ...side, "--", literal(path)], options)).toString();
}

/** Sets every option whose default the user's settings could change. */
const PLAIN_DIFF: readonly string[] = [
  ...["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--patch"],
  ...["--unified=3", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/"],
];

function literal(path: string): string {
  return `:(top,literal)${path}`;
}

async function act(
  place: ActingPlace,
  args: readonly string[],
  { tried, ...options }: Pick<ActResult, "tried"> & { readonly input?: string },
): Promise<ActResult> {
  const { status, stdout, stderr } = await runGit(programOf(place), args, options);
  const output = [stdout.toString(), stderr].filter((text) => text !== "").join("\n");
  return { isDone: status === 0, tried, output };
}

function programOf({ facts, program, env }: ActingPlace): ReturnType<typeof quietGit> {
  return quietGit(program, facts.topLevel ?? facts.gitDir, env);
}

/** A path that a commit would change, or could: the two letters are those of `git status --short`. */
export interface ChangedPath {
  /** From the top of the work tree. */
  readonly path: string;
  /** The index against HEAD: `M`, `A`, `D`, `T`, `U` for unmerged, `?` for untracked, a space for the same. */
  readonly index: string;
  /** The work tree against the index: `M`, `A`, `D`, `T`, `U`, `?`, or a space. */
  readonly worktree: string;
}

const STATUS = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];

/** Those of them that are not merged, and say it without a `U`. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["AA", "DD"]);

/**
 * What differs between HEAD, the index and the work tree, sorted by path. No filter runs: a file with one that was written
 * again counts as changed. Throws HeirError when git fails.
 */
export async function changedPaths(program: GitProgram, options: Abortable = {}): Promise<readonly ChangedPath[]> {
  return printedPieces(await git(program, STATUS, options), "\0")
    .map((entry) => {
      const [letters, path] = [entry.slice(0, 2), entry.slice(3)];
      const [index = "", worktree = ""] = letters.includes("U") || BOTH_SIDES.has(letters) ? "UU" : letters;
      return { path, index, worktree };
    })
    .filter(({ path }) => !path.endsWith("/"))
    .sort((left, right) => compareText(left.path, right.path));
}

/** The first and the last line, counted from 1. */
export type LineNumbers = readonly [first: number, last: number];

export interface EditHunk {
  /** Equal for equal lines at the same place. */
  readonly id: string;
  /** The lines above the hunks in a patch of the file. */
  readonly header: string;
  /** `@@ -1,4 +1,4 @@`. */
  readonly head: string;
  /** Each begins with a space, `-` or `+`, or is git's remark on the last line. */
  readonly lines: readonly string[];
  /** The first and the last of its lines in the older file, and in the newer one. */
  readonly ranges: readonly [LineNumbers, LineNumbers];
  /** The hunk as a patch of its own. */
  readonly patch: string;
}

/** The hunks of one file, from the text of `git diff`; none of a file that is no text. Never fails. */
export function hunksIn(text: string): readonly EditHunk[] {
  const [header = "", ...parts] = text.split(/^(?=@@ )/m);
  return parts.map((part) => {
    const [head = "", ...lines] = part.replace(/\n$/, "").split("\n");
    const ranges = [rangeIn(/-(\d+)(?:,(\d+))? \+/, head), rangeIn(/\+(\d+)(?:,(\d+))? @@/, head)] as const;
    return { id: digest(part), header, head, lines, ranges, patch: header + part };
  });
}

function rangeIn(form: RegExp, head: string): LineNumbers {
  const [, first = "0", count = "1"] = form.exec(head) ?? [];
  return [Number(first), Number(first) + Number(count) - 1];
}
