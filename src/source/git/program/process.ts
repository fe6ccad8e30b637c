import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { pipeline, Readable, type Writable } from "node:stream";
import { command } from "../../../base/terminal-text.ts";
import { HeirError, hasCode } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { type GitCall, gitCall } from "./call.ts";
import type { GitProgram } from "./program.ts";

interface RunOptions extends Abortable {
  /** What git reads from its standard input; nothing if absent. */
  readonly input?: string;
}

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** No git program is installed (or none on PATH). */
export class GitMissing extends HeirError {
  constructor() {
    super("environment", "no git program was found", "install git, or add it to PATH");
    this.name = "GitMissing";
  }
}

/** How git is started. Throws GitMissing without one, and HeirError where programs cannot be switched off. */
export function callOf(program: GitProgram, args: readonly string[]): GitCall & { readonly file: string } {
  const { file } = program;
  if (file === undefined) throw new GitMissing();
  return { ...gitCall(program, args, () => switchedOff(program)), file };
}

const FOR_FILES = "^(filter|merge|diff)\\.";
const NAMES_PROGRAM = /\.(?:clean|smudge|process|required|driver|textconv)$/;
/** Stands for bytes that are no text. */
const UNREADABLE = "\ufffd";

/**
 * Settings by which no filter and no merge driver runs that any setting names now, includes followed: a filter leaves files as
 * they are, a driver fails, so that its file is a conflict, and a text conversion gives a file as it is. Throws HeirError for a name that git would not get as it is.
 */
function switchedOff(program: GitProgram): readonly (readonly [string, string])[] {
  const keys = scopedSettings(program, FOR_FILES).flatMap(({ key }) => (NAMES_PROGRAM.test(key) ? [key] : []));
  if (keys.some((key) => key.includes(UNREADABLE))) {
    const look = command(["git", "config", "--show-origin", "--get-regexp", FOR_FILES]);
    const message = "the name of a filter or merge driver in git's settings is no UTF-8";
    throw new HeirError("environment", message, `find it with: ${look}`);
  }
  const isFilter = (key: string) => key.startsWith("filter.") && !key.endsWith(".required");
  return [...new Set(keys)].map((key) => [key, isFilter(key) ? "" : key.endsWith(".textconv") ? "cat" : "false"]);
}

export interface ScopedSetting {
  /** The kind of configuration that it is in: `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** Section and name in lower case: `filter.NAME.smudge`. */
  readonly key: string;
  readonly value: string;
}

/** git's answer for settings that are not there. */
const NOT_SET = 1;

/** The settings in force whose keys match, weakest first. Throws HeirError when git fails. */
export function scopedSettings(program: GitProgram, keys: string): readonly ScopedSetting[] {
  const args = ["config", "--null", "--show-scope", "--get-regexp", keys];
  const { status, stdout, stderr } = runGitNow(program, args, "");
  if (status !== 0 && status !== NOT_SET) throw gitFailure("config", stderr);
  const fields = stdout.toString().split("\0");
  const found: ScopedSetting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", entry = ""] = [fields[at], fields[at + 1]];
    // A name alone is how git writes "true".
    const [, key = "", value = "true"] = /^([^\n]*)(?:\n(.*))?$/s.exec(entry) ?? [];
    found.push({ scope, key, value });
  }
  return found;
}

/** Starts git without a shell; aborting kills it, the caller owns it. Throws GitMissing, HeirError if out of pipes. */
export function startGit(
  program: GitProgram,
  args: readonly string[],
  { signal }: Abortable = {},
): ChildProcessWithoutNullStreams {
  const { file, args: all, options } = callOf(program, args);
  const child = spawn(file, all, { ...options, stdio: "pipe", signal });
  const { stdout }: { readonly stdout: Readable | undefined } = child;
  if (stdout !== undefined) return child;
  child.on("error", () => undefined);
  throw new HeirError("environment", "cannot start git: too many open files", "raise the limit: ulimit -n");
}

/** The status of a child when it has ended. Throws HeirError if it could not be started, the signal's reason when aborted. */
function statusOf(child: ChildProcess, { signal }: Abortable = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(signal?.aborted ? signal.reason : startFailure(error)));
    child.on("close", (code) => resolve(code ?? KILLED));
  });
}

/** The status of a git that a signal of the system has ended. */
const KILLED = 128;

/** Runs git to its end, whatever its status. Throws GitMissing, or the signal's reason when aborted (git is killed). */
export async function runGit(
  program: GitProgram,
  args: readonly string[],
  { signal, input }: RunOptions = {},
): Promise<GitResult> {
  signal?.throwIfAborted();
  const child = startGit(program, args, { signal });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => undefined).end(input);
  // What git has started can hold its output open when git itself has ended.
  const status = await abortable(statusOf(child, { signal }), signal);
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() };
}

