import { join } from "node:path";
import { digest } from "../../base/digest.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { TreeEntries, UNLISTED, UNMERGED } from "../../model/inventory/tree-entries.ts";
import { diskEntry, entriesIn, regularFileText } from "../disk/read-files.ts";
import { type GitProgram, gitProgram, withoutRepository } from "../git/program/program.ts";
import { blobText, type GitFacts, type GitStore, type TreeListing, type TreeReading } from "../git/store.ts";
import { configValues, findRepository } from "../repository/without-git.ts";

/** Submodules may be inside one another; so deep they are looked for. */
const MOST_LEVELS = 8;

type Facts = Pick<GitFacts, "topLevel" | "gitDir" | "commonDir">;

/**
 * The folders of objects of submodules (U2 in docs/concepts/submodules.md): kept for this repository, of checkouts with
 * their own, and those of `heir.objects`. Reads no configuration of a submodule, fetches nothing. Never fails.
 */
export function objectStores({ topLevel, gitDir, commonDir }: Facts, named: readonly string[]): readonly string[] {
  const kept = [...new Set([gitDir, commonDir])].flatMap((folder) => storesBelow(join(folder, "modules"), 0));
  const own = topLevel === undefined ? [] : submodulesOf(topLevel).map(({ path }) => join(topLevel, path, ".git"));
  const repositories = [...own, ...named.flatMap((path) => [path, join(path, ".git")])];
  return [...new Set([...kept, ...repositories.filter(isRepository).map((folder) => join(folder, "objects"))])];
}

/** Where a submodule's git directory may be: of its checkout, or by its name in `.gitmodules` on disk. Never fails. */
export function submoduleFolders(
  program: GitProgram,
  { topLevel, gitDir, commonDir }: Facts,
  path: string,
): readonly string[] {
  if (topLevel === undefined) return [];
  const own = submoduleRepository(program, join(topLevel, path))?.commonDir;
  const names = submodulesOf(topLevel).flatMap((each) => (each.path === path ? [each.name] : []));
  const kept = names.flatMap((name) => [gitDir, commonDir].map((folder) => join(folder, "modules", name)));
  return [...(own === undefined ? [] : [own]), ...kept];
}

/**
 * The folder of objects of the repository of its own that is checked out in a folder; undefined if there is none, and for
 * a work tree of this repository: no clone looks for what a gitlink pins in there. Never fails.
 */
export function checkoutStore(program: GitProgram, facts: Facts, folder: string): string | undefined {
  const own = submoduleRepository(program, folder)?.commonDir;
  return own === undefined || own === facts.commonDir ? undefined : join(own, "objects");
}

/** A program that also finds the objects in these folders. */
export function withStores(program: GitProgram, stores: readonly string[]): GitProgram {
  if (stores.length === 0) return program;
  const { GIT_ALTERNATE_OBJECT_DIRECTORIES: known } = program.env;
  const all = [...(known ? [known] : []), ...stores.map(quoted)].join(":");
  return { ...program, env: { ...program.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: all } };
}

/** Finds objects only in these folders: a clone finds what a gitlink pins nowhere else. Undefined without a folder. */
export function submoduleProgram(program: GitProgram, [first, ...more]: readonly string[]): GitProgram | undefined {
  if (first === undefined) return undefined;
  const objects = { GIT_OBJECT_DIRECTORY: first, GIT_ALTERNATE_OBJECT_DIRECTORIES: more.map(quoted).join(":") };
  return { ...program, env: { ...program.env, ...objects } };
}

