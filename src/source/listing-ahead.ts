import { HeirError } from "../model/failure.ts";
import { checkoutArgs } from "./checkout.ts";
import { type GitResult, runGit } from "./git-process.ts";
import { type LocateOptions, type Location, plainLocation } from "./locate.ts";

/** What is checked out, asked of git before anybody said that it will be needed: git works while code is loaded. */
export interface ListingAhead {
  /** Whether it is about the folder that is asked for. */
  fits(options: LocateOptions): boolean;
  /** Where the folder is, and what git printed of it; undefined where git refused: then nothing is known. */
  done(): Promise<DoneListing | undefined>;
  /** Ends git, if it is still at work. */
  drop(): void;
}

export interface DoneListing {
  readonly location: Location;
  readonly printed: Buffer;
}

/**
 * Has git list the work tree, where it can be told without git which one that is; undefined elsewhere. The one process
 * then also says whether git accepts the repository. Never fails.
 */
export function beginListing(options: LocateOptions): ListingAhead | undefined {
  const location = plainLocation(options);
  if (location?.git === undefined || location.program === undefined || !location.marked) return undefined;
  const dropped = new AbortController();
  const ended = runGit(location.program, checkoutArgs(location.git.prefix), { signal: dropped.signal });
  // Told to whoever asks for the listing, if anybody does.
  ended.catch(() => undefined);
  return {
    fits: ({ cwd, directory, env }) => cwd === options.cwd && directory === options.directory && env === options.env,
    async done() {
      const { status, stdout } = await ended.catch(noProgram);
      return status === 0 ? { location, printed: stdout } : undefined;
    },
    drop: () => dropped.abort(),
  };
}

function noProgram(error: unknown): Pick<GitResult, "status" | "stdout"> {
  if (error instanceof HeirError) return { status: 128, stdout: Buffer.alloc(0) };
  throw error;
}