/** Runs git on this terminal, which the caller has left to it; returns the status. Throws GitMissing without git. */
export async function runGitOnTerminal(program: GitProgram, args: readonly string[]): Promise<number> {
  const { file, args: all, options } = callOf(program, args);
  return statusOf(spawn(file, all, { ...options, stdio: "inherit" }));
}

/** As {@link runGit}, for commands that must succeed: returns stdout, throws HeirError with git's message otherwise. */
export async function git(program: GitProgram, args: readonly string[], options: RunOptions = {}): Promise<Buffer> {
  const result = await runGit(program, args, options);
  if (result.status !== 0) throw gitFailure(args[0] ?? "", result.stderr);
  return result.stdout;
}

/** The pieces of what git printed, each of which a sign ends: lines, if it is not the one of `-z`. Empty ones are none. */
export function printedPieces(output: Buffer | string, end: "\n" | "\0" = "\n"): readonly string[] {
  return output
    .toString()
    .split(end)
    .filter((piece) => piece !== "");
}

/** As {@link git}, but synchronous. */
export function gitNow(program: GitProgram, args: readonly string[], input: string): Buffer {
  const { status, stdout, stderr } = runGitNow(program, args, input);
  if (status !== 0) throw gitFailure(args[0] ?? "", stderr);
  return stdout;
}

/** As {@link runGit}, but synchronous. */
export function runGitNow(program: GitProgram, args: readonly string[], input: string): GitResult {
  const { file, args: all, options } = callOf(program, args);
  const { error, status, stdout, stderr } = spawnSync(file, all, {
    ...options,
    input,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  // A git that ends before it has read its input also has a status, which says more than the broken pipe.
  if (error !== undefined && status === null) throw startFailure(error);
  return { status: status ?? KILLED, stdout, stderr: stderr.toString() };
}

/**
 * The stderr of git as an error for people: its first line without `fatal:`, and what git advises as the hint: the command
 * alone where it names one. How a verb is used is no advice.
 */
export function gitFailure(verb: string, stderr: string): HeirError {
  const tried = command(["git", verb]);
  if (stderr.includes("from promisor remote")) {
    const hint = "get them with: git fetch --refetch";
    return new HeirError("environment", `${tried} needs objects that are not in this partial clone`, hint);
  }
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const first = lines.find((line) => LABEL.test(line)) ?? lines[0];
  const words = first?.replace(LABEL, "").trim();
  const isUsage = lines.some((line) => line.startsWith("usage: "));
  const rest = isUsage ? [] : lines.filter((line) => line !== first).map((line) => line.replace(/^hint: /, "").trim());
  const remedy = rest.find((line) => line.startsWith("git "));
  const hint = remedy ?? (rest.length === 0 ? undefined : rest.join("\n"));
  return new HeirError("environment", `${tried} failed: ${words ?? "it gave no reason"}`, hint, { code: "git" });
}

const LABEL = /^(?:fatal|error): /;

/** The error for a child that could not be started. */
export function startFailure(error: Error): HeirError {
  if (hasCode(error, "ENOENT")) return new GitMissing();
  return new HeirError("environment", `git could not be started: ${error.message}`);
}

interface OutputOptions extends Abortable {
  /** The standard input of git, written while git reads it. Its failure is rethrown. */
  readonly input?: AsyncIterable<string>;
}

/**
 * The output of git, read while it runs, for commands that must succeed: throws HeirError with git's message otherwise,
 * the signal's reason when aborted. Ending the iteration early ends git.
 */
export async function* gitOutput(
  program: GitProgram,
  args: readonly string[],
  { signal, input }: OutputOptions = {},
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  const child = startGit(program, args, { signal });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const fed = feed(child.stdin, input);
  const ended = statusOf(child, { signal });
  ended.catch(() => undefined);
  try {
    yield* child.stdout;
    signal?.throwIfAborted();
    const [status, failure] = await Promise.all([ended, fed]);
    if (failure !== undefined) throw failure;
    if (status !== 0) throw gitFailure(args[0] ?? "", stderr);
  } finally {
    child.kill();
  }
}

/** Writes all into a pipe and closes it; returns an error of the source. A reader may end early. */
function feed(pipe: Writable, input: AsyncIterable<string> | undefined): Promise<unknown> {
  pipe.on("error", () => undefined);
  if (input === undefined) {
    pipe.end();
    return Promise.resolve(undefined);
  }
  const source = Readable.from(input);
  return new Promise((resolve) => {
    let failure: unknown;
    source.on("error", (error) => {
      failure = error;
    });
    pipeline(source, pipe, () => resolve(failure));
  });
}

/** Waits for `work` until aborted: then throws the signal's reason, and the work goes on in the background. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
