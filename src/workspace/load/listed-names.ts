import { rooted, type Settings } from "../../model/inventory/settings.ts";
import { className, nodeName } from "../../parse/definitions/names.ts";

/**
 * The nodes and classes that the files of a listing define, each by its kind and name, and a text that is equal where the
 * inventory as a whole is equally readable, settings aside.
 */
export function listedNames(
  paths: Iterable<string>,
  settings: Settings,
): { readonly names: ReadonlySet<string>; readonly readability: string } {
  const { top } = knownNames(settings);
  const names = new Set<string>();
  const has = { twice: false, nodes: false, classes: false, heir: false, groups: false };
  for (const path of paths) {
    has.heir ||= path === "heir.yml";
    has.groups ||= path.startsWith(`${top}groups/`);
    const named = pathNames(path, settings);
    if (named === undefined) continue;
    has.nodes ||= named.inNodes;
    has.classes ||= named.inClasses;
    for (const key of named.keys) {
      has.twice ||= names.has(key);
      names.add(key);
    }
  }
  return { names, readability: Object.values(has).join(" ") };
}

/** The meaning of a path below the folder of nodes or of classes. */
export interface PathNames {
  readonly inNodes: boolean;
  readonly inClasses: boolean;
  readonly node: string | undefined;
  readonly class: string | undefined;
  /** One text for each name, with its kind. */
  readonly keys: readonly string[];
}

/** The names that a path defines; undefined for one outside both folders. Cached, because histories repeat paths. */
export function pathNames(path: string, settings: Settings): PathNames | undefined {
  const names = knownNames(settings);
  let found = names.of.get(path);
  if (found === undefined) {
    found = readNames(path, names, settings) ?? "none";
    names.of.set(path, found);
  }
  return found === "none" ? undefined : found;
}

/** The kind of a file outside the folders of nodes and classes that affects all nodes. */
export function sharedFormOf(path: string, settings: Settings): "groups" | "policies" | "contracts" | undefined {
  const { top, nodes, classes } = knownNames(settings);
  // Most paths are in these folders, and they hold nothing else.
  for (const folder of [classes, nodes]) if (folder !== top && path.startsWith(folder)) return undefined;
  if (!path.startsWith(top)) return undefined;
  const relative = path.slice(top.length);
  if (relative === "globals.yml" || relative === "order.yml" || relative.startsWith("groups/")) return "groups";
  if (relative.startsWith("contracts/")) return "contracts";
  return /^(techniques|directives|rules)\//.test(relative) ? "policies" : undefined;
}

interface KnownNames {
  readonly top: string;
  /** The folders. */
  readonly nodes: string;
  readonly classes: string;
  readonly of: Map<string, PathNames | "none">;
}

/** The last result: settings seldom change. */
let last: { readonly settings: Settings; readonly names: KnownNames } | undefined;

function knownNames(settings: Settings): KnownNames {
  if (last?.settings === settings) return last.names;
  const folder = (name: string) => rooted(settings, name);
  const { nodes_uri, classes_uri } = settings;
  const names = { top: folder(""), nodes: folder(nodes_uri), classes: folder(classes_uri), of: new Map() };
  last = { settings, names };
  return names;
}

function readNames(path: string, { nodes, classes }: KnownNames, settings: Settings): PathNames | undefined {
  const [inNodes, inClasses] = [path.startsWith(nodes), path.startsWith(classes)];
  if (!inNodes && !inClasses) return undefined;
  const node = inNodes ? nodeName(path.slice(nodes.length), settings)?.name : undefined;
  const ofClass = inClasses ? className(path.slice(classes.length))?.name : undefined;
  const keys = [
    ...(node === undefined ? [] : [`node ${node}`]),
    ...(ofClass === undefined ? [] : [`class ${ofClass}`]),
  ];
  return { inNodes, inClasses, node, class: ofClass, keys };
}
