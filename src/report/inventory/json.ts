import { jsonString } from "../../base/json-text.ts";
import { DataValue, documentJson, type ShareMark, valueJson } from "../../encoding/json.ts";
import type { InventoryData, InventoryNode, NodeErrorData } from "../../model/documents/inventory.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { AfterNodes, type InventoryWriter, type NameIndex, nodeFailure, Separator } from "./writer.ts";

/** The first line of {@link jsonInventory}, without its end. */
export const inventoryStart = '{"v": 1, "nodes": {';

/**
 * One JSON document, one node per line: `nodes`, `errors` if some node fails, and the nodes of each class and
 * application; for a shard also which it is, and of what.
 */
export function jsonInventory(share?: ShareMark): InventoryWriter {
  const after = new AfterNodes();
  return {
    begin: () => inventoryStart,
    parts: { separator: new Separator("\n", ",\n"), after },
    node(outcome) {
      const { name, node, rest } = outcome;
      const failure = nodeFailure(outcome);
      if (failure !== undefined) after.fail(name, `${jsonString(name)}: ${documentJson(failure)}`);
      if (node === undefined) return "";
      after.index(node);
      return `${jsonString(name)}: ${documentJson(nodeData(node, rest))}`;
    },
    end: () => {
      const [classes, applications] = [indexLines(after.classes), indexLines(after.applications)];
      return [...ending({ errors: after.failures, classes, applications }, share)].join("");
    },
  };
}

/** The parts of an inventory, each a line of text: `"NAME": VALUE`. */
export interface InventoryLines {
  readonly nodes: Iterable<string>;
  readonly errors: Iterable<string>;
  readonly classes: Iterable<string>;
  readonly applications: Iterable<string>;
}

/** The text of {@link jsonInventory} from its lines, piece by piece. */
export function* inventoryText({ nodes, ...end }: InventoryLines): Generator<string> {
  yield inventoryStart;
  const separator = new Separator("\n", ",\n");
  for (const line of nodes) yield separator.next() + line;
  yield* ending(end);
}

function* ending({ errors, classes, applications }: Omit<InventoryLines, "nodes">, share?: ShareMark) {
  yield "\n}";
  yield* section("errors", errors, "");
  yield* section("classes", classes, ',\n"classes": {}');
  yield* section("applications", applications, ',\n"applications": {}');
  if (share !== undefined) yield `,\n"shard": {"index": ${share.index}, "of": ${share.of}, "run": "${share.run}"}`;
  yield "}\n";
}

function* section(title: string, lines: Iterable<string>, ifEmpty: string): Generator<string, void> {
  const separator = new Separator(`,\n"${title}": {\n`, ",\n");
  for (const line of lines) yield separator.next() + line;
  yield separator.isFirst ? ifEmpty : "\n}";
}

/** The output if the inventory as a whole cannot be read. */
export function unreadableJson(failure: NodeErrorData): string {
  return `${documentJson({ v: 1, nodes: {}, errors: {}, error: failure })}\n`;
}

/** The parts of one node. */
export function jsonNode(node: ResolvedNode, rest?: MapValue): string {
  return `${documentJson(nodeData(node, rest))}\n`;
}

/** One JSON object per line and node: the resolved node, or its error. */
export function jsonLinesInventory(): InventoryWriter {
  return {
    begin: () => "",
    parts: { separator: new Separator("", ""), after: new AfterNodes() },
    node(outcome) {
      const { name, node, rest } = outcome;
      const parts = node === undefined ? { error: nodeFailure(outcome) } : nodeData(node, rest);
      return `${documentJson({ node: name, ...parts })}\n`;
    },
    end: () => "",
  };
}

function indexLines(index: NameIndex): readonly string[] {
  return index.entries().map(([name, nodes]) => indexLine(name, nodes));
}

/** The nodes that have a class or an application. */
export function indexLine(name: string, nodes: readonly string[]): string {
  return `${jsonString(name)}: ${documentJson(nodes)}`;
}

/**
 * The resolved properties of a node as the file `properties.d/properties.json` that its agent reads: one namespace,
 * `properties`. Reading it gives the same properties, except that dates and binary data are text in JSON.
 */
export function rudderProperties(properties: ReadonlyMap<string, Value>): string {
  const members = [...properties].map(([name, value]) => `\n    ${jsonString(name)}: ${valueJson(value)}`);
  return members.length === 0 ? '{"properties": {}}\n' : `{\n  "properties": {${members.join(",")}\n  }\n}\n`;
}

/** The outcomes of all nodes as one document; the same as `heir inventory --format json` writes node by node. */
export function inventoryData(outcomes: Iterable<ReportedOutcome>): InventoryData<DataValue, DataValue<MapValue>> {
  const nodes: [string, InventoryNode<DataValue, DataValue<MapValue>>][] = [];
  const errors: [string, NodeErrorData][] = [];
  const after = new AfterNodes();
  for (const outcome of outcomes) {
    const failure = nodeFailure(outcome);
    if (failure !== undefined) errors.push([outcome.name, failure]);
    if (outcome.node === undefined) continue;
    nodes.push([outcome.name, nodeData(outcome.node, outcome.rest)]);
    after.index(outcome.node);
  }
  return {
    v: 1,
    nodes: named(nodes),
    errors: errors.length > 0 ? named(errors) : undefined,
    classes: named(after.classes.entries()),
    applications: named(after.applications.entries()),
  };
}

/** Names can be any text, so that the object has no prototype. */
function named<Item>(entries: Iterable<readonly [string, Item]>): { readonly [name: string]: Item } {
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** A node with names instead of mentions, and further sections of it. */
export function nodeData(node: ResolvedNode, rest?: MapValue): InventoryNode<DataValue, DataValue<MapValue>> {
  return {
    groups: node.groups.length > 0 ? node.groups.map(nameOf) : undefined,
    classes: node.classes.map(nameOf),
    applications: node.applications.map(nameOf),
    parameters: new DataValue(node.parameters),
    exports: new DataValue(node.exports),
    environment: new DataValue(node.environment),
    ...Object.fromEntries(rest?.entries.map(({ key, value }) => [key, new DataValue(value)]) ?? []),
    partial: node.conflicts.length > 0 ? true : undefined,
  };
}

function nameOf({ name }: NameMention): string {
  return name;
}
