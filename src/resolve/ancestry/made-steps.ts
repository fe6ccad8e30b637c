import { pythonRepr } from "../../encoding/value-text.ts";
import type { Definition, PropertySet } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import { defaultMode, type InheritMode, type Settings } from "../../model/inventory/settings.ts";
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

/**
 * Makes the steps of one node that carry properties, weakest first. A property without a mode of its own takes the one
 * in force below it; a mode once stated holds until another is stated (rule P3).
 */
export class PropertySteps {
  private readonly inForce = new Map<string, InheritMode>();

  global(own: PropertySet): Step {
    return this.step({ layer: "global", name: "globals", because: own.values.origin }, own);
  }

  group({ id, file, properties }: Group): Step {
    return this.step({ layer: "group", name: id, because: startOf(file) }, properties);
  }

  node(name: string, own: PropertySet): Step {
    return this.step({ layer: "node", name, because: own.values.origin }, own);
  }

  private step(of: Pick<Step, "layer" | "name" | "because">, { properties, values }: PropertySet): Step {
    const modes = new Map<string, InheritMode>();
    for (const property of properties) {
      const mode = property.inheritMode ?? this.inForce.get(property.name) ?? defaultMode;
      modes.set(property.name, mode);
      this.inForce.set(property.name, mode);
    }
    return { ...of, parameters: values, exports: mappingOf([], of.because), modes };
  }
}
