import { jsonString } from "../../base/json-text.ts";
import type { NodeErrorData } from "../../model/documents/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import { machineParts, nodeValue } from "../../model/inventory/node-parts.ts";
import { type MapValue, mappingOf, type Value } from "../../model/values/value.ts";
import { textYaml, valueYaml } from "../values/value.ts";
import { AfterNodes, type InventoryWriter, type NameIndex, nodeFailure, Separator } from "./writer.ts";

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

/**
 * One YAML document: of the same shape as the JSON one, or what `reclass --inventory` prints, except for the time of day.
 * The form `reclass` has no errors, and leaves out nodes that do not resolve whole.
 */
export function yamlInventory(form: "yaml" | "reclass"): InventoryWriter {
  const after = new AfterNodes();
  const separator = new Separator("nodes:\n", "");
  const isReclass = form === "reclass";
  return {
    begin: () => (isReclass ? "__reclass__: {}\n" : ""),
    parts: { separator, after },
    node(outcome) {
      const { name, node } = outcome;
      const failure = nodeFailure(outcome);
      if (failure !== undefined && !isReclass) after.fail(name, failureYaml(name, failure));
      if (node === undefined || (failure !== undefined && isReclass)) return "";
      after.index(node);
      const about = isReclass ? ["    __reclass__:", ...reclassLines(node, 3)] : [];
      const head = [`  ${textYaml(name)}:`, ...about].map((line) => `${line}\n`);
      return `${head.join("")}${valueYaml(withRest(node, outcome.rest), 2)}${partial(node)}`;
    },
    end: () => {
      const nodes = separator.isFirst ? "nodes: {}\n" : "";
      const errors = after.failures.length === 0 ? "" : `errors:\n${after.failures.join("")}`;
      return nodes + errors + indexYaml("classes", after.classes) + indexYaml("applications", after.applications);
    },
  };
}

function failureYaml(name: string, { kind, message, place }: NodeErrorData): string {
  const lines = [`kind: ${textYaml(kind)}`, `message: ${textYaml(message)}`];
  if (place !== undefined) {
    lines.push(`place: {file: ${jsonString(place.file)}, line: ${place.line}, column: ${place.column}}`);
  }
  return [`  ${textYaml(name)}:`, ...lines.map((line) => `    ${line}`), ""].join("\n");
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
