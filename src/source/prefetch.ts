import type { GitProgram } from "./git/program/call.ts";
import type { PrintedCheckout } from "./git/program/checkout.ts";
import { checkoutArgs, indexTime } from "./git/program/checkout-args.ts";
import { beginGit, type GitRun } from "./git/program/process.ts";
import { type LocateOptions, type Location, plainLocation } from "./repository/locate.ts";

/** A listing of the work tree that git makes while code is loaded. */
export interface PrefetchedListing {
  /** Whether it is of this folder. */
  fits(options: LocateOptions): boolean;
  /** Where the folder is, and what git printed; undefined if git refused. */
  done(): Promise<FinishedListing | undefined>;
  /** Ends git if it is still running. */
  drop(): void;
}

export interface FinishedListing {
  readonly location: Location;
  readonly checkout: PrintedCheckout;
}

/**
 * Starts a listing of the work tree by git, if the repository can be found without git; else undefined. Git then runs
 * once, and this run also shows whether git accepts the repository. Never fails.
 */
export function startListing(options: LocateOptions): PrefetchedListing | undefined {
  const location = plainLocation(options);
  if (location?.git === undefined || location.program === undefined) return undefined;
  const { git, program } = location;
  const disk = { root: location.top, indexTime: indexTime(git.indexFile) };
  const run = beginIfPossible(program, checkoutArgs(program, git.nearest));
  const printed = run?.ended.then(({ status, stdout }) => (status === 0 ? stdout : undefined), nothing);
  return {
    fits: ({ cwd, directory, env }) => cwd === options.cwd && directory === options.directory && env === options.env,
    async done() {
      const listed = await printed;
      return listed && { location, checkout: { ...disk, printed: listed } };
    },
    drop: () => run?.stop(),
  };
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
