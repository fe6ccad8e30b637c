import { command } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { isGitId } from "../../model/inventory/lfs-or-filter.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { type GitResult, gitFailure, printedPieces, runGit, runGitNow } from "../git/program/process.ts";
import type { Environment, GitProgram } from "../git/program/program.ts";

export interface Promisor {
  readonly remote: string;
  readonly lacksTrees: boolean;
  /** A setting of the repository itself that names a program for fetching. */
  readonly program: string | undefined;
}

export interface PartialClone {
  readonly program: GitProgram;
  /** The caller's own environment, for the one call that fetches. */
  readonly env: Environment;
  readonly promisor: Promisor;
  readonly fetches: boolean;
}

/** A partial clone's objects: missing and announced ones come in one batch (S18). Throws HeirError on failure. */
export class PromisedObjects {
  private readonly here = new Set<string>();
  private readonly announced = new Set<string>();
  private readonly clone: PartialClone;

  constructor(clone: PartialClone) {
    this.clone = clone;
  }

  /** Announces objects that will be read: they are fetched together with the first that is needed. */
  expect(ids: Iterable<string>): void {
    for (const id of ids) if (isGitId(id) && !this.here.has(id)) this.announced.add(id);
  }

  async have(ids: Iterable<string>, options: Abortable = {}): Promise<void> {
    const wanted = this.wanted(ids);
    if (wanted.length === 0) return;
    const { program } = this.clone;
    const missing = without(wanted, await runGit(program, FIND, { ...options, input: lines(wanted) }));
    if (missing.length > 0) await this.fetch(missing, options);
    this.found(wanted);
  }

  /** Fetches all that was announced and is missing. */
  async haveExpected(options: Abortable = {}): Promise<void> {
    await this.have(this.announced, options);
  }

  /** As {@link have}, but synchronous. */
  haveNow(ids: Iterable<string>): void {
    const wanted = this.wanted(ids);
    if (wanted.length === 0) return;
    const missing = without(wanted, runGitNow(this.clone.program, FIND, lines(wanted)));
    if (missing.length > 0) this.fetched(missing, runGitNow(...this.fetchCall(missing), lines(missing)));
    this.found(wanted);
  }

  /** Fetches the trees of a history that are missing. */
  async haveTrees(revisions: readonly string[], options: Abortable = {}): Promise<void> {
    if (!this.clone.promisor.lacksTrees) return;
    const look = [...FIND_TREES, "--end-of-options", ...revisions, "--"];
    const missing = marked(await runGit(this.clone.program, look, options));
    if (missing.length > 0) await this.fetch(missing, options);
  }

  /** Fetches trees by their ids, or those of commits, with all below them. */
  async haveWholeTrees(ids: Iterable<string>, options: Abortable = {}): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.here.has(id));
    if (!this.clone.promisor.lacksTrees || wanted.length === 0) return;
    const look = [...FIND_TREES, "--ignore-missing", "--no-walk", "--stdin"];
    const found = await runGit(this.clone.program, look, { ...options, input: lines(wanted) });
    // The others are names of commits, which git does not print.
    const named = wanted.filter((each) => /^[0-9a-f]{40,64}$/.test(each));
    const missing = [...without(named, found), ...marked(found)];
    if (missing.length > 0) await this.fetch(missing, options);
    for (const id of wanted) this.here.add(id);
  }

  private wanted(ids: Iterable<string>): readonly string[] {
    const wanted = [...new Set(ids)].filter((id) => !this.here.has(id));
    return wanted.length === 0 ? wanted : [...new Set([...wanted, ...this.announced])];
  }

  private found(ids: readonly string[]): void {
    for (const id of ids) this.here.add(id);
    this.announced.clear();
  }

  private async fetch(missing: readonly string[], options: Abortable): Promise<void> {
    const call = this.fetchCall(missing);
    this.fetched(missing, await runGit(...call, { ...options, input: lines(missing) }));
  }

  private fetchCall(missing: readonly string[]): readonly [GitProgram, readonly string[]] {
    const { program, env, promisor, fetches } = this.clone;
    if (!fetches) throw this.missing(missing, "hooks do not fetch");
    if (promisor.program !== undefined) {
      throw this.missing(missing, `heir does not fetch: ${promisor.program} of this repository names a program`);
    }
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
    return [
      { ...program, env: { ...own, ...program.env }, purpose: "fetch" },
      ["fetch", "--quiet", "--stdin", "--filter=blob:none", "--no-tags", "--no-write-fetch-head", promisor.remote],
    ];
  }

  private fetched(missing: readonly string[], { status, stderr }: GitResult): void {
    if (status !== 0) throw this.missing(missing, gitFailure("fetch", stderr).message);
  }

  private missing(ids: readonly string[], why: string): HeirError {
    const { remote } = this.clone.promisor;
    const count = ids.length === 1 ? "1 object is" : `${ids.length} objects are`;
    const fetch = command(["git", "fetch", "--refetch"], [remote]);
    return new HeirError("environment", `${count} not in this partial clone; get them with: ${fetch}`, why);
  }
}

/** Prints those of the ids that are here, and fetches none. */
const FIND = ["rev-list", "--objects", "--missing=print", "--ignore-missing", "--no-walk", "--stdin"];

const FIND_TREES = ["rev-list", "--objects", "--filter=blob:none", "--missing=print"];

/** The ids that git marks as missing. */
function marked({ stdout }: GitResult): readonly string[] {
  return printedPieces(stdout).flatMap((line) => (line.startsWith("?") ? [line.slice(1)] : []));
}

function lines(ids: readonly string[]): string {
  return `${ids.join("\n")}\n`;
}

function without(wanted: readonly string[], { status, stdout, stderr }: GitResult): readonly string[] {
  if (status !== 0) throw gitFailure("rev-list", stderr);
  const here = new Set(printedPieces(stdout).map((line) => line.split(" ", 1)[0]));
  return wanted.filter((id) => !here.has(id));
}
