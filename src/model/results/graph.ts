import type { NameMention } from "../inventory/definition.ts";
import type { Inventory } from "../inventory/inventory.ts";

export interface Vertex {
  readonly kind: "node" | "group" | "class";
  readonly name: string;
}

/** A relation of two vertices: a node is in a group, a group has a parent, or one of them lists a class. */
export interface Edge {
  readonly from: Vertex;
  readonly to: Vertex;
  readonly kind: "member" | "parent" | "class";
}

/** Groups, classes and nodes with their relations, as written: references in names are not filled in. */
export interface Graph {
  /** The vertices from which a drawing starts. */
  readonly roots: readonly Vertex[];
  /** The edges from each vertex, in the order written. */
  edgesFrom(vertex: Vertex): readonly Edge[];
  /** Chains of `order.yml`: ids of groups, lowest first. */
  readonly chains: readonly (readonly string[])[];
}

/** The graph from some vertices on. A name only removed (`~name`) makes no edge; a name without a file is a vertex. */
export function graphFrom(
  inventory: Inventory,
  roots: readonly Vertex[],
  groupsOf: (node: string) => readonly string[],
): Graph {
  const chains = inventory.groups.order.map((chain) => chain.map(({ name }) => name));
  return { roots, chains, edgesFrom: (vertex) => edgesFrom(inventory, vertex, groupsOf) };
}

/** Every edge that can be reached, each once, in the order of a walk from the roots. */
export function edgesOf(graph: Graph): readonly Edge[] {
  const found: Edge[] = [];
  const seen = new Set<string>();
  const visit = (vertex: Vertex): void => {
    if (seen.has(vertexId(vertex))) return;
    seen.add(vertexId(vertex));
    for (const edge of graph.edgesFrom(vertex)) {
      found.push(edge);
      visit(edge.to);
    }
  };
  for (const root of graph.roots) visit(root);
  return found;
}

/** All vertices: the roots, those that edges lead to, and the groups in chains. */
export function verticesOf(graph: Graph): readonly Vertex[] {
  const ends = edgesOf(graph).flatMap(({ from, to }) => [from, to]);
  const ordered = graph.chains.flat().map((name): Vertex => ({ kind: "group", name }));
  return [...new Map([...graph.roots, ...ends, ...ordered].map((vertex) => [vertexId(vertex), vertex])).values()];
}

/** A text that is equal for equal vertices. */
export function vertexId({ kind, name }: Vertex): string {
  return `${kind} ${name}`;
}

function edgesFrom(inventory: Inventory, from: Vertex, groupsOf: (node: string) => readonly string[]): readonly Edge[] {
  const classes = (mentions: readonly NameMention[] = []): readonly Edge[] =>
    mentions.flatMap(({ name, remove }) => (remove ? [] : [{ from, to: { kind: "class", name }, kind: "class" }]));
  if (from.kind === "class") return classes(inventory.class(from.name)?.classes);
  if (from.kind === "node") {
    const groups = groupsOf(from.name).map((name): Edge => ({ from, to: { kind: "group", name }, kind: "member" }));
    return [...groups, ...classes(inventory.node(from.name)?.classes)];
  }
  const { parents = [], classes: mentions } = inventory.groups.groups.get(from.name) ?? {};
  const above = parents.map(({ name }): Edge => ({ from, to: { kind: "group", name }, kind: "parent" }));
  return [...above, ...classes(mentions)];
}
