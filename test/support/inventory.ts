import { scalarJson } from "../../src/encoding/json.ts";
import type { Diagnostic } from "../../src/model/findings/diagnostic.ts";
import type { NodeOutcome } from "../../src/model/inventory/inventory.ts";
import { placeOf, placeText, type Value } from "../../src/model/values/value.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { type Files, Sides } from "./side.ts";

/** One node of an inventory in memory, resolved; of several nodes `n1` is meant. */
export async function resolved(files: Files): Promise<NodeOutcome> {
  const { inventory } = await new Sides().of(files);
  return resolveNode(inventory, "n1");
}

/** The parameters of a node as plain data, without `_reclass_`; its errors when it has any. */
export function parametersOf({ node, diagnostics }: NodeOutcome): unknown {
  if (node === undefined) return diagnostics.map(briefly);
  const { _reclass_: _, ...own } = plainData(node.parameters) as Record<string, unknown>;
  return own;
}

/** `code at place: message`. */
export function briefly({ code, message, span }: Diagnostic): string {
  return span === undefined ? `${code}: ${message}` : `${code} at ${placeText(placeOf(span))}: ${message}`;
}

function plainData(value: Value): unknown {
  switch (value.kind) {
    case "scalar":
      return typeof value.data === "bigint" ? scalarJson(value) : value.data;
    case "list":
      return value.items.map(plainData);
    case "map":
      return Object.fromEntries(value.entries.map((entry) => [entry.key, plainData(entry.value)]));
    case "set":
      return new Set(value.items.map(plainData));
    case "template":
      return { template: value.text };
  }
}
