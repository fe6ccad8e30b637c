import { checkoutArgs } from "./git/program/checkout-args.ts";
import { beginGit, type GitProgram, type GitRun } from "./git/program/process.ts";
import { type LocateOptions, type Location, plainLocation } from "./repository/locate.ts";

/** What is checked out, asked of git before anybody said that it will be needed: git works while code is loaded. */
export interface PrefetchedListing {
  /** Whether it is about the folder that is asked for. */
  fits(options: LocateOptions): boolean;
  /** Where the folder is, and what git printed of it; undefined where git refused: then nothing is known. */
  done(): Promise<FinishedListing | undefined>;
  /** Ends git, if it is still at work. */
  drop(): void;
}

export interface FinishedListing {
  readonly location: Location;
  readonly printed: Buffer;
}

/**
 * Has git list the work tree, where it can be told without git which one that is; undefined elsewhere. The one process
 * then also says whether git accepts the repository. Never fails.
 */
export function startListing(options: LocateOptions): PrefetchedListing | undefined {
  const location = plainLocation(options);
  if (location?.git === undefined || location.program === undefined || !location.marked) return undefined;
  const run = beginIfPossible(location.program, checkoutArgs(location.git.prefix));
  const printed = run?.ended.then(({ status, stdout }) => (status === 0 ? stdout : undefined), nothing);
  return {
    fits: ({ cwd, directory, env }) => cwd === options.cwd && directory === options.directory && env === options.env,
    async done() {
      const listed = await printed;
      return listed && { location, printed: listed };
    },
    drop: () => run?.stop(),
  };
}

/** What keeps git from being run is told when it is run for somebody who waits for it. */
function beginIfPossible(program: GitProgram, args: readonly string[]): GitRun | undefined {
  try {
    return beginGit(program, args);
  } catch {
    return undefined;
  }
}

function nothing(): undefined {}
