import { join } from "node:path";
import { attributesAbove } from "../model/inventory/folder-paths.ts";
import { regularFileText } from "./disk/read-files.ts";
import { isBeingWritten } from "./edit/edit-journal.ts";
import { checkoutArgs } from "./git/binary/checkout-listing.ts";
import { runGit } from "./git/program/process.ts";
import type { Environment } from "./git/program/program.ts";
import { type LocateOptions, type Location, plainLocation } from "./repository/locate.ts";
import { plainConfigTexts } from "./repository/settings.ts";
import { infoFile } from "./repository/without-git.ts";

/** A listing of the work tree that git makes while code is loaded. */
export interface PrefetchedListing {
  readonly location: Location;
  /** What else says how the work tree is read, as it was before git listed it. */
  readonly inputs: readonly unknown[] | undefined;
  fits(options: LocateOptions): boolean;
  /** Where the folder is, and what git printed; undefined if git refused. */
  done(): Promise<FinishedListing | undefined>;
  /** Ends git if it is still running. */
  drop(): void;
}

export interface FinishedListing {
  readonly location: Location;
  readonly checkout: Buffer;
}

/** Starts a listing by git, which also shows if git accepts the folder; undefined if only git finds it. Never fails. */
export function startListing(options: LocateOptions): PrefetchedListing | undefined {
  const location = plainLocation(options);
  if (location?.git === undefined || location.program === undefined) return undefined;
  const { git, program } = location;
  const inputs = readingInputs(location, options.env);
  const ending = new AbortController();
  const run = runGit(program, checkoutArgs(program, git.nearest), { signal: ending.signal });
  // A failure to start git is reported when something waits for git.
  const checkout = run.then(({ status, stdout }) => (status === 0 ? stdout : undefined)).catch(() => undefined);
  return {
    location,
    inputs,
    fits: ({ cwd, directory, env }) => cwd === options.cwd && directory === options.directory && env === options.env,
    async done() {
      const printed = await checkout;
      return printed && { location, checkout: printed };
    },
    drop: () => ending.abort(),
  };
}

/**
 * All that says how a work tree is read besides what git lists and what the disk shows of that, as data that JSON can write:
 * where it is equal, it is read in the same way. Undefined if git has to be asked, and during an edit. Never fails.
 */
export function readingInputs({ top, start, git }: Location, env: Environment): readonly unknown[] | undefined {
  if (git === undefined || isBeingWritten(git.gitDir)) return undefined;
  const texts = plainConfigTexts(git, env);
  const attributes = [infoFile(git.commonDir), ...attributesAbove(git.nearest).map((path) => join(top, path))];
  return texts && [top, start, git, texts, attributes.map((file) => regularFileText(file) ?? null)];
}
