import { SETTINGS_FILES } from "../../model/inventory/settings.ts";

/** How the folders of an inventory are called; each may be several folders deep. */
export interface FolderNames {
  readonly nodes: string;
  readonly classes: string;
}

/** What makes a folder an inventory: a settings file, the folders of reclass, or those of kapitan. */
export type Mark = "settings" | "folders" | "kapitan";

/** kapitan's folders. */
export const KAPITAN: FolderNames = { nodes: "targets", classes: "classes" };

type Part = "settings" | "nodes" | "classes" | "groups" | "targets" | "kapitanClasses";

/** The paths to look through: of files, and of links, which may lead to folders. */
export interface MarkedPaths {
  readonly files: Iterable<string>;
  readonly links: Iterable<string>;
}

/**
 * The folders of a state that are inventories by themselves (rule F1 in docs/concepts/inventories.md), sorted: what is
 * inside one is part of it and no second one, and folders that begin with a dot or are called `node_modules` are passed
 * over. Paths begin at the top and have forward slashes; so have the folders, `""` for the top. Never fails.
 */
export function inventoriesAmong(paths: MarkedPaths, names: FolderNames): ReadonlyMap<string, Mark> {
  const parts = partsOf(paths, names);
  const found = new Map<string, Mark>();
  for (const folder of [...parts.keys()].sort()) {
    const mark = markOf(parts.get(folder));
    if (mark !== undefined && !isWithin(folder, found)) found.set(folder, mark);
  }
  return found;
}

function markOf(parts: ReadonlySet<Part> | undefined): Mark | undefined {
  if (parts === undefined) return undefined;
  if (parts.has("settings")) return "settings";
  if (parts.has("nodes") && (parts.has("classes") || parts.has("groups"))) return "folders";
  return parts.has("targets") && parts.has("kapitanClasses") ? "kapitan" : undefined;
}

function isWithin(folder: string, found: ReadonlyMap<string, Mark>): boolean {
  if (found.has("")) return true;
  for (let at = folder.lastIndexOf("/"); at > 0; at = folder.lastIndexOf("/", at - 1)) {
    if (found.has(folder.slice(0, at))) return true;
  }
  return false;
}

/** What each folder holds of an inventory. Files that share a folder come one after the other, so it is read once. */
function partsOf({ files, links }: MarkedPaths, names: FolderNames): ReadonlyMap<string, ReadonlySet<Part>> {
  const parts = new Map<string, Set<Part>>();
  const add = (folder: string, part: Part): void => {
    const known = parts.get(folder);
    if (known === undefined) parts.set(folder, new Set([part]));
    else known.add(part);
  };
  const mayMatter = roleFilter(names);
  let last: string | undefined;
  let roles: readonly Role[] | undefined = [];
  for (const path of files) {
    const end = Math.max(0, path.lastIndexOf("/"));
    if (last === undefined || end !== last.length || !path.startsWith(last)) {
      last = path.slice(0, end);
      roles = mayMatter(last) ? rolesOf(last, names) : NO_ROLES;
    }
    if (roles === undefined) continue;
    if (roles.length > 0) {
      const isYaml = path.endsWith(".yml");
      for (const { folder, part } of roles) if (isYaml || (part !== "nodes" && part !== "targets")) add(folder, part);
    }
    if (isSettings(path, last.length) && !PASSED_OVER.test(last)) add(last, "settings");
  }
  for (const link of links) for (const { folder, part } of rolesOf(link, names) ?? []) add(folder, part);
  return parts;
}

const NO_ROLES: readonly Role[] = [];

/** Most folders have no role, which this shows soon. */
function roleFilter({ nodes, classes }: FolderNames): (folder: string) => boolean {
  const wanted = [nodes, classes, "groups", KAPITAN.nodes, KAPITAN.classes].map((name) => `/${name}/`);
  return (folder) => {
    const padded = `/${folder}/`;
    return wanted.some((name) => padded.includes(name));
  };
}

/** Whether a path in a folder of this many characters is a settings file; lengths decide for nearly all paths. */
function isSettings(path: string, folder: number): boolean {
  const begin = folder === 0 ? 0 : folder + 1;
  return SETTINGS_FILES.some((name) => path.length === begin + name.length && path.startsWith(name, begin));
}

/** That files in a folder are part of an inventory in a folder above. */
interface Role {
  readonly folder: string;
  readonly part: Part;
}

/** What the files right in a folder can be; undefined in a folder that is passed over. */
function rolesOf(folder: string, { nodes, classes }: FolderNames): readonly Role[] | undefined {
  if (PASSED_OVER.test(folder)) return undefined;
  const within = (name: string, part: Part): readonly Role[] =>
    foldersAround(folder, name).map((above) => ({ folder: above, part }));
  return [
    ...within(nodes, "nodes"),
    ...within(classes, "classes"),
    ...within("groups", "groups"),
    ...within(KAPITAN.nodes, "targets"),
    ...within(KAPITAN.classes, "kapitanClasses"),
  ];
}

const PASSED_OVER = /(?:^|\/)(?:\.|node_modules(?:\/|$))/;

/** The folders below which a path goes through `name`, innermost last. */
function foldersAround(path: string, name: string): readonly string[] {
  const [padded, wanted] = [`/${path}/`, `/${name}/`];
  const found: string[] = [];
  for (let at = padded.indexOf(wanted); at >= 0; at = padded.indexOf(wanted, at + 1)) {
    found.push(path.slice(0, Math.max(0, at - 1)));
  }
  return found;
}
