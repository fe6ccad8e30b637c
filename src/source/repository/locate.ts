import { accessSync, constants, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import { diskEntry, regularFileText } from "../disk/read-files.ts";
import { GitMissing, gitFailure, runGit } from "../git/program/process.ts";
import {
  type Environment,
  type GitProgram,
  gitProgram,
  isInside,
  namesRepository,
  withoutRepository,
} from "../git/program/program.ts";
import type { GitFacts } from "../git/store.ts";
import { KAPITAN } from "../inventory/marks.ts";
import { assertRegular, findRepository, type GitRepository } from "./without-git.ts";

export interface LocateOptions {
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  readonly env: Environment;
}

export interface Location {
  /**
   * The top of what may be searched for an inventory, absolute, links followed: the top of the work tree; the git
   * directory of a bare repository; outside git the nearest inventory going up from the start, or the start itself.
   */
  readonly top: string;
  /** The folder that the command was started in or `-C` names, below the top; "" for the top. */
  readonly start: string;
  /** Undefined outside git. */
  readonly git: GitFacts | undefined;
  /** How git is to be started for this repository; undefined outside git and where there is no git program. */
  readonly program: GitProgram | undefined;
}

export interface GitPlace {
  readonly facts: GitFacts;
  readonly program: GitProgram;
}

/**
 * Finds the repository around the user's folder by one run of git; `-C DIR` is as if started there. GIT_DIR counts for
 * folders inside it only. Throws HeirError for a missing folder, and a repository that git refuses or reads for ever.
 */
export async function locate(options: LocateOptions): Promise<Location> {
  const place = placeOf(options);
  return locationIn(await repositoryAt(place), place.start);
}

/** The error where there is no repository. */
export function noRepository(hint = "git init makes one"): HeirError {
  return new HeirError("environment", "this folder is not in a git repository", hint, { code: "no-repository" });
}

/** The same without running git; undefined if only git can find the repository. Never fails. */
export function plainLocation(options: LocateOptions): Location | undefined {
  try {
    const { start, env } = placeOf(options);
    const repository = plainRepository(start, env);
    if (repository === undefined) return undefined;
    assertRegular(start, env);
    return locationIn({ repository, program: gitProgram(start, env) }, start);
  } catch {
    return undefined;
  }
}

function placeOf({ cwd, directory, env }: LocateOptions): Place {
  const from = folder(cwd, cwd);
  return { cwd: from, start: directory === undefined ? from : folder(resolve(from, directory), directory), env };
}

function locationIn({ repository, program }: FoundRepository, start: string): Location {
  if (repository === undefined) {
    const top = nearestInventory(start, undefined) ?? start;
    return { top, start: below(start, top), git: undefined, program };
  }
  const { topLevel, gitDir } = repository;
  if (topLevel === undefined)
    return { top: gitDir, start: "", git: { ...repository, start: "", nearest: "" }, program };
  const from = isInside(start, topLevel) ? start : topLevel;
  const nearest = below(nearestInventory(from, topLevel) ?? topLevel, topLevel);
  return {
    top: topLevel,
    start: below(from, topLevel),
    git: { ...repository, start: below(from, topLevel), nearest },
    program: program && { ...program, up: wayUp(program.cwd, topLevel) },
  };
}

/** Started outside the work tree, git reads paths from its top. */
function wayUp(cwd: string, topLevel: string): string {
  const inside = isInside(cwd, topLevel) ? below(cwd, topLevel) : "";
  return inside === "" ? "" : "../".repeat(inside.split("/").length);
}

function folder(path: string, named: string): string {
  try {
    const real = realpathSync(path);
    if (diskEntry(real).kind === "folder") return real;
  } catch {
    // Falls through: nothing is there, or it cannot be entered.
  }
  throw new HeirError("usage", `there is no directory "${named}"`);
}

interface Place {
  readonly cwd: string;
  readonly start: string;
  readonly env: Environment;
}

interface FoundRepository {
  readonly repository: GitRepository | undefined;
  readonly program: GitProgram | undefined;
}

/**
 * With GIT_DIR set, git treats its working directory as the top of the work tree, so it runs in the caller's working
 * directory. All later runs use the same directory, so that relative variables keep their meaning.
 */
async function repositoryAt({ cwd, start, env }: Place): Promise<FoundRepository> {
  const named = env["GIT_DIR"] !== undefined;
  const found = await ask(named ? cwd : start, env);
  if (!named || start === cwd || holds(found.repository, start)) return found;
  return ask(start, withoutRepository(env));
}

async function ask(cwd: string, env: Environment): Promise<FoundRepository> {
  assertRegular(cwd, env);
  const program = gitProgram(cwd, env);
  try {
    const repository = await gitRepository(program);
    return { repository, program: repository === undefined ? undefined : program };
  } catch (error) {
    if (!(error instanceof GitMissing)) throw error;
    return { repository: findRepository(cwd, env), program: undefined };
  }
}

const questions = [
  "--absolute-git-dir",
  "--path-format=absolute",
  "--git-common-dir",
  "--git-path",
  "index",
  "--show-object-format",
  // Fails where there is no work tree, so it is last: the answers before it remain valid.
  "--show-toplevel",
];

/** The repository in force for the program, if any. Throws HeirError if git refuses it, GitMissing without git. */
export async function gitRepository(program: GitProgram): Promise<GitRepository | undefined> {
  const result = await runGit(program, ["rev-parse", ...questions]);
  const [gitDir, commonDir, indexFile, format, topLevel] = result.stdout.toString().split("\n");
  if (!gitDir) {
    const named = program.env["GIT_DIR"] !== undefined;
    if (/not a git repository/.test(result.stderr) && !named) return undefined;
    throw gitFailure("rev-parse", result.stderr);
  }
  if (!commonDir || !indexFile || (format !== "sha1" && format !== "sha256")) {
    throw new HeirError("environment", "the git program is too old", "heir needs git 2.38 or newer");
  }
  return { gitDir, commonDir, indexFile, objectFormat: format, topLevel: topLevel || undefined };
}

function holds(repository: GitRepository | undefined, start: string): boolean {
  return repository !== undefined && isInside(start, repository.topLevel ?? repository.gitDir);
}

/** The nearest folder going up from the start that the disk shows as an inventory, not above the top. */
function nearestInventory(start: string, top: string | undefined): string | undefined {
  for (let at = start; ; at = dirname(at)) {
    if (isMarked(at)) return at;
    if (at === top || at === dirname(at)) return undefined;
  }
}

function isMarked(path: string): boolean {
  const has = (name: string, kind: "file" | "folder") => [kind, "link"].includes(diskEntry(`${path}/${name}`).kind);
  if (has("nodes", "folder") || SETTINGS_FILES.some((name) => has(name, "file"))) return true;
  return has(KAPITAN.nodes, "folder") && has(KAPITAN.classes, "folder");
}

/** The path of `root` below `top`, with forward slashes. */
function below(root: string, top: string): string {
  return root
    .slice(top.length)
    .split(sep)
    .filter((name) => name !== "")
    .join("/");
}

/**
 * The repository around `start` (no links in it) if git can find no other: no variable names one, the nearest `.git` is
 * whole, no setting moves the work tree or changes ids. Git may refuse it. Undefined: git must be asked. Never fails.
 */
export function plainRepository(start: string, env: Environment): GitRepository | undefined {
  if (!start.startsWith("/") || namesRepository(env)) return undefined;
  for (let at = start; ; at = dirname(at)) {
    const dotGit = join(at, ".git");
    const { kind } = diskEntry(dotGit);
    if (kind === "folder") return isPlain(dotGit) ? plainAt(at, dotGit) : undefined;
    // A folder with a HEAD can be a bare repository.
    if (kind !== "none" || diskEntry(join(at, "HEAD")).kind !== "none" || at === dirname(at)) return undefined;
  }
}

function plainAt(topLevel: string, gitDir: string): GitRepository {
  return { topLevel, gitDir, commonDir: gitDir, indexFile: join(gitDir, "index"), objectFormat: "sha1" };
}

function isPlain(gitDir: string): boolean {
  const config = regularFileText(join(gitDir, "config"))?.replace(/^\s*bare = false$/m, "");
  if (config === undefined || UNUSUAL.test(config) || diskEntry(join(gitDir, "commondir")).kind !== "none")
    return false;
  return /^(?:ref: refs\/|[0-9a-f]{40}\n)/.test(regularFileText(join(gitDir, "HEAD")) ?? "") && canEnter(gitDir);
}

/** Settings that make a repository other than its folder looks like. */
const UNUSUAL = /bare|worktree|objectformat/i;

function canEnter(gitDir: string): boolean {
  try {
    for (const name of ["objects", "refs"]) accessSync(join(gitDir, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
