import { addToSet } from "../../base/grouped.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { membershipOf } from "../../resolve/groups/membership.ts";
import { walkNode } from "../../resolve/node.ts";
import { ruleNodes } from "../../resolve/policies/targets.ts";
import { dependencyReader } from "../../workspace/compare/near-dependencies.ts";
import { saidBy } from "./value-layers.ts";

/** Which nodes read a file, and in which of them it decides a value: no values are resolved for that. */
export class Reach {
  private readonly readers = new Map<string, Set<string>>();
  /** By file, the nodes in which no later layer says the path. */
  private readonly decided = new Map<string, Set<string>>();
  private asks = false;
  private readonly inventory: Inventory;

  constructor(inventory: Inventory, path: ParameterPath) {
    this.inventory = inventory;
    const read = dependencyReader(inventory);
    for (const name of inventory.nodeNames) {
      const { files, asks } = read(name);
      this.asks ||= asks;
      for (const file of files) addToSet(this.readers, file, name);
      for (const file of this.decidingFiles(name, path)) addToSet(this.decided, file, name);
    }
    const { rules, directives } = inventory.policies();
    const groupsOf = (node: Definition) => membershipOf(inventory, node).groups;
    for (const rule of path[0] === "variables" ? rules.values() : []) {
      const files = rule.directives.flatMap(({ name }) => directives.get(name)?.file.path ?? []);
      for (const node of ruleNodes(inventory, rule, groupsOf))
        for (const file of files) addToSet(this.readers, file, node);
    }
  }

  /** The only nodes that edits of values in these files can reach; undefined if that is not known. */
  of(files: readonly string[]): ReadonlySet<string> | undefined {
    const isShared = files.some((file) => this.inventory.groups.files.has(file));
    if (this.asks || isShared) return undefined;
    return new Set(files.flatMap((file) => [...(this.readers.get(file) ?? [])]));
  }

  /** The nodes that read a file: globals are read by all. */
  readersOf(file: string): Iterable<string> {
    const { groups, nodeNames } = this.inventory;
    return file === groups.globals.values.origin.file.path ? nodeNames : (this.readers.get(file) ?? []);
  }

  /** How far from the wanted nodes those are that a value in a file probably decides: in which order to try files. */
  distance(file: string, wanted: ReadonlySet<string>): number {
    const nodes = this.decided.get(file) ?? new Set();
    const hit = [...nodes].filter((name) => wanted.has(name)).length;
    return wanted.size - hit + nodes.size - hit;
  }

  /** The files of the last layer that says the path, and of all layers behind it. */
  private decidingFiles(name: string, path: ParameterPath): readonly string[] {
    const said = saidBy(walkNode(this.inventory, name).ancestry.steps, path, this.inventory);
    const last = said.findLastIndex(({ at }) => at !== undefined);
    return said.slice(Math.max(0, last)).map(({ layer }) => layer.file);
  }
}
