import { addToSet } from "../../base/grouped.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { MemberKind, Members } from "../../model/results/comparison.ts";
import { pathNames } from "../load/listed-names.ts";
import type { ComparedOutcome } from "./side.ts";

/** The files of the classes and groups of a node; of one that was not resolved, all that were read for it. */
export function layerFiles({ node, reads }: ComparedOutcome, { fileOf }: Inventory): readonly string[] {
  if (node === undefined) return [...(reads?.files.keys() ?? [])];
  const classes = node.steps.flatMap(({ layer, name }) => (layer === "class" ? (fileOf("class", name) ?? []) : []));
  return [...classes, ...node.groups.map(({ origin }) => origin.file.path)];
}

/**
 * Which nodes of the later state have which classes and groups, by the files of each node. Those alone are found that are asked
 * for, as most are in no description. Among the files that were read for a node, a class that a removal takes out counts as one
 * that the node has, so that no description claims too little.
 */
export function comparedMembers(after: Inventory, filesOf: (node: string) => readonly string[]): Members {
  const nodes: ReadonlySet<string> = new Set(after.nodeNames);
  const groups = new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id]));
  const nameAt = (kind: MemberKind, path: string): string | undefined => {
    if (kind === "group") return groups.get(path);
    const name = pathNames(path, after.settings)?.class;
    return name !== undefined && after.fileOf("class", name) === path ? name : undefined;
  };
  /** The nodes that have what a file defines, by its path. */
  const known = new Map<string, Set<string>>();
  /** Finds them for some files in one go. */
  const find = (paths: readonly string[]): void => {
    const fresh = new Map(paths.map((path) => [path, new Set<string>()]));
    for (const node of paths.length === 0 ? [] : nodes) {
      for (const path of filesOf(node)) fresh.get(path)?.add(node);
    }
    for (const [path, having] of fresh) known.set(path, having);
  };
  const all = (kind: MemberKind): ReadonlyMap<string, ReadonlySet<string>> => {
    const found = new Map<string, Set<string>>();
    for (const node of nodes) {
      for (const path of filesOf(node)) {
        const name = nameAt(kind, path);
        if (name !== undefined) addToSet(found, name, node);
      }
    }
    return found;
  };
  return {
    nodes,
    common(kind, [first, ...others]) {
      let left = first === undefined ? [] : filesOf(first).filter((path) => nameAt(kind, path) !== undefined);
      for (const node of others) {
        if (left.length === 0) break;
        const own = filesOf(node);
        left = left.filter((path) => own.includes(path));
      }
      find(left.filter((path) => !known.has(path)));
      return new Map(left.map((path) => [nameAt(kind, path) ?? "", known.get(path) ?? new Set()]));
    },
    table: () => ({ nodes, classes: all("class"), groups: all("group") }),
  };
}
