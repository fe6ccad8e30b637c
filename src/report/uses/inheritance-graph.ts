import { jsonString } from "../../base/json-text.ts";
import { terminalSafe } from "../../base/terminal-text.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { plainText, type Row, segment } from "../text/row.ts";

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
function edgesOf(graph: Graph): readonly Edge[] {
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
function verticesOf(graph: Graph): readonly Vertex[] {
  const ends = edgesOf(graph).flatMap(({ from, to }) => [from, to]);
  const ordered = graph.chains.flat().map((name): Vertex => ({ kind: "group", name }));
  return [...new Map([...graph.roots, ...ends, ...ordered].map((vertex) => [vertexId(vertex), vertex])).values()];
}

/** A text that is equal for equal vertices. */
function vertexId({ kind, name }: Vertex): string {
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

/** A graph as trees, each vertex expanded only once; then the order of groups. */
export function* graphRows(graph: Graph): Iterable<Row> {
  const opened = new Set<string>();
  for (const root of graph.roots) {
    if (opened.has(vertexId(root))) continue;
    yield [segment("muted", `${root.kind} `), segment("node", root.name)];
    yield* branches(graph, root, "", opened);
  }
  for (const chain of graph.chains) yield [segment("muted", "order "), plainText(terminalSafe(chain.join(" < ")))];
}

function* branches(graph: Graph, vertex: Vertex, indent: string, opened: Set<string>): Iterable<Row> {
  opened.add(vertexId(vertex));
  const edges = graph.edgesFrom(vertex);
  for (const [at, { to }] of edges.entries()) {
    const isLast = at === edges.length - 1;
    const isOpened = opened.has(vertexId(to)) && graph.edgesFrom(to).length > 0;
    const above = isOpened ? [segment("muted", "  (shown above)")] : [];
    yield [segment("muted", `${indent}${isLast ? "`- " : "|- "}${to.kind} `), plainText(to.name), ...above];
    if (!opened.has(vertexId(to))) {
      yield* branches(graph, to, indent + (isLast ? "   " : "|  "), opened);
    }
  }
}

/** A graph for Graphviz: groups as boxes, classes as ellipses, nodes in bold; order of groups dashed. */
export function* dotLines(graph: Graph): Iterable<string> {
  yield "digraph heir {";
  yield "  rankdir=BT;";
  for (const vertex of verticesOf(graph)) {
    yield `  ${jsonString(vertexId(vertex))} [label=${jsonString(vertex.name)}, shape=${SHAPES[vertex.kind]}];`;
  }
  for (const { from, to, kind } of edgesOf(graph)) {
    yield `  ${jsonString(vertexId(from))} -> ${jsonString(vertexId(to))} [style=${kind === "class" ? "solid" : "bold"}];`;
  }
  for (const [lower, higher] of pairs(graph)) {
    yield `  ${jsonString(`group ${higher}`)} -> ${jsonString(`group ${lower}`)} [style=dashed, label="over"];`;
  }
  yield "}";
}

const SHAPES: Readonly<Record<Vertex["kind"], string>> = { node: "octagon", group: "box", class: "ellipse" };

/** A graph for Mermaid. Ids are numbers, since names may contain characters with a meaning in Mermaid. */
export function* mermaidLines(graph: Graph): Iterable<string> {
  const vertices = verticesOf(graph);
  const ids = new Map(vertices.map((vertex, index) => [vertexId(vertex), `v${index}`]));
  yield "flowchart BT";
  for (const vertex of vertices) yield `  ${ids.get(vertexId(vertex))}${mermaidLabel(vertex)}`;
  for (const { from, to } of edgesOf(graph)) yield `  ${ids.get(vertexId(from))} --> ${ids.get(vertexId(to))}`;
  for (const [lower, higher] of pairs(graph)) {
    yield `  ${ids.get(`group ${higher}`)} -. over .-> ${ids.get(`group ${lower}`)}`;
  }
}

function mermaidLabel({ kind, name }: Vertex): string {
  const text = `"${terminalSafe(name).replaceAll("#", "#35;").replaceAll('"', "#quot;")}"`;
  if (kind === "node") return `{{${text}}}`;
  return kind === "group" ? `[${text}]` : `([${text}])`;
}

/** Neighbours in chains, the lower first. */
function pairs({ chains }: Graph): readonly (readonly [string, string])[] {
  return chains.flatMap((chain) => chain.slice(1).map((higher, at) => [chain[at] ?? "", higher] as const));
}

/** `heir graph --json`: vertices, edges, and the chains of groups in `order.yml`. */
export function graphData(graph: Graph) {
  return { v: 1, vertices: verticesOf(graph), edges: edgesOf(graph), order: graph.chains };
}

/**
 * Classes with the classes that they list, recursively. A class is expanded only once; names with references and names
 * without a file are shown as written.
 */
export function* classTreeRows(inventory: Inventory, names: readonly string[]): Iterable<Row> {
  const opened = new Set<string>();
  for (const name of names) {
    yield [segment("node", name)];
    yield* below(inventory, name, "", opened);
  }
}

function* below(inventory: Inventory, name: string, indent: string, opened: Set<string>): Iterable<Row> {
  if (opened.has(name)) return;
  opened.add(name);
  const mentions = inventory.class(name)?.classes ?? [];
  for (const [index, mention] of mentions.entries()) {
    const isLast = index === mentions.length - 1;
    const isOpened = opened.has(mention.name) && (inventory.class(mention.name)?.classes.length ?? 0) > 0;
    const written = mention.remove ? `~${mention.name}` : mention.name;
    const missing = mention.template === undefined && inventory.class(mention.name) === undefined;
    yield [
      segment("muted", `${indent}${isLast ? "`- " : "|- "}`),
      plainText(written),
      ...(isOpened ? [segment("muted", "  (shown above)")] : []),
      ...(missing && !mention.remove ? [segment("error", "  (no file)")] : []),
    ];
    if (!mention.remove) yield* below(inventory, mention.name, indent + (isLast ? "   " : "|  "), opened);
  }
}
