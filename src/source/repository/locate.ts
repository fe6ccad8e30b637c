import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { diskEntry, namesIn } from "../disk/disk-entry.ts";
import { type Environment, gitEnvironment, withoutRepository } from "../git/program/environment.ts";
import { GitMissing, type GitProgram } from "../git/program/process.ts";
import type { GitFacts } from "../git/store.ts";
import { type GitRepository, gitRepository } from "./facts.ts";
import { findRepository } from "./find.ts";
import { plainRepository } from "./plain.ts";

export interface LocateOptions {
  /** Where the command was started. */
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  readonly env: Environment;
}

export interface Location {
  /** The inventory folder, absolute, links followed; the git directory itself in a bare repository. */
  readonly root: string;
  /** Whether it holds `heir.yml`, `reclass-config.yml` or `nodes/`. Unknown in a bare repository: true. */
  readonly marked: boolean;
  /** Undefined outside git. */
  readonly git: GitFacts | undefined;
  /** How git is to be started for this repository; undefined outside git and where there is no git program. */
  readonly program: GitProgram | undefined;
}

/** A repository, and how git is started for it. */
export interface GitPlace {
  readonly facts: GitFacts;
  readonly program: GitProgram;
}

/**
 * Finds the inventory folder and the repository around it, by one run of git.
 *
 * The folder is `-C DIR` itself unless it is empty, else the nearest parent with `heir.yml`, `reclass-config.yml` or
 * `nodes/`, not above the top of the work tree; with none of these the top, or outside git the folder started from.
 * A repository that the environment names (GIT_DIR, in hooks) counts for folders inside it only. Throws HeirError for a
 * folder that is not there and for a repository that git refuses to read.
 */
export async function locate(options: LocateOptions): Promise<Location> {
  const place = placeOf(options);
  return locationIn(await repositoryAt(place), place.start, options.directory !== undefined);
}

/** The same without running git; undefined where only git can find the repository. Never fails. */
export function plainLocation(options: LocateOptions): Location | undefined {
  try {
    const { start, env } = placeOf(options);
    const repository = plainRepository(start, env);
    if (repository === undefined) return undefined;
    return locationIn(
      { repository, program: { cwd: start, env: gitEnvironment(env) } },
      start,
      options.directory !== undefined,
    );
  } catch {
    return undefined;
  }
}

function placeOf({ cwd, directory, env }: LocateOptions): Place {
  const from = folder(cwd, cwd);
  return { cwd: from, start: directory === undefined ? from : folder(resolve(from, directory), directory), env };
}

function locationIn({ repository, program }: FoundRepository, start: string, named: boolean): Location {
  if (repository !== undefined && repository.topLevel === undefined) {
    const root = repository.gitDir;
    return { root, marked: true, git: { ...repository, prefix: "" }, program };
  }
  const top = repository?.topLevel;
  const { root, marked } = inventoryFolder({ start, top, named });
  const git = repository === undefined ? undefined : { ...repository, prefix: below(root, top ?? root) };
  return { root, marked, git, program };
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
  const program = { cwd, env: gitEnvironment(env) };
  try {
    const repository = await gitRepository(program);
    return { repository, program: repository === undefined ? undefined : program };
  } catch (error) {
    if (!(error instanceof GitMissing)) throw error;
    return { repository: findRepository(cwd, env), program: undefined };
  }
}

function holds(repository: GitRepository | undefined, start: string): boolean {
  return repository !== undefined && isInside(start, repository.topLevel ?? repository.gitDir);
}

interface Search {
  readonly start: string;
  readonly top: string | undefined;
  /** Whether the folder was named by the user. */
  readonly named: boolean;
}

function inventoryFolder({ start, top, named }: Search): { readonly root: string; readonly marked: boolean } {
  const first = top !== undefined && !isInside(start, top) ? top : start;
  if (named && namesIn(first).some((name) => name !== ".git")) return { root: first, marked: isMarked(first) };
  for (let at = first; ; at = dirname(at)) {
    if (isMarked(at)) return { root: at, marked: true };
    if (at === top || at === dirname(at)) return { root: named ? first : (top ?? first), marked: false };
  }
}

function isMarked(path: string): boolean {
  const isFile = (name: string) => ["file", "link"].includes(diskEntry(`${path}/${name}`).kind);
  const nodes = diskEntry(`${path}/nodes`).kind;
  return nodes === "folder" || nodes === "link" || isFile("heir.yml") || isFile("reclass-config.yml");
}

function isInside(path: string, above: string): boolean {
  return path === above || path.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
}

/** The path of `root` below `top`, with forward slashes. */
function below(root: string, top: string): string {
  return root
    .slice(top.length)
    .split(sep)
    .filter((name) => name !== "")
    .join("/");
}
