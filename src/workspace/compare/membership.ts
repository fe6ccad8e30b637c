import { keptAt } from "../../base/made-once.ts";
import { addTo } from "../../base/text-order.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { MemberKind, Members } from "../../model/results/comparison.ts";
import type { ComparedOutcome } from "../load/outcome.ts";

/** The files of the classes and groups of a node; of one that was not resolved, all that were read for it. */
export function layerFiles({ node, reads }: ComparedOutcome, { fileOf }: Inventory): readonly string[] {
  if (node === undefined) return [...(reads?.files.keys() ?? [])];
  const classes = node.steps.flatMap(({ layer, name }) => (layer === "class" ? (fileOf("class", name) ?? []) : []));
  return [...classes, ...node.groups.map(({ origin }) => origin.file.path)];
}

/** Which nodes of the later state have which classes and groups, by the files read: a removed class counts, too. */
export function comparedMembers(after: Inventory, filesOf: (node: string) => readonly string[]): Members {
  const names: Readonly<Record<MemberKind, ReadonlyMap<string | undefined, string>>> = {
    class: new Map(after.classNames.map((name) => [after.fileOf("class", name), name])),
    group: new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id])),
  };
  /** The nodes that have what a file defines, by its path: as sets only where they are asked for, as most are in no description. */
  const having = new Map<string, string[]>();
  for (const node of after.nodeNames) for (const path of filesOf(node)) addTo(having, path, node);
  const sets = new Map<string, ReadonlySet<string>>();
  const nodesAt = (path: string) => keptAt(sets, path, () => new Set(having.get(path)));
  const named = (kind: MemberKind, paths: Iterable<string>) =>
    new Map(
      Array.from(paths).flatMap((path) => {
        const name = names[kind].get(path);
        return name === undefined ? [] : [[name, nodesAt(path)] as const];
      }),
    );
  const nodes = new Set(after.nodeNames);
  return {
    nodes,
    common(kind, some) {
      const [first] = some;
      const all = first === undefined ? [] : named(kind, filesOf(first));
      return new Map([...all].filter(([, own]) => some.every((node) => own.has(node))));
    },
    table: () => ({ nodes, classes: named("class", having.keys()), groups: named("group", having.keys()) }),
  };
}
