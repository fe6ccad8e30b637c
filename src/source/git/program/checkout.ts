import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { isListed } from "../../snapshot/listed-file.ts";
import { ListedFiles } from "../../snapshot/listed-files.ts";
import { LINK_MODE, SUBMODULE_MODE, UNMERGED } from "../../submodules/mode.ts";
import type { Checkout } from "../store.ts";
import type { GitProgram } from "./call.ts";
import { checkoutArgs, indexTime } from "./checkout-args.ts";
import { type DebugLines, type Disk, debugLines, fileState, statsAt } from "./index-stat.ts";
import { git } from "./process.ts";
import { SeenFiles } from "./seen-files.ts";
import { type CheckoutPlace, submoduleRepository } from "./submodule-repository.ts";

/** What git printed of a checkout, and when its index was written. */
export interface PrintedCheckout extends Disk {
  readonly printed: Buffer;
}

/** Listings that git made before they were asked for. */
export interface PrintedCheckouts {
  /** Of the nearest folder. */
  readonly checkout: PrintedCheckout;
  /** Of submodules, by their folder on disk; undefined where git refused. */
  readonly submodules: ReadonlyMap<string, Promise<PrintedCheckout | undefined>>;
}

/**
 * What is checked out below `prefix`, by one `git ls-files`: it names tracked paths, and untracked ones that are not
 * ignored. Throws HeirError where there is no work tree.
 */
export async function readCheckout(
  program: GitProgram,
  { root, indexFile }: CheckoutPlace,
  { prefix, ...options }: { readonly prefix: string } & Abortable,
): Promise<Checkout> {
  const time = indexFile === undefined ? 0 : indexTime(indexFile);
  const printed = await git(program, checkoutArgs(program, prefix), options);
  return checkoutIn({ printed, root, indexTime: time }, prefix);
}

/**
 * Files below `prefix`, from what git printed: `? path` for an untracked path; `T mode id stage<TAB>path` for a tracked
 * one, T in lower case for one that is assumed unchanged, and lines on its file. There are thousands of them, so the
 * text is gone through once. What has changed is found without git, which would run filters to compare.
 */
export function checkoutIn({ printed, ...disk }: PrintedCheckout, prefix: string): Checkout {
  const [text, isText] = [textOfBytes(printed), isUtf8(printed)];
  const top = prefix === "" ? "" : `${prefix}/`;
  const found: Found = {
    lines: [],
    others: new Map(),
    links: new Map(),
    submodules: new Map(),
    dirty: new Set(),
    indexed: new Map(),
    gone: new Set(),
    seen: new SeenFiles(),
    top,
  };
  let tracked = false;
  for (let at = 0, end = text.indexOf("\0"), next = at; end !== -1; at = next, end = text.indexOf("\0", at)) {
    next = end + 1;
    if (text[at] !== "?") {
      tracked = true;
      const { stat, end: behind } = debugLines(text, next);
      next = behind;
      addTracked(found, text, { at, end, stat, disk });
    } else {
      const path = text.slice(at + UNTRACKED, end);
      // Another repository inside this one ends in a slash.
      if (!path.endsWith("/")) found.dirty.add(path.slice(top.length));
      found.seen.addUntracked(disk.root, path);
    }
  }
  if (!isText) found.seen.spoil();
  const unreadable = isText ? [] : takeUnreadable(found);
  const { lines, others, links, submodules, dirty, indexed, gone } = found;
  for (const path of gone) dirty.delete(path);
  const files = new ListedFiles(lines, top);
  const seen = found.seen.seen({ prefix, printed, indexTime: disk.indexTime });
  return { files, others, links, submodules, dirty, indexed, readings: new Map(), unreadable, tracked, seen };
}

/** What is checked out in a submodule, as its own repository lists it; undefined where it is not checked out. */
export async function submoduleCheckout(
  program: GitProgram,
  folder: string,
  options: Abortable = {},
): Promise<Checkout | undefined> {
  const found = submoduleRepository(program, folder);
  return found && readCheckout(found.program, found, { ...options, prefix: "" });
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
  readonly indexed: Map<string, string>;
  readonly gone: Set<string>;
  readonly seen: SeenFiles;
  readonly top: string;
}

/** Characters before the path of an untracked file, before the mode and the id of a tracked one. */
const UNTRACKED = 2;
const MODE = 2;
const ID = 9;

/** A tracked path in the text of git. */
interface TrackedLine {
  readonly at: number;
  readonly end: number;
  readonly stat: DebugLines["stat"];
  readonly disk: Disk;
}

function addTracked(found: Found, text: string, { at, end, stat, disk }: TrackedLine): void {
  const line = text.slice(at + ID, end);
  const tab = line.indexOf("\t");
  const mode = text.slice(at + MODE, at + ID - 1);
  const path = line.slice(tab + 1);
  const name = path.slice(found.top.length);
  const id = line.slice(0, tab - 2);
  const [isLink, isMerged] = [mode === LINK_MODE, line[tab - 1] === "0"];
  if (mode === SUBMODULE_MODE) {
    found.seen.spoil();
    found.submodules.set(name, isMerged ? id : UNMERGED);
    return;
  }
  const tag = text[at] ?? "";
  const isLeftOut = isMerged && NOT_ON_DISK.has(tag);
  const onDisk = isLeftOut ? "gone" : statsAt(`${disk.root}/${path}`);
  const state = isLeftOut ? "unchanged" : fileState(disk, { path, isLink, stat }, onDisk);
  const isPlain = tag === CACHED && isMerged && !isLink && state !== "gone" && typeof onDisk === "object";
  if (isPlain) found.seen.add(path, onDisk, state === "unchanged");
  else found.seen.spoil();
  if (state === "gone") found.gone.add(name);
  else if (!isMerged || (state === "changed" && !ASSUMED.test(tag))) {
    found.dirty.add(name);
    if (isMerged && !isLink) found.indexed.set(name, id);
  } else if (!isLink && isListed(line)) found.lines.push(line);
  else (isLink ? found.links : found.others).set(name, id);
}

/** A tracked file of which git knows nothing special. */
const CACHED = "H";
/** Left out of the work tree by a sparse checkout. */
const NOT_ON_DISK: ReadonlySet<string> = new Set(["S", "s"]);
/** The user says that the file is not changed. */
const ASSUMED = /[a-z]/;
