/** What a node is a member of. */
export type MemberKind = "class" | "group";

type NodeSets = ReadonlyMap<string, ReadonlySet<string>>;

/** Which nodes of a state have which classes and groups, to describe sets of nodes. */
export interface Members {
  readonly nodes: ReadonlySet<string>;
  /** What all of some nodes have, with all nodes that have it; in no order that means anything. */
  common(kind: MemberKind, nodes: readonly string[]): NodeSets;
  table(): MemberTable;
}

/** The same of all classes and groups, by their names; in no order that means anything. */
export interface MemberTable {
  readonly nodes: ReadonlySet<string>;
  readonly classes: NodeSets;
  readonly groups: NodeSets;
}

/** The members that are in a table. */
export function tableMembers(table: MemberTable): Members {
  const { nodes, classes, groups } = table;
  const sets = { class: classes, group: groups };
  const common = (kind: MemberKind, some: readonly string[]): NodeSets =>
    new Map([...sets[kind]].filter(([, own]) => own.size >= some.length && some.every((node) => own.has(node))));
  return { nodes, common, table: () => table };
}
