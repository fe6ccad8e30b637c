import { jsonString } from "../../base/json-text.ts";
import type { ShareOfRun } from "../../base/shard.ts";
import { documentJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { nodeData } from "../data/node.ts";
import { shardJson } from "../shards/parts.ts";
import {
  createNameIndex,
  type InventoryWriter,
  type NameIndex,
  type NodeFailure,
  nodeFailure,
  Separator,
} from "./writer.ts";

/** The first line of {@link jsonInventory}, without its end. */
export const inventoryStart = '{"v": 1, "nodes": {';

/**
 * One JSON document, one node per line: `nodes`, `errors` if some node fails, and the nodes of each class and
 * application; for a share also which it is, and of what.
 */
export function jsonInventory(share?: ShareOfRun): InventoryWriter {
  const errors: string[] = [];
  const classes = createNameIndex();
  const applications = createNameIndex();
  const separator = new Separator("\n", ",\n");
  return {
    begin: () => inventoryStart,
    joining: separator.joining({ errors, classes, applications }),
    node(outcome) {
      const { name, node } = outcome;
      const failure = nodeFailure(outcome);
      if (failure !== undefined) errors.push(`${jsonString(name)}: ${documentJson(failure)}`);
      if (node === undefined) return "";
      indexNode(node, classes, applications);
      return `${separator.next()}${jsonString(name)}: ${documentJson(nodeData(node))}`;
    },
    end: () => {
      const end = { errors, classes: indexLines(classes), applications: indexLines(applications) };
      return [...ending(end, share)].join("");
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
  yield* separated(nodes);
  yield* ending(end);
}

function* ending(
  { errors, classes, applications }: Omit<InventoryLines, "nodes">,
  share?: ShareOfRun,
): Generator<string, void> {
  yield "\n}";
  let isFirst = true;
  for (const piece of separated(errors)) {
    if (isFirst) yield ',\n"errors": {';
    isFirst = false;
    yield piece;
  }
  if (!isFirst) yield "\n}";
  yield* index("classes", classes);
  yield* index("applications", applications);
  yield `${share === undefined ? "" : `,\n${shardJson(share)}`}}\n`;
}

function* index(title: string, lines: Iterable<string>): Generator<string, void> {
  yield `,\n"${title}": {`;
  let last = "}";
  for (const piece of separated(lines)) {
    yield piece;
    last = "\n}";
  }
  yield last;
}

function* separated(lines: Iterable<string>): Generator<string, void> {
  let separator = "\n";
  for (const line of lines) {
    yield separator + line;
    separator = ",\n";
  }
}

/** The output if the inventory as a whole cannot be read. */
export function unreadableJson(failure: NodeFailure): string {
  return `${documentJson({ v: 1, nodes: {}, errors: {}, error: failure })}\n`;
}

/** The parts of one node. */
export function jsonNode(node: ResolvedNode): string {
  return `${documentJson(nodeData(node))}\n`;
}

/** One JSON object per line and node: the resolved node, or its error. */
export function jsonLinesInventory(): InventoryWriter {
  const nothing = { errors: [], classes: createNameIndex(), applications: createNameIndex() };
  return {
    begin: () => "",
    joining: new Separator("", "").joining(nothing),
    node(outcome) {
      const { name, node } = outcome;
      const parts = node === undefined ? { error: nodeFailure(outcome) } : nodeData(node);
      return `${documentJson({ node: name, ...parts })}\n`;
    },
    end: () => "",
  };
}

function indexNode(node: ResolvedNode, classes: NameIndex, applications: NameIndex): void {
  classes.add(
    node.classes.map(({ name }) => name),
    node.name,
  );
  applications.add(
    node.applications.map(({ name }) => name),
    node.name,
  );
}

function indexLines(index: NameIndex): readonly string[] {
  return index.entries().map(([name, nodes]) => indexLine(name, nodes));
}

/** The nodes that have a class or an application. */
export function indexLine(name: string, nodes: readonly string[]): string {
  return `${jsonString(name)}: ${documentJson(nodes)}`;
}
