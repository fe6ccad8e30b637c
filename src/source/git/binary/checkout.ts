import { isUtf8 } from "node:buffer";
import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { bytesOfText, hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import { hasCode } from "../../../model/findings/failure.ts";
import { isListed } from "../../../model/inventory/folder-paths.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { LINK_MODE, SUBMODULE_MODE, UNMERGED } from "../../../model/inventory/tree-entries.ts";
import { submoduleRepository } from "../../submodules/stores.ts";
import { git } from "../program/process.ts";
import type { GitProgram } from "../program/program.ts";
import type { Checkout } from "../store.ts";
import { checkoutArgs } from "./checkout-listing.ts";

interface ListedFolder extends Abortable {
  /** The top of its work tree, absolute, links followed. */
  readonly root: string;
  /** The way from there. */
  readonly prefix: string;
  /** What git printed of it before. */
  readonly printed?: Buffer | undefined;
}

/** What is checked out below `prefix`, by one `git ls-files`. Throws HeirError where there is no work tree. */
export async function readCheckout(program: GitProgram, folder: ListedFolder): Promise<Checkout> {
  return checkoutIn(folder.printed ?? (await git(program, checkoutArgs(program, folder.prefix), folder)), folder);
}

/**
 * Files below `prefix`, from what git printed: `? path` for an untracked path; `T mode id stage<TAB>path` for a tracked
 * one, T in lower case for one that is assumed unchanged, and once more with `C` if its file differs.
 */
function checkoutIn(printed: Buffer, { root, prefix, printed: before }: ListedFolder): Checkout {
  const [entries, isText] = [textOfBytes(printed).split("\0"), isUtf8(printed)];
  const top = prefix === "" ? "" : `${prefix}/`;
  const found: Found = { ...openListing(), isForeign: (path) => !isText && hasForeignBytes(path), root, top };
  for (const [at, entry] of entries.entries()) {
    if (entry.startsWith(UNTRACKED)) {
      const name = entry.slice(UNTRACKED.length + top.length);
      // Another repository inside this one ends in a slash.
      if (!name.endsWith("/")) (found.isForeign(name) ? found.unreadable : found.dirty).add(name);
    } else if (entry !== "" && !DIFFERS.test(entry)) addTracked(found, entry, DIFFERS.test(entries[at + 1] ?? ""));
  }
  const { files, others, links, submodules, dirty, indexed } = found;
  const tracked = entries.some((entry) => entry !== "" && !entry.startsWith(UNTRACKED));
  return {
    ...{ files, others, links, submodules, dirty, indexed, tracked },
    readings: new Map(),
    unreadable: [...found.unreadable],
    seen: isText ? before : undefined,
  };
}

/** What is checked out in a submodule, as its own repository lists it; undefined if it is not checked out. */
export async function submoduleCheckout(
  program: GitProgram,
  { folder, ...options }: Omit<ListedFolder, "root" | "prefix"> & { readonly folder: string },
): Promise<Checkout | undefined> {
  const found = submoduleRepository(program, folder);
  return found && readCheckout(found.program, { ...options, root: folder, prefix: "" });
}

function openListing() {
  return {
    files: new Map<string, string>(),
    others: new Map<string, string>(),
    links: new Map<string, string>(),
    submodules: new Map<string, string>(),
    dirty: new Set<string>(),
    indexed: new Map<string, string>(),
    unreadable: new Set<string>(),
  };
}

interface Found extends ReturnType<typeof openListing> {
  isForeign(this: void, path: string): boolean;
  readonly root: string;
  readonly top: string;
}

/** What comes before an untracked path, and before a tracked one whose file differs. */
const UNTRACKED = "? ";
const DIFFERS = /^[Cc] /;
/** Characters before the mode and the id of a tracked path. */
const MODE = 2;
const ID = 9;

function addTracked(found: Found, entry: string, differs: boolean): void {
  const line = entry.slice(ID);
  const tab = line.indexOf("\t");
  const mode = entry.slice(MODE, ID - 1);
  const path = line.slice(tab + 1);
  const name = path.slice(found.top.length);
  const id = line.slice(0, tab - 2);
  const [isLink, isMerged] = [mode === LINK_MODE, line[tab - 1] === "0"];
  if (mode === SUBMODULE_MODE) found.submodules.set(name, isMerged ? id : UNMERGED);
  else if (differs && isGone(`${found.root}/${path}`)) return;
  else if (found.isForeign(name)) found.unreadable.add(name);
  else if (differs || !isMerged) {
    found.dirty.add(name);
    if (isMerged && !isLink) found.indexed.set(name, id);
  } else (isLink ? found.links : isListed(name) ? found.files : found.others).set(name, id);
}

/** Whether a path of the work tree has no file: there is none, or only a folder, or what lies behind a link. */
function isGone(path: string): boolean {
  const [isForeign, folder] = [hasForeignBytes(path), dirname(path)];
  try {
    const isFolder = lstatSync(isForeign ? bytesOfText(path) : path).isDirectory();
    return isFolder || (!isForeign && realpathSync(folder) !== folder);
  } catch (error) {
    // What cannot be examined may be there.
    return hasCode(error, "ENOENT", "ENOTDIR");
  }
}
