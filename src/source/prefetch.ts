import { diskEntry } from "./disk/disk-entry.ts";
import type { GitProgram } from "./git/program/call.ts";
import type { PrintedCheckouts } from "./git/program/checkout.ts";
import { checkoutArgs } from "./git/program/checkout-listing.ts";
import { beginGit, type GitRun } from "./git/program/process.ts";
import { submoduleRepository } from "./git/program/submodule-repository.ts";
import { readingInputs } from "./known-again.ts";
import { type LocateOptions, type Location, plainLocation } from "./repository/locate.ts";
import { MOST_AT_ONCE, submodulePaths } from "./submodules/modules-file.ts";

/** A listing of the work tree that git makes while code is loaded. */
export interface PrefetchedListing {
  readonly location: Location;
  /** What else says how the work tree is read, as it was before git listed it. */
  readonly inputs: readonly unknown[] | undefined;
  /** Whether it is of this folder. */
  fits(options: LocateOptions): boolean;
  /** Where the folder is, and what git printed; undefined if git refused. */
  done(): Promise<FinishedListing | undefined>;
  /** Ends git if it is still running. */
  drop(): void;
}

export interface FinishedListing extends PrintedCheckouts {
  readonly location: Location;
}

/**
 * Starts a listing of the work tree by git, if the repository can be found without git; else undefined. Git then runs
 * once, and this run also shows whether git accepts the repository. It lists submodules that the inventory is probably
 * read from at the same time. Never fails.
 */
export function startListing(options: LocateOptions): PrefetchedListing | undefined {
  const location = plainLocation(options);
  if (location?.git === undefined || location.program === undefined) return undefined;
  const { git, program } = location;
  const inputs = readingInputs(location, options.env);
  const whole = begin(program, git.nearest);
  const inside = likelySubmodules(location.top, git.nearest).flatMap((folder) => {
    const found = submoduleRepository(program, folder);
    return found === undefined ? [] : [[folder, begin(found.program, "")] as const];
  });
  return {
    location,
    inputs,
    fits: ({ cwd, directory, env }) => cwd === options.cwd && directory === options.directory && env === options.env,
    async done() {
      const checkout = await whole.printed;
      if (checkout === undefined) return undefined;
      return { location, checkout, submodules: new Map(inside.map(([folder, { printed }]) => [folder, printed])) };
    },
    drop() {
      for (const { stop } of [whole, ...inside.map(([, each]) => each)]) stop();
    },
  };
}

/** Folders of nodes and of classes are mostly called so. */
const LIKELY = /(?:^|\/)(?:nodes|targets|classes|groups)(?:\/|$)/;

/** The folders of submodules that the inventory around the start is probably read from; a wrong guess costs time only. */
function likelySubmodules(top: string, nearest: string): readonly string[] {
  if (diskEntry(`${top}/.gitmodules`).kind === "none") return [];
  const start = nearest === "" ? "" : `${nearest}/`;
  const paths = submodulePaths(top).filter((path) => path.startsWith(start) && LIKELY.test(path.slice(start.length)));
  return paths.slice(0, MOST_AT_ONCE).map((path) => `${top}/${path}`);
}

interface BegunListing {
  /** Undefined if git refused. */
  readonly printed: Promise<Buffer | undefined>;
  stop(): void;
}

function begin(program: GitProgram, prefix: string): BegunListing {
  const run = beginIfPossible(program, checkoutArgs(program, prefix));
  const printed = async () => {
    const ended = await run?.ended.catch(nothing);
    return ended?.status === 0 ? ended.stdout : undefined;
  };
  return { printed: printed(), stop: () => run?.stop() };
}

/** A failure to start git is reported when something waits for git. */
function beginIfPossible(program: GitProgram, args: readonly string[]): GitRun | undefined {
  try {
    return beginGit(program, args);
  } catch {
    return undefined;
  }
}

function nothing(): undefined {}
