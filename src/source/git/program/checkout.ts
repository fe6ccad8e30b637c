import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { diskEntry } from "../../disk/disk-entry.ts";
import { isListed } from "../../snapshot/listed-file.ts";
import { ListedFiles } from "../../snapshot/listed-files.ts";
import { SUBMODULE_MODE } from "../../submodules/mode.ts";
import type { Checkout } from "../store.ts";
import { checkoutArgs } from "./checkout-args.ts";
import { gitEnvironment, withoutRepository } from "./environment.ts";
import { type GitProgram, git } from "./process.ts";

/**
 * What is checked out below `prefix`, by one `git ls-files`: it names tracked paths, then once more those that have
 * changed or gone, and untracked ones that are not ignored. Throws HeirError where there is no work tree.
 */
export async function readCheckout(program: GitProgram, prefix: string, options: Abortable = {}): Promise<Checkout> {
  const listed = await git(program, checkoutArgs(prefix), options);
  return checkoutIn(listed, prefix);
}

/**
 * Files below `prefix`, from what git printed: `? path` for an untracked path; `T mode id stage<TAB>path` for a tracked
 * one, with T one of H, S, M, R, C. There are thousands of them, so the text is gone through once.
 */
export function checkoutIn(printed: Buffer, prefix: string): Checkout {
  const [text, isText] = [textOfBytes(printed), isUtf8(printed)];
  const top = prefix === "" ? "" : `${prefix}/`;
  const found: Found = {
    lines: [],
    others: new Map(),
    links: new Map(),
    submodules: new Map(),
    dirty: new Set(),
    gone: new Set(),
    top,
  };
  let tracked = false;
  for (let at = 0, end = text.indexOf("\0"); end !== -1; at = end + 1, end = text.indexOf("\0", at)) {
    if (text[at] !== "?") {
      tracked = true;
      addTracked(found, text, at, end);
      // Another repository inside this one ends in a slash.
    } else if (text[end - 1] !== "/") found.dirty.add(text.slice(at + UNTRACKED + top.length, end));
  }
  const unreadable = isText ? [] : takeUnreadable(found);
  const { lines, others, links, submodules, dirty, gone } = found;
  const changed = new Set([...dirty, ...gone]);
  for (const path of gone) dirty.delete(path);
  for (const path of changed) for (const clean of [others, links]) clean.delete(path);
  const files = new ListedFiles(lines, top).without(changed);
  return { files, others, links, submodules, dirty, attributes: new Map(), unreadable, tracked };
}

/** What is checked out in a submodule, as its own repository lists it; undefined where it is not checked out. */
export async function submoduleCheckout(
  program: GitProgram,
  folder: string,
  options: Abortable = {},
): Promise<Checkout | undefined> {
  if (diskEntry(`${folder}/.git`).kind === "none") return undefined;
  return readCheckout({ cwd: folder, env: gitEnvironment(withoutRepository(program.env)) }, "", options);
}

/** Removes the paths that are not UTF-8 from everything found; deleted files do not count. */
function takeUnreadable({ lines, others, links, dirty, gone, top }: Found): readonly string[] {
  const foreign = lines.filter(hasForeignBytes);
  lines.splice(0, lines.length, ...lines.filter((line) => !hasForeignBytes(line)));
  const found = new Set(foreign.map((line) => line.slice(line.indexOf("\t") + 1 + top.length)));
  for (const paths of [others, links, dirty]) {
    for (const path of [...paths.keys()].filter(hasForeignBytes)) {
      paths.delete(path);
      found.add(path);
    }
  }
  return [...found].filter((path) => !gone.has(path));
}

interface Found {
  readonly lines: string[];
  readonly others: Map<string, string>;
  readonly links: Map<string, string>;
  readonly submodules: Map<string, string>;
  readonly dirty: Set<string>;
  readonly gone: Set<string>;
  readonly top: string;
}

/** Characters before the path of an untracked file, before the mode and the id of a tracked one. */
const UNTRACKED = 2;
const MODE = 2;
const ID = 9;

function addTracked(found: Found, text: string, at: number, end: number): void {
  const line = text.slice(at + ID, end);
  const tab = line.indexOf("\t");
  const tag = text[at];
  const isClean = (tag === "H" || tag === "S") && line[tab - 1] === "0";
  if (isClean && isListed(line) && text.startsWith("100", at + MODE)) found.lines.push(line);
  else
    addUnusual(found, line.slice(tab + 1 + found.top.length), {
      tag,
      isClean,
      mode: text.slice(at + MODE, at + ID - 1),
      id: line.slice(0, tab - 2),
    });
}

interface Unusual {
  readonly tag: string | undefined;
  readonly isClean: boolean;
  readonly mode: string;
  readonly id: string;
}

/** Adds everything but an unchanged regular file that a snapshot lists. */
function addUnusual(
  { others, links, submodules, dirty, gone }: Found,
  path: string,
  { tag, isClean, mode, id }: Unusual,
): void {
  if (mode === SUBMODULE_MODE) submodules.set(path, id);
  else if (tag === "R") gone.add(path);
  else if (!isClean) dirty.add(path);
  else (mode === "120000" ? links : others).set(path, id);
}
