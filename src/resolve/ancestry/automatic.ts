import { pythonRepr } from "../../encoding/value-text.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { readKey } from "../../model/values/key-prefix.ts";
import type { MapEntry, MapValue, Value } from "../../model/values/value.ts";
import { isPlain, mappingOf, startOf, textValue } from "../../model/values/value.ts";

/** The environment of a node: its own, else the one of the settings. */
export function environmentOf(node: Definition, settings: Settings): Value {
  const { default_environment: fallback } = settings;
  return node.environment ?? (typeof fallback === "string" ? textValue(fallback, startOf(node.file)) : fallback);
}

/** The environment of a node as text by which environments are compared. */
export function environmentText(node: Definition, settings: Settings): string {
  return pythonRepr(environmentOf(node, settings));
}

/** The layer of `_reclass_` and, when on, of the node's scalar parameters with prefixes; undefined if both are off. */
export function automaticStep(node: Definition, settings: Settings): Step | undefined {
  const origin = startOf(node.file);
  const entries: MapEntry[] = [];
  if (settings.automatic_parameters) entries.push(...automatic(node, settings).entries);
  if (settings.scalar_parameters !== false && settings.dialect === "reclass") {
    const name = settings.scalar_parameters;
    const own = node.parameters.entries.filter(({ key }) => readKey(key, settings).key === name);
    entries.push(...(own.length > 0 ? own : mappingOf([[name, mappingOf([], origin)]], origin).entries));
  }
  if (entries.length === 0) return undefined;
  const plain = entries.every(({ key, value }) => isPlain(value) && readKey(key, settings).prefixes.length === 0);
  const parameters: MapValue = { kind: "map", entries, origin, plain };
  return { layer: "automatic", name: "_reclass_", because: origin, parameters, exports: mappingOf([], origin) };
}

/** The mapping that has `_reclass_` alone. */
function automatic(node: Definition, settings: Settings): MapValue {
  const origin = startOf(node.file);
  const environment = environmentOf(node, settings);
  const name = ["name", nameParts(node, settings)] as const;
  const members = mappingOf([name, ["environment", environment, origin]], origin);
  return mappingOf([["_reclass_", { ...members, plain: isPlain(environment) }]], origin);
}

function nameParts(node: Definition, { dialect }: Settings): MapValue {
  const origin = startOf(node.file);
  const parts = node.name.split(".");
  const text = (data = ""): Value => textValue(data, origin);
  const full = ["full", text(node.name)] as const;
  if (dialect === "reclass") return mappingOf([full, ["short", text(parts[0])]], origin);
  const items: Value = { kind: "list", items: parts.map(text), origin, plain: true };
  return mappingOf([full, ["short", text(parts.at(-1))], ["path", text(parts.join("/"))], ["parts", items]], origin);
}
