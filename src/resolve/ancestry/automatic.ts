import { pythonRepr } from "../../encoding/python.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { readKey } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import { isPlain, type MapEntry, type MapValue, textValue, type Value } from "../../model/values/value.ts";

/** The environment of a node: its own, else the one of the settings. */
export function environmentOf(node: Definition, settings: Settings): Value {
  const { default_environment: fallback } = settings;
  return node.environment ?? (typeof fallback === "string" ? textValue(fallback, startOf(node)) : fallback);
}

/** The environment of a node as text by which environments are compared. */
export function environmentText(node: Definition, settings: Settings): string {
  return pythonRepr(environmentOf(node, settings));
}

/**
 * The layer of `_reclass_` and, when asked for, of the node's scalar parameters with their prefixes; undefined when both
 * are off.
 */
export function automaticStep(node: Definition, settings: Settings): Step | undefined {
  const origin = startOf(node);
  const entries: MapEntry[] = [];
  if (settings.automatic_parameters) entries.push(entry("_reclass_", automatic(node, settings), origin));
  if (settings.scalar_parameters !== false && settings.dialect === "reclass") {
    const name = settings.scalar_parameters;
    const own = node.parameters.entries.filter(({ key }) => readKey(key, settings).key === name);
    entries.push(...(own.length > 0 ? own : [entry(name, mapOf([], origin), origin)]));
  }
  if (entries.length === 0) return undefined;
  const plain = entries.every(({ key, value }) => isPlain(value) && readKey(key, settings).prefixes.length === 0);
  const parameters: MapValue = { kind: "map", entries, origin, plain };
  return { layer: "automatic", name: "_reclass_", because: origin, parameters, exports: mapOf([], origin) };
}

function automatic(node: Definition, settings: Settings): MapValue {
  const origin = startOf(node);
  const name = mapOf(nameParts(node, settings), origin);
  const environment = environmentOf(node, settings);
  const entries = [entry("name", name, origin), entry("environment", environment, origin)];
  return { kind: "map", entries, origin, plain: isPlain(environment) };
}

function nameParts(node: Definition, { dialect }: Settings): readonly MapEntry[] {
  const origin = startOf(node);
  const parts = node.name.split(".");
  const full = text("full", node.name, origin);
  if (dialect === "reclass") return [full, text("short", parts[0] ?? "", origin)];
  const items = parts.map((part) => textValue(part, origin));
  return [
    full,
    text("short", parts.at(-1) ?? "", origin),
    text("path", parts.join("/"), origin),
    entry("parts", { kind: "list", items, origin, plain: true }, origin),
  ];
}

function startOf({ file }: Definition): Span {
  return { file, start: 0, end: 0 };
}

function mapOf(entries: readonly MapEntry[], origin: Span): MapValue {
  return { kind: "map", entries, origin, plain: true };
}

function text(key: string, data: string, origin: Span): MapEntry {
  return entry(key, textValue(data, origin), origin);
}

function entry(key: string, value: Value, origin: Span): MapEntry {
  return { key, keyNode: textValue(key, origin), value };
}
