import { addTo } from "../../base/grouped.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Destination } from "../../model/values/proposal.ts";
import { walkNode } from "../../resolve/node.ts";
import type { EqualValues } from "./equal-values.ts";

/** Which classes and groups a set of nodes has, and no other node. */
export class NodeHolders {
  private readonly inventory: Inventory;
  private readonly byNodes = new Map<string, Destination[]>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
    const holders = new Map<string, { readonly to: Destination; readonly nodes: string[] }>();
    for (const name of inventory.nodeNames) {
      for (const step of walkNode(inventory, name).ancestry.steps.toReversed()) {
        if (step.layer !== "class" && step.layer !== "group") continue;
        const key = `${step.layer}:${step.name}`;
        const known = holders.get(key) ?? { to: { kind: step.layer, name: step.name }, nodes: [] };
        known.nodes.push(name);
        holders.set(key, known);
      }
    }
    for (const { to, nodes } of holders.values()) addTo(this.byNodes, nodes.join("\0"), to);
  }

  /** Classes that exactly these nodes have, the latest layer first, then groups. */
  of(nodes: readonly string[]): readonly Destination[] {
    const all = this.byNodes.get(nodes.join("\0")) ?? [];
    return [...all.filter(({ kind }) => kind === "class"), ...all.filter(({ kind }) => kind === "group")];
  }

  /** The nodes of equal values as NODES of a command line: the class or group that has just these, else what the files are of. */
  text({ nodes, speakers }: EqualValues): string {
    if (nodes.length === this.inventory.nodeNames.length) return "all";
    const [first] = nodes.length > 1 ? this.of(nodes) : [];
    if (first !== undefined) return `${first.kind}:${first.name}`;
    const names = nodes.join(",");
    const files = speakers.map(({ kind, name }) => (kind === "node" ? name : `class:${name}`)).join(",");
    return names.length < files.length ? names : files;
  }
}

/** The most existing places to try. */
const MOST_TRIED = 3;

/**
 * Places for equal values, the best first: what exactly their nodes have, but for the classes that say them now, else a new
 * class. Of several classes, one whose name begins as theirs do comes first.
 */
export function destinations(
  { nodes, paths, speakers }: EqualValues,
  { inventory, holders }: { readonly inventory: Inventory; readonly holders: NodeHolders },
): readonly Destination[] {
  const leaving = new Set(speakers.map(({ kind, name }) => `${kind}:${name}`));
  const parent = commonPart(speakers.map(({ kind, name }) => (kind === "class" ? name.split(".").slice(0, -1) : [])));
  const there = holders.of(nodes).filter(({ kind, name }) => !leaving.has(`${kind}:${name}`));
  const shared = ({ kind, name }: Destination) => (kind === "class" ? commonPart([parent, name.split(".")]).length : 0);
  const near = there.toSorted((one, other) => shared(other) - shared(one));
  return [...near.slice(0, MOST_TRIED), { kind: "class", name: freeName([...parent, ...nameOf(paths)], inventory) }];
}

/** What paths have in common, as the last parts of a name. */
function nameOf(paths: readonly ParameterPath[]): readonly string[] {
  const own = paths.length === 1 ? paths.map((path) => path.slice(1)) : paths.map((path) => path.slice(1, -1));
  const parts = commonPart(own)
    .filter((key) => !key.startsWith("_"))
    .map((key) => key.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "");
  return parts.length === 0 ? ["common"] : parts;
}

/** A name that no class has. */
function freeName(parts: readonly string[], inventory: Inventory): string {
  const taken = new Set(inventory.classNames);
  const name = parts.join(".");
  if (!taken.has(name)) return name;
  let [free, number] = [`${name}.common`, 2];
  while (taken.has(free)) {
    free = `${name}.common${number}`;
    number += 1;
  }
  return free;
}

/** The parts that all of these begin with. */
function commonPart([first = [], ...more]: readonly (readonly string[])[]): readonly string[] {
  const differs = first.findIndex((part, index) => more.some((parts) => parts[index] !== part));
  return differs === -1 ? first : first.slice(0, differs);
}
