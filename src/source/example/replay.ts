import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HeirError, hasCode, InvariantError, messageOf } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { removeUnfinished, temporaryPath } from "../disk/temporary.ts";
import { type GitProgram, gitProgram } from "../git/program/call.ts";
import { type Environment, withoutRepository } from "../git/program/environment.ts";
import { git, printedPieces } from "../git/program/process.ts";

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
 * Builds the example repository with its history: branches, a tag, a clean work tree on main. Commit ids depend on the
 * history alone. The tour and the exercises are laid beside it, unknown to git (`.git/info/exclude`).
 *
 * Throws HeirError, and leaves `into` as it was, when it is not an empty folder, when the history is missing from the
 * installation, or when git fails.
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

interface Stream {
  readonly text: string;
  readonly commits: number;
}

async function readStream(folder: string): Promise<Stream> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^\d+-.*\.txt$/.test(name));
  if (files.length === 0) {
    throw new HeirError("environment", "this installation lacks the example repository", "install heir again");
  }
  const texts = files.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  const history = readHistory(new Map(await Promise.all(texts)));
  return { text: importStream(history), commits: history.length };
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
  { from, stream, ...options }: { readonly from: string; readonly stream: Stream } & Abortable,
): Promise<Replayed> {
  const init = ["init", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main"];
  await git(program, init, options);
  await git(program, ["fast-import", "--quiet", "--done"], { ...options, input: stream.text });
  await layExtras(from, program.cwd);
  await git(program, ["-c", "core.autocrlf=false", "reset", "--quiet", "--hard", "main"], options);
  const branches = await refs(program, "refs/heads/", options);
  const tags = await refs(program, "refs/tags/", options);
  return { commits: stream.commits, head: branches.get("main") ?? "", branches, tags };
}

async function layExtras(from: string, into: string): Promise<void> {
  for (const name of extras) await cp(join(from, name), join(into, name), { recursive: true });
  const lines = ["# The tour and the exercises are not part of the history.", ...extras.map((name) => `/${name}`)];
  await mkdir(join(into, ".git", "info"), { recursive: true });
  await writeFile(join(into, ".git", "info", "exclude"), `${lines.join("\n")}\n`);
}

async function refs(program: GitProgram, prefix: string, options: Abortable): Promise<ReadonlyMap<string, string>> {
  const out = await git(program, ["for-each-ref", "--format=%(refname) %(objectname)", prefix], options);
  return new Map(
    printedPieces(out).map((line) => {
      const [name = "", commit = ""] = line.slice(prefix.length).split(" ");
      return [name, commit];
    }),
  );
}

/** Deletes the folders that were made, or empties the one that was there: it was empty before. */
async function giveBack({ place, made }: Claimed): Promise<void> {
  const rest = made === undefined ? (await readdir(place)).map((name) => join(place, name)) : [made];
  // git may still be ending; its writes make a first attempt fail.
  for (const path of rest) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** One file of `example-repo/history`: a commit as people write it. */
interface HistoryEntry {
  /** The number its file name starts with; also its mark in the stream. */
  readonly number: number;
  readonly subject: string;
  readonly body: string;
  readonly author: string;
  /** Seconds since 1970 and the zone, as git stores them. */
  readonly date: string;
  readonly branch: string;
  /** The number of the commit it follows; absent for the first. */
  readonly parent: number | undefined;
  readonly tag: string | undefined;
  readonly files: readonly HistoryFile[];
}

/** The whole new content of a file that the commit touches; absent when it deletes the file. */
interface HistoryFile {
  readonly path: string;
  readonly content: string | undefined;
}

interface Header {
  readonly text: ReadonlyMap<string, string>;
  readonly file: string;
}

const mainBranch = "main";
const sectionLine = /^-- (.+?) --(?: (deleted))?\n/gm;

/**
 * Reads the files of the history in the order of their names: header lines (`subject`, `author`, `date`, and where
 * needed `branch`, `parent`, `tag`), the body of the message, then one section per file. A commit on main follows the
 * one before it on main. Throws InvariantError for a file that cannot be read so: the history is part of heir.
 */
export function readHistory(files: ReadonlyMap<string, string>): readonly HistoryEntry[] {
  let last: number | undefined;
  return [...files.keys()].sort().map((file) => {
    const entry = readEntry(file, files.get(file) ?? "", last);
    if (entry.branch === mainBranch) last = entry.number;
    return entry;
  });
}

/** The history as input for `git fast-import`. Equal histories give equal streams, so commit ids never change. */
export function importStream(history: readonly HistoryEntry[]): string {
  const tags = history.filter((entry) => entry.tag !== undefined);
  return [
    "feature done\n",
    ...history.map(commitCommand),
    ...tags.map((entry) => `reset refs/tags/${entry.tag}\nfrom :${entry.number}\n\n`),
    "done\n",
  ].join("");
}

function readEntry(file: string, text: string, previous: number | undefined): HistoryEntry {
  const unix = text.replaceAll("\r\n", "\n");
  const sections = [...unix.matchAll(sectionLine)];
  const message = unix.slice(0, sections[0]?.index);
  const cut = message.indexOf("\n\n");
  const header = readHeader(file, message.slice(0, cut));
  const parent = header.text.get("parent");
  return {
    number: Number.parseInt(file, 10),
    subject: required(header, "subject"),
    body: message.slice(cut).trim(),
    author: required(header, "author"),
    date: gitDate(header),
    branch: header.text.get("branch") ?? mainBranch,
    parent: parent === undefined ? previous : Number.parseInt(parent, 10),
    tag: header.text.get("tag"),
    files: sections.map((section, at) => readSection(unix, section, sections[at + 1]?.index)),
  };
}

function readHeader(file: string, lines: string): Header {
  const pairs = lines.split("\n").map((line) => {
    const colon = line.indexOf(": ");
    if (colon === -1) throw new InvariantError(`history/${file}: "${line}" is no header line`);
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  return { text: new Map(pairs), file };
}

function required(header: Header, name: string): string {
  const text = header.text.get(name);
  if (text === undefined) throw new InvariantError(`history/${header.file} has no ${name}`);
  return text;
}

function gitDate(header: Header): string {
  const text = required(header, "date");
  const seconds = Date.parse(text) / 1000;
  const zone = /([+-]\d\d):(\d\d)$/.exec(text);
  if (zone === null || Number.isNaN(seconds)) throw new InvariantError(`history/${header.file}: no date: ${text}`);
  return `${seconds} ${zone[1]}${zone[2]}`;
}

function readSection(text: string, section: RegExpExecArray, end: number | undefined): HistoryFile {
  const [line, path = "", deleted] = section;
  return { path, content: deleted === undefined ? text.slice(section.index + line.length, end) : undefined };
}

function commitCommand(entry: HistoryEntry): string {
  const message = entry.body === "" ? `${entry.subject}\n` : `${entry.subject}\n\n${entry.body}\n`;
  return [
    `commit refs/heads/${entry.branch}\n`,
    `mark :${entry.number}\n`,
    `author ${entry.author} ${entry.date}\n`,
    `committer ${entry.author} ${entry.date}\n`,
    data(message),
    entry.parent === undefined ? "" : `from :${entry.parent}\n`,
    ...entry.files.map(fileCommand),
    "\n",
  ].join("");
}

function fileCommand({ path, content }: HistoryFile): string {
  return content === undefined ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
