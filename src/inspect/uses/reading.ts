import type { ClassMention, Definition } from "../../model/inventory/definition.ts";
import type { Criterion } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Directive } from "../../model/inventory/policy.ts";
import type { Settings } from "../../model/inventory/settings.ts";
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
  return [
    ...referencesAt(definition.parameters, ["parameters"], inventory),
    ...referencesAt(definition.exports, ["exports"], inventory),
    ...referencesInNames(definition.classes, inventory),
  ];
}

/** The references and queries in the value at a path. */
export function referencesAt(value: Value, path: ParameterPath, inventory: Inventory): readonly WrittenReference[] {
  const { settings } = inventory;
  const enters = (inside: Value) => !isPlain(inside);
  const inside = enters(value) ? written(value, settings, { at: path, enters }) : [];
  return [layerAt(value, path), ...inside].flatMap((each) => {
    if (each.value.kind !== "template") return [];
    return readsOfParts(each.value.parts, { path: each.path, origin: each.value.origin }, settings);
  });
}

/** The references in the names of some classes. */
export function referencesInNames(classes: readonly ClassMention[], inventory: Inventory): readonly WrittenReference[] {
  return classes.flatMap(({ template }) => (template ? referencesAt(template, ["classes"], inventory) : []));
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

/** References in the path of another one come before it. */
function readsOfParts(
  parts: readonly TemplatePart[],
  at: Pick<WrittenReference, "path" | "origin">,
  settings: Settings,
): readonly WrittenReference[] {
  return parts.flatMap((part): readonly WrittenReference[] => {
    if (part.kind === "query") return readsOfQuery(part.query).map((reads) => ({ ...at, source: part.source, reads }));
    if (part.kind !== "reference") return [];
    const text = part.path.map((piece) => (piece.kind === "text" ? piece.text : UNKNOWN)).join("");
    const { keys } = referencePath(text, settings);
    const reads = ["parameters", ...keys.map((key) => (key.includes(UNKNOWN) ? undefined : key))];
    const open = reads.includes(undefined) ? part : undefined;
    return [...readsOfParts(part.path, at, settings), { ...at, source: part.source, reads, open }];
  });
}

function readsOfQuery(query: Query): readonly ParameterPath[] {
  const tested = query.tests.flatMap(({ other }) => (other.kind === "parameter" ? [other.path] : []));
  return [...queryPaths(query).map((path) => ["exports", ...path]), ...tested.map((path) => ["parameters", ...path])];
}
