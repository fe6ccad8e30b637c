import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HeirError, hasCode, messageOf } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { removeUnfinished, temporaryPath } from "../disk/temporary.ts";
import { git, printedPieces } from "../git/program/process.ts";
import { type Environment, type GitProgram, gitProgram, withoutRepository } from "../git/program/program.ts";

export interface ReplayOptions extends Abortable {
  /** The folder `example-repo`. */
  readonly from: string;
  /** The folder of the new repository: empty, or not there yet. */
  readonly into: string;
}

export interface Replayed {
  readonly commits: number;
  /** Commit id of main. */
  readonly head: string;
  /** Name to commit id. */
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/** Copied without being part of the history, so that their text can change and commit ids do not. */
const extras: readonly string[] = ["README.md", "exercises"];

/** No settings of the user or the machine: the ids must be the same everywhere. */
const isolated: Environment = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_DEFAULT_REF_FORMAT: undefined,
};

/**
 * Builds the example repository: branches, a tag, a clean work tree on main. Commit ids depend on the history alone.
 * The tour and the exercises are unknown to git (`.git/info/exclude`). Throws HeirError, and leaves `into` as it was,
 * when it is not an empty folder, when the history is missing from the installation, or when git fails.
 */
export async function replayExample({ from, into, signal }: ReplayOptions): Promise<Replayed> {
  const stream = await readStream(join(from, "history"));
  const claimed = await claim(into);
  const { place } = claimed;
  try {
    const replayed = await build(isolatedGit(place), { from, stream, signal });
    if (place !== into) await rename(place, into);
    return replayed;
  } catch (error) {
    await giveBack(claimed);
    throw error;
  }
}

function isolatedGit(cwd: string): GitProgram {
  const program = gitProgram(cwd, withoutRepository(process.env));
  return { ...program, env: { ...program.env, ...isolated } };
}

/** The commits in the order of their files, in the format of `git fast-import`. */
async function readStream(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^\d+-.*\.txt$/.test(name)).sort();
  if (files.length === 0) {
    throw new HeirError("environment", "this installation lacks the example repository", "install heir again");
  }
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  // A checkout on Windows may have other line ends.
  return [...texts, "done\n"].join("").replaceAll("\r\n", "\n");
}

/** Where the repository is built: in the empty folder, or beside a new one, which has its name only when it is whole. */
interface Claimed {
  readonly place: string;
  /** The topmost folder made for it; undefined if the folder is the user's. */
  readonly made: string | undefined;
}

async function claim(into: string): Promise<Claimed> {
  try {
    const names = await readdir(into);
    if (names.length === 0) return { place: into, made: undefined };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return claimNew(into);
    if (!hasCode(error, "ENOTDIR")) throw unusable(into, error);
    throw new HeirError("usage", `${into} is not a folder`, "name a folder that does not exist yet");
  }
  throw new HeirError("usage", `${into} is not empty, nothing was written`, "name a folder that does not exist yet");
}

async function claimNew(into: string): Promise<Claimed> {
  const place = temporaryPath(into);
  removeUnfinished(dirname(into));
  return { place, made: await make(place) };
}

async function make(folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true });
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(into: string, error: unknown): HeirError {
  return new HeirError("environment", `${into} cannot be used: ${messageOf(error)}`);
}

async function build(
  program: GitProgram,
  { from, stream, ...options }: { readonly from: string; readonly stream: string } & Abortable,
): Promise<Replayed> {
  const init = ["init", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main"];
  await git(program, init, options);
  await git(program, ["fast-import", "--quiet", "--done", "--date-format=rfc2822"], { ...options, input: stream });
  await layExtras(from, program.cwd);
  await git(program, ["-c", "core.autocrlf=false", "reset", "--quiet", "--hard", "main"], options);
  const branches = await refs(program, "refs/heads/", options);
  const tags = await refs(program, "refs/tags/", options);
  const commits = Number((await git(program, ["rev-list", "--all", "--count"], options)).toString());
  return { commits, head: branches.get("main") ?? "", branches, tags };
}

async function layExtras(from: string, into: string): Promise<void> {
  for (const name of extras) await cp(join(from, name), join(into, name), { recursive: true });
  const lines = ["# The tour and the exercises are not part of the history.", ...extras.map((name) => `/${name}`)];
  await mkdir(join(into, ".git", "info"), { recursive: true });
  await writeFile(join(into, ".git", "info", "exclude"), `${lines.join("\n")}\n`);
}

async function refs(program: GitProgram, prefix: string, options: Abortable): Promise<ReadonlyMap<string, string>> {
  const out = await git(program, ["for-each-ref", "--format=%(refname) %(objectname)", prefix], options);
  const pairs = printedPieces(out).map((line) => line.slice(prefix.length).split(" "));
  return new Map(pairs.map(([name = "", commit = ""]) => [name, commit]));
}

/** Deletes the folders that were made, or empties the one that was there: it was empty before. */
async function giveBack({ place, made }: Claimed): Promise<void> {
  const rest = made === undefined ? (await readdir(place)).map((name) => join(place, name)) : [made];
  // git may still be ending; its writes make a first attempt fail.
  for (const path of rest) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
