import { keptAt } from "../../base/made-once.ts";
import { rooted, type Settings } from "../../model/inventory/settings.ts";
import type { ListingWatch, TreeEntry } from "../../model/inventory/tree-entries.ts";
import { className, nodeName } from "../../parse/definitions/names.ts";

/** The nodes and classes of a moving listing, kept file by file; it also knows if the inventory can be read at all. */
export class ListedNames implements ListingWatch {
  private seen = nothingSeen();
  private entries: ReadonlyMap<string, TreeEntry> = new Map();
  private settings: Settings | undefined;

  reset(entries: ReadonlyMap<string, TreeEntry>): void {
    this.entries = entries;
    this.settings = undefined;
  }

  changed(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined): void {
    if (before === undefined && after !== undefined) this.count(path, 1);
    if (before !== undefined && after === undefined) this.count(path, -1);
  }

  /** Reads names under these settings from now on. */
  use(settings: Settings): void {
    if (this.settings === settings) return;
    this.settings = settings;
    this.seen = nothingSeen();
    for (const path of this.entries.keys()) this.count(path, 1);
  }

  /** Equal where the inventory as a whole is equally readable, settings aside. */
  readability(): string {
    const { twice, nodes, classes, groups, hasHeir } = this.seen;
    return [twice > 0, nodes > 0, classes > 0, hasHeir, groups > 0].join(" ");
  }

  hasNode(name: string): boolean {
    return (this.seen.names.get(`node ${name}`) ?? 0) > 0;
  }

  private count(path: string, by: 1 | -1): void {
    const { seen } = this;
    if (this.settings === undefined) return;
    if (path === "heir.yml") seen.hasHeir = by === 1;
    if (path.startsWith(`${knownNames(this.settings).top}groups/`)) seen.groups += by;
    const names = pathNames(path, this.settings);
    if (names === undefined) return;
    if (names.inNodes) seen.nodes += by;
    if (names.inClasses) seen.classes += by;
    for (const key of names.keys) {
      const old = seen.names.get(key) ?? 0;
      if (Math.max(old, old + by) === 2) seen.twice += by;
      seen.names.set(key, old + by);
    }
  }
}

/** How often each name is defined, how many are twice, and how many files are in the folders. */
function nothingSeen() {
  return { names: new Map<string, number>(), twice: 0, nodes: 0, classes: 0, groups: 0, hasHeir: false };
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
  const found = keptAt(names.of, path, () => readNames(path, names, settings) ?? "none");
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
  const keys = [node === undefined ? [] : `node ${node}`, ofClass === undefined ? [] : `class ${ofClass}`].flat();
  return { inNodes, inClasses, node, class: ofClass, keys };
}
