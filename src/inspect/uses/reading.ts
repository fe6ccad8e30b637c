import type { ClassMention, Definition } from "../../model/inventory/definition.ts";
import type { Criterion } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Directive } from "../../model/inventory/policy.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type Query, queryPaths } from "../../model/values/query.ts";
import { type Reference, referencePath } from "../../model/values/reference-path.ts";
import { isPlain, type TemplatePart, type Value } from "../../model/values/value.ts";
import { callsIn } from "../../resolve/policies/property-template.ts";
import { layerAt, written } from "../../written/written.ts";

/** A reference, as a definition writes it. */
export interface WrittenReference {
  /** The value that holds it, from the node object on; `["classes"]` for the name of a class, empty for a criterion. */
  readonly path: ParameterPath;
  readonly source: string;
  /** The path that it reads, from the node object on. A key is undefined if a reference gives it. */
  readonly reads: readonly (string | undefined)[];
  /** The reference, if references in it give a key. */
  readonly open?: Reference;
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

/** The references and queries in the value at a path. */
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

/** What a directive reads: the properties that its texts call, and the operands of its merges. */
export function readsOfDirective({ sets, merges }: Directive): readonly WrittenReference[] {
  const calls = sets.flatMap(({ name, value }) => {
    return callsIn(value).map(({ keys, source, origin }) => ({ keys, source, origin, name, namespace: PROPERTIES }));
  });
  const operands = merges.flatMap(({ name, first, second }) => {
    return [first, second].map((each) => ({ ...each, source: each.text, name }));
  });
  return [...calls, ...operands].map(({ name, namespace, keys, source, origin }) => {
    const reads = namespace === PROPERTIES ? ["parameters", ...keys] : ["runtime", namespace, ...keys];
    return { path: ["variables", name], source, reads, origin };
  });
}

/** The facts and properties that criteria test. */
export function readsOfCriteria(criteria: readonly Criterion[]): readonly WrittenReference[] {
  return criteria.flatMap((criterion): readonly WrittenReference[] => {
    const at = { path: [], source: criterion.text, origin: criterion.origin };
    if (criterion.kind === "fact") return [{ ...at, reads: ["facts", ...criterion.path] }];
    if (criterion.kind !== "property") return [];
    const { test } = criterion;
    return [{ ...at, reads: ["parameters", "name" in test ? test.name : undefined] }];
  });
}

/** The namespace in which the agent finds the properties of its node. */
const PROPERTIES = "properties";

/** Another path of the same value: the environment is a parameter, too, and a property is what no run-time file sets. */
export function otherPath([section, first, ...keys]: ParameterPath): ParameterPath | undefined {
  if (section === "environment") return ["parameters", "_reclass_", "environment"];
  return section === "runtime" && first === PROPERTIES ? ["parameters", ...keys] : undefined;
}

/** Whether a reference reads, or may read, a value, a part of it, or a value that holds it. */
export function touches({ reads }: Pick<WrittenReference, "reads">, path: ParameterPath): boolean {
  const unknown = reads.indexOf(undefined);
  const known = unknown === -1 ? reads : reads.slice(0, unknown);
  return path.every((key, index) => index >= known.length || known[index] === key);
}

/** A character that no key holds, for a reference that is not filled in. */
const UNKNOWN = "\0";

class Reader {
  readonly found: WrittenReference[] = [];
  private readonly inventory: Inventory;

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  names(mentions: readonly ClassMention[]): void {
    for (const { template } of mentions) if (template !== undefined) this.value(template, ["classes"]);
  }

  value(value: Value, path: ParameterPath): void {
    const enters = (inside: Value) => !isPlain(inside);
    const inside = enters(value) ? written(value, this.inventory.settings, { at: path, enters }) : [];
    for (const each of [layerAt(value, path), ...inside]) {
      if (each.value.kind === "template") this.parts(each.value.parts, { path: each.path, origin: each.value.origin });
    }
  }

  private parts(parts: readonly TemplatePart[], at: Pick<WrittenReference, "path" | "origin">): void {
    for (const part of parts) {
      if (part.kind === "query") this.query(part.query, { ...at, source: part.source });
      if (part.kind !== "reference") continue;
      this.parts(part.path, at);
      const text = part.path.map((piece) => (piece.kind === "text" ? piece.text : UNKNOWN)).join("");
      const { keys } = referencePath(text, this.inventory.settings);
      const reads = ["parameters", ...keys.map((key) => (key.includes(UNKNOWN) ? undefined : key))];
      const isOpen = reads.includes(undefined);
      this.found.push({ ...at, source: part.source, reads, open: isOpen ? part : undefined });
    }
  }

  private query(query: Query, at: Omit<WrittenReference, "reads">): void {
    for (const path of queryPaths(query)) this.found.push({ ...at, reads: ["exports", ...path] });
    for (const { other } of query.tests) {
      if (other.kind === "parameter") this.found.push({ ...at, reads: ["parameters", ...other.path] });
    }
  }
}
