import { jsonString } from "../../base/json-text.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import { type MapValue, mappingOf, type Value } from "../../model/values/value.ts";
import { machineParts, nodeValue } from "../values/parts.ts";
import { textYaml, valueYaml } from "../values/value.ts";
import { AfterNodes, type InventoryWriter, type NameIndex, nodeFailure, Separator } from "./writer.ts";

/** One YAML document of the same shape as the JSON one. */
export function yamlInventory(): InventoryWriter {
  return writer({
    opening: "",
    about: () => [],
    failed: (outcome, after) => {
      const { kind = "", message = "", place } = nodeFailure(outcome) ?? {};
      const where =
        place === undefined
          ? ""
          : `    place: {file: ${jsonString(place.file)}, line: ${place.line}, column: ${place.column}}\n`;
      after.fail(
        outcome.name,
        `  ${textYaml(outcome.name)}:\n    kind: ${textYaml(kind)}\n    message: ${textYaml(message)}\n${where}`,
      );
    },
    keepsPartial: true,
    closing: ({ failures }) => (failures.length === 0 ? "" : `errors:\n${failures.join("")}`),
  });
}

/** The parts of one node. */
export function yamlNode(node: ResolvedNode, rest?: MapValue): string {
  return valueYaml(withRest(node, rest));
}

function withRest(node: ResolvedNode, rest: MapValue | undefined): MapValue {
  const parts = nodeValue(node, machineParts);
  return rest === undefined ? parts : { ...parts, entries: [...parts.entries, ...rest.entries] };
}

/** What `reclass --nodeinfo` prints, except for the time of day. */
export function reclassNode(node: ResolvedNode): string {
  const [, ...withoutGroups] = machineParts;
  const parts = nodeValue(node, withoutGroups);
  return `${["__reclass__:", ...reclassLines(node, 1)].map((line) => `${line}\n`).join("")}${valueYaml(parts)}`;
}

/** What `reclass --inventory` prints, except for the time of day. Nodes that do not resolve are left out. */
export function reclassInventory(): InventoryWriter {
  return writer({
    opening: "__reclass__: {}\n",
    about: (node) => ["    __reclass__:", ...reclassLines(node, 3)],
    failed: () => {},
    keepsPartial: false,
    closing: () => "",
  });
}

/** The members of `__reclass__`, as lines at a depth. */
function reclassLines({ name, definition, environment }: ResolvedNode, depth: number): readonly string[] {
  const indent = "  ".repeat(depth);
  return [
    `${indent}node: ${textYaml(name)}`,
    `${indent}name: ${textYaml(name)}`,
    `${indent}uri: ${textYaml(`yaml_fs://${definition.file.path}`)}`,
    keyed("environment", environment, depth),
  ];
}

function keyed(key: string, value: Value, depth: number): string {
  return valueYaml(mappingOf([[key, value]], value.origin), depth).slice(0, -1);
}

interface Shape {
  readonly opening: string;
  about(node: ResolvedNode): readonly string[];
  failed(outcome: ReportedOutcome, after: AfterNodes): void;
  /** Whether a node from which properties in conflict are left out is written; else it is as one that fails. */
  readonly keepsPartial: boolean;
  closing(after: AfterNodes): string;
}

function writer({ opening, about, failed, keepsPartial, closing }: Shape): InventoryWriter {
  const after = new AfterNodes();
  const { classes, applications } = after;
  const separator = new Separator("nodes:\n", "");
  return {
    begin: () => opening,
    parts: { separator, after },
    node(outcome) {
      const { name, node } = outcome;
      const isFailed = nodeFailure(outcome) !== undefined;
      if (isFailed) failed(outcome, after);
      if (node === undefined || (isFailed && !keepsPartial)) return "";
      after.index(node);
      const head = [`  ${textYaml(name)}:`, ...about(node)].map((line) => `${line}\n`);
      return `${head.join("")}${valueYaml(withRest(node, outcome.rest), 2)}${partial(node)}`;
    },
    end: () =>
      `${separator.isFirst ? "nodes: {}\n" : ""}${closing(after)}${indexYaml("classes", classes)}${indexYaml("applications", applications)}`,
  };
}

/** The comment on a node from which properties in conflict are left out. */
function partial({ conflicts }: ResolvedNode): string {
  return conflicts.length === 0 ? "" : "    partial: true\n";
}

function indexYaml(title: string, index: NameIndex): string {
  const lines = index
    .entries()
    .flatMap(([name, nodes]) => [`  ${textYaml(name)}:`, ...nodes.map((node) => `    - ${textYaml(node)}`)]);
  return lines.length === 0 ? `${title}: {}\n` : `${title}:\n${lines.join("\n")}\n`;
}
