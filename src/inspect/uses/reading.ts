import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ClassMention } from "../../model/inventory/mention.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type Query, queryPaths, splitPath } from "../../model/values/query.ts";
import type { TemplatePart, Value } from "../../model/values/value.ts";
import { type PropertyTemplate, readPropertyTemplate } from "../../resolve/policies/property-template.ts";

/** A reference, as a definition writes it. */
export interface WrittenReference {
  /** The value that holds it, from the node object on; `["classes"]` for the name of a class. */
  readonly path: ParameterPath;
  readonly source: string;
  /** What it reads, from the node object on. A key is undefined where only other references say it. */
  readonly reads: readonly (string | undefined)[];
  /** The text that says what is read, where other references are needed for it. */
  readonly parts?: readonly TemplatePart[];
  readonly origin: Span;
}

/** Every reference and query in the parameters, exports and class names of a definition. Never fails. */
export function referencesIn(definition: Definition, inventory: Inventory): readonly WrittenReference[] {
  const reader = new Reader(inventory);
  reader.value(definition.parameters, ["parameters"]);
  reader.value(definition.exports, ["exports"]);
  reader.names(definition.classes);
  return reader.found;
}

/** The references and queries in a value that stands at a path. */
export function referencesAt(value: Value, path: ParameterPath, inventory: Inventory): readonly WrittenReference[] {
  const reader = new Reader(inventory);
  reader.value(value, path);
  return reader.found;
}

/** The references in the class names of a group. */
export function referencesInNames(classes: readonly ClassMention[], inventory: Inventory): readonly WrittenReference[] {
  const reader = new Reader(inventory);
  reader.names(classes);
  return reader.found;
}

/** The properties that a text of a directive reads. */
export function propertiesReadBy(value: Value): readonly Pick<WrittenReference, "source" | "reads" | "origin">[] {
  switch (value.kind) {
    case "scalar": {
      const template = value.type === "text" ? readPropertyTemplate(String(value.data)) : [];
      const calls = "kind" in template ? [] : callsIn(template);
      return calls.map(({ keys, source }) => ({ source, reads: ["parameters", ...keys], origin: value.origin }));
    }
    case "list":
      return value.items.flatMap(propertiesReadBy);
    case "map":
      return value.entries.flatMap((entry) => propertiesReadBy(entry.value));
    case "set":
    case "template":
      return [];
  }
}

/** Whether a reference reads a value, a part of it, or something that holds it; or may, for all that is written. */
export function touches({ reads }: Pick<WrittenReference, "reads">, path: ParameterPath): boolean {
  const unknown = reads.indexOf(undefined);
  const known = unknown === -1 ? reads : reads.slice(0, unknown);
  return path.every((key, index) => index >= known.length || known[index] === key);
}

type Call = Extract<PropertyTemplate[number], { kind: "property" }>;

function callsIn(template: PropertyTemplate): readonly Call[] {
  return template.flatMap((part) => {
    if (part.kind === "text") return [];
    return part.option?.kind === "default" ? [part, ...callsIn(part.option.parts)] : [part];
  });
}

/** A sign that no key holds: what stands there is not known before the references are filled in. */
const UNKNOWN = "\0";

class Reader {
  readonly found: WrittenReference[] = [];
  private readonly inventory: Inventory;
  private readonly prefixes: readonly string[];

  constructor(inventory: Inventory) {
    this.inventory = inventory;
    this.prefixes = prefixCharacters(inventory.settings);
  }

  names(mentions: readonly ClassMention[]): void {
    for (const { template } of mentions) if (template !== undefined) this.value(template, ["classes"]);
  }

  value(value: Value, path: ParameterPath): void {
    switch (value.kind) {
      case "template":
        this.parts(value.parts, { path, origin: value.origin });
        return;
      case "list":
        for (const [index, item] of value.items.entries()) this.value(item, [...path, String(index)]);
        return;
      case "map":
        for (const entry of value.entries) {
          this.value(entry.value, [...path, bareKey(entry.key, this.prefixes)]);
        }
        return;
      case "scalar":
      case "set":
    }
  }

  private parts(parts: readonly TemplatePart[], at: Pick<WrittenReference, "path" | "origin">): void {
    for (const part of parts) {
      if (part.kind === "query") this.query(part.query, { ...at, source: part.source });
      if (part.kind !== "reference") continue;
      this.parts(part.path, at);
      const text = part.path.map((piece) => (piece.kind === "text" ? piece.text : UNKNOWN)).join("");
      const keys = splitPath(text, this.inventory.settings.delimiter);
      const reads = ["parameters", ...keys.map((key) => (key.includes(UNKNOWN) ? undefined : key))];
      const isOpen = reads.includes(undefined);
      this.found.push({ ...at, source: part.source, reads, ...(isOpen && { parts: part.path }) });
    }
  }

  private query(query: Query, at: Omit<WrittenReference, "reads">): void {
    for (const path of queryPaths(query)) this.found.push({ ...at, reads: ["exports", ...path] });
    for (const { other } of query.tests) {
      if (other.kind === "parameter") this.found.push({ ...at, reads: ["parameters", ...other.path] });
    }
  }
}
