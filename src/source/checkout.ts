import type { Abortable } from "../model/snapshot.ts";
import { type GitProgram, git } from "./git-process.ts";
import type { Checkout } from "./git-store.ts";
import { isListed } from "./listed-file.ts";

const flags = ["-z", "-t", "--stage", "--modified", "--deleted", "--others", "--exclude-standard", "--full-name"];

/**
 * What is checked out below `prefix`, by one `git ls-files`: it names tracked paths, then once more those that have
 * changed or gone, and untracked ones that are not ignored. Throws HeirError where there is no work tree.
 */
export async function readCheckout(program: GitProgram, prefix: string, options: Abortable = {}): Promise<Checkout> {
  const listed = await git(program, checkoutArgs(prefix), options);
  return checkoutIn(listed.toString(), prefix);
}

/** The words for git that list what is checked out below `prefix`. */
export function checkoutArgs(prefix: string): readonly string[] {
  return ["ls-files", ...flags, "--", prefix === "" ? ":(top)" : `:(top,literal)${prefix}`];
}

/**
 * Files below `prefix`, from what git printed: `? path` for an untracked path; `T mode id stage<TAB>path` for a tracked
 * one, with T one of H, S, M, R, C. There are thousands of them, so the text is gone through once.
 */
export function checkoutIn(text: string, prefix: string): Checkout {
  const found: Found = { files: new Map(), others: new Map(), links: new Map(), dirty: new Set(), gone: new Set() };
  const start = prefix === "" ? 0 : prefix.length + 1;
  let tracked = false;
  for (let at = 0, end = text.indexOf("\0"); end !== -1; at = end + 1, end = text.indexOf("\0", at)) {
    if (text[at] !== "?") {
      tracked = true;
      addTracked(found, text, { at, end, start });
      // Another repository inside this one ends in a slash.
    } else if (text[end - 1] !== "/") found.dirty.add(text.slice(at + UNTRACKED + start, end));
  }
  const { files, others, links, dirty, gone } = found;
  for (const path of gone) dirty.delete(path);
  for (const path of [...gone, ...dirty]) for (const clean of [files, others, links]) clean.delete(path);
  return { files, others, links, dirty, tracked };
}

interface Found {
  readonly files: Map<string, string>;
  readonly others: Map<string, string>;
  readonly links: Map<string, string>;
  readonly dirty: Set<string>;
  readonly gone: Set<string>;
}

/** Where a line stands in the text, and where paths begin in the path that git names. */
interface Line {
  readonly at: number;
  readonly end: number;
  readonly start: number;
}

/** Characters before the path of an untracked file, before the mode and the id of a tracked one. */
const UNTRACKED = 2;
const MODE = 2;
const ID = 9;

function addTracked({ files, others, links, dirty, gone }: Found, text: string, { at, end, start }: Line): void {
  const idEnd = text.indexOf(" ", at + ID);
  // Behind the id come a blank, the stage and a tab.
  const path = text.slice(idEnd + 3 + start, end);
  const tag = text[at];
  if (tag === "R") gone.add(path);
  else if (text.startsWith("160000", at + MODE)) return;
  else if ((tag !== "H" && tag !== "S") || text[idEnd + 1] !== "0") dirty.add(path);
  else {
    const clean = text.startsWith("120000", at + MODE) ? links : isListed(path) ? files : others;
    clean.set(path, text.slice(at + ID, idEnd));
  }
}