/** As git reads an entry of the list. */
function quoted(path: string): string {
  return /[:"\\\n]/.test(path) ? JSON.stringify(path) : path;
}

/** A name of a submodule may have several folders, and a submodule keeps those inside it below itself. */
function storesBelow(folder: string, level: number): readonly string[] {
  if (level > MOST_LEVELS * 2 || diskEntry(folder).kind !== "folder") return [];
  return entriesIn(folder).flatMap((item) => {
    if (!item.isDirectory()) return [];
    const path = join(folder, item.name);
    if (!isRepository(path)) return storesBelow(path, level + 1);
    return [join(path, "objects"), ...storesBelow(join(path, "modules"), level + 1)];
  });
}

function isRepository(folder: string): boolean {
  return diskEntry(join(folder, "objects")).kind === "folder" && diskEntry(join(folder, "HEAD")).kind !== "none";
}

/** The repository in the folder of a submodule; undefined if it is not checked out. Never fails. */
export function submoduleRepository({ env }: GitProgram, folder: string) {
  if (diskEntry(`${folder}/.git`).kind === "none") return undefined;
  const program = gitProgram(folder, withoutRepository(env));
  return { program, commonDir: findRepository(folder, program.env)?.commonDir };
}

export const MODULES_FILE = ".gitmodules";

/** The most submodules listed at a time. */
export const MOST_AT_ONCE = 8;

/** The submodules in the `.gitmodules` of the work tree. A name or path that leads out has no place here. */
function submodulesOf(topLevel: string): readonly { readonly name: string; readonly path: string }[] {
  return submodulesIn(modulesText(topLevel)).filter(({ name, path }) => isInside(name) && isInside(path));
}

/** The text of the `.gitmodules` of the work tree; empty if there is none. */
export function modulesText(topLevel: string): string {
  return regularFileText(join(topLevel, MODULES_FILE)) ?? "";
}

/** The paths of the submodules that a clone can get, by the text of a `.gitmodules`: those with a path and a URL. */
export function clonedPaths(text: string): ReadonlySet<string> {
  return new Set(submodulesIn(text).flatMap(({ path, url }) => (url === "" ? [] : [path])));
}

function submodulesIn(text: string): readonly { readonly name: string; readonly path: string; readonly url: string }[] {
  const values = configValues(text);
  return [...values].flatMap(([key, path]) => {
    const [, name = ""] = /^submodule\.(.*)\.path$/s.exec(key) ?? [];
    return name === "" ? [] : [{ name, path, url: values.get(`submodule.${name}.url`) ?? "" }];
  });
}

function isInside(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}

/** A listing with the files of its submodules, and the submodules whose objects are not there, by path with their commit. */
export interface ExpandedListing {
  /** Its submodules are those that are expanded. */
  readonly listing: TreeListing;
  readonly lost: ReadonlyMap<string, string>;
  /** Those that no `.gitmodules` lists, whether their objects are there or not. */
  readonly unlisted?: readonly string[];
}

/** Which submodules are read: those at these paths of the listing. */
export interface ExpandRequest extends Abortable {
  isRead(path: string): boolean;
  /** The folder in which the paths begin, from the top. */
  readonly folder: string;
  /** The text of the `.gitmodules` at the top of the state; asked for only where there are submodules. */
  modules(): Promise<string> | string;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** A listing with the pinned trees of submodules read (U1 in docs/concepts/submodules.md). Throws as the store. */
export async function withSubmodules(
  store: GitStore,
  listing: TreeListing,
  { isRead, folder, modules, ...options }: ExpandRequest,
): Promise<ExpandedListing> {
  const wanted = [...listing.submodules].filter(([path]) => isRead(path));
  if (wanted.length === 0) return { listing: { ...listing, submodules: NOTHING }, lost: NOTHING };
  const entries = new Map(listing.entries);
  const unreadable = [...listing.unreadable];
  const lost = new Map<string, string>();
  const submodules = new Map<string, string>();
  const cloned = clonedPaths(await modules());
  const unlisted = new Set<string>();
  for (const [path, id] of wanted) if (id !== UNMERGED && !cloned.has(pathIn(folder, path))) unlisted.add(path);
  const waiting = wanted.map(([path, id]) => ({ path, id, level: 1 }));
  const tree = (each: (typeof waiting)[number]) =>
    submoduleTree(store, each, { ...options, submodule: pathIn(folder, each.path) });
  while (waiting.length > 0) {
    const some = waiting.splice(0, MOST_AT_ONCE);
    const trees = await Promise.all(some.map(tree));
    for (const [at, { path, id, level }] of some.entries()) {
      const inside = trees[at];
      if (inside === undefined) {
        lost.set(path, unlisted.has(path) ? UNLISTED : id);
        continue;
      }
      submodules.set(path, id);
      for (const [name, entry] of inside.entries) entries.set(`${path}/${name}`, entry);
      unreadable.push(...inside.unreadable.map((name) => `${path}/${name}`));
      const nested = inside.submodules.size === 0 ? undefined : inside.entries.get(MODULES_FILE)?.id;
      const within = clonedPaths(await blobText(store, nested, options));
      for (const [name, inner] of inside.submodules) {
        const at = `${path}/${name}`;
        if (!isRead(at)) continue;
        if (!within.has(name)) unlisted.add(at);
        waiting.push({ path: at, id: inner, level: level + 1 });
      }
    }
  }
  const id = lost.size === 0 ? listing.id : digest([listing.id, ...lost.keys()].join("\0"));
  const whole = { ...listing, id, entries: TreeEntries.of(entries), submodules, unreadable };
  return { listing: whole, lost, unlisted: [...unlisted] };
}

/** The files of a submodule inside of `level` ones, itself included; undefined without its objects, or if too deep. */
async function submoduleTree(
  store: GitStore,
  { id, level }: { readonly id: string; readonly level: number },
  options: TreeReading,
): Promise<TreeListing | undefined> {
  if (level > MOST_LEVELS) return undefined;
  const found = await store.entryAt(id, "", options);
  return found === undefined ? undefined : store.tree(id, "", options);
}
