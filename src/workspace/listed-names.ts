import type { Settings } from "../model/settings.ts";
import { rooted } from "../parse/form-files.ts";
import { className, nodeName } from "../parse/names.ts";
import type { TreeEntry } from "../source/git-store.ts";
import type { ListingWatch } from "../source/moving-listing.ts";

/**
 * Which nodes and classes the files of a moving listing define, kept up to date file by file: what decides whether an
 * inventory can be read at all is known without making it.
 */
export class ListedNames implements ListingWatch {
  private counts = new Map<string, number>();
  private twice = 0;
  private folders = { nodes: 0, classes: 0 };
  private hasHeir = false;
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
    this.counts = new Map();
    this.twice = 0;
    this.folders = { nodes: 0, classes: 0 };
    this.hasHeir = false;
    for (const path of this.entries.keys()) this.count(path, 1);
  }

  /** Equal where the inventory as a whole is as readable as here, settings aside. */
  readability(): string {
    return [this.twice > 0, this.folders.nodes > 0, this.folders.classes > 0, this.hasHeir].join(" ");
  }

  hasNode(name: string): boolean {
    return (this.counts.get(`node ${name}`) ?? 0) > 0;
  }

  private count(path: string, by: 1 | -1): void {
    if (this.settings === undefined) return;
    if (path === "heir.yml") this.hasHeir = by === 1;
    const names = namesOf(path, this.settings);
    if (names === undefined) return;
    if (names.inNodes) this.folders.nodes += by;
    if (names.inClasses) this.folders.classes += by;
    for (const key of keysOf(names)) {
      const old = this.counts.get(key) ?? 0;
      if (Math.max(old, old + by) === 2) this.twice += by;
      this.counts.set(key, old + by);
    }
  }
}

/** What a path below the folder of nodes or of classes stands for. */
export interface PathNames {
  readonly inNodes: boolean;
  readonly inClasses: boolean;
  readonly node: string | undefined;
  readonly class: string | undefined;
}

/** The names that a path defines; undefined for one outside both folders. */
export function namesOf(path: string, settings: Settings): PathNames | undefined {
  const [nodes, classes] = [rootOf(settings, "nodes_uri"), rootOf(settings, "classes_uri")];
  const [inNodes, inClasses] = [path.startsWith(nodes), path.startsWith(classes)];
  if (!inNodes && !inClasses) return undefined;
  return {
    inNodes,
    inClasses,
    node: inNodes ? nodeName(path.slice(nodes.length), settings)?.name : undefined,
    class: inClasses ? className(path.slice(classes.length))?.name : undefined,
  };
}

function keysOf({ node, class: name }: PathNames): readonly string[] {
  return [...(node === undefined ? [] : [`node ${node}`]), ...(name === undefined ? [] : [`class ${name}`])];
}

const roots = new WeakMap<Settings, Map<string, string>>();

function rootOf(settings: Settings, key: "nodes_uri" | "classes_uri"): string {
  let known = roots.get(settings);
  if (known === undefined) {
    known = new Map();
    roots.set(settings, known);
  }
  let root = known.get(key);
  if (root === undefined) {
    root = rooted(settings, settings[key]);
    known.set(key, root);
  }
  return root;
}
