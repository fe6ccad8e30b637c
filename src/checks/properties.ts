import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { Property, PropertySet } from "../model/inventory/definition.ts";
import type { Inventory, ResolvedNode } from "../model/inventory/inventory.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { PropertyLayer } from "../model/results/lineage.ts";
import { printKeys } from "../model/values/parameter-path.ts";
import type { Span, Value } from "../model/values/value.ts";
import { latentFault } from "../resolve/orders/conflicts.ts";
import { propertiesOf } from "../resolve/policies/node-policies.ts";

/** Warnings about properties: types that change between layers, group conflicts that only a later layer hides. */
export function lintProperties(node: ResolvedNode, settings: Settings): readonly Diagnostic[] {
  const { properties } = propertiesOf(node, settings);
  const changes = properties.flatMap(({ property, layers }) => typeChanges(property, layers));
  return [...changes, ...node.latent.map(latentFault)];
}

function typeChanges(property: string, layers: readonly PropertyLayer[]): readonly Diagnostic[] {
  return layers.slice(1).flatMap((above, at) => {
    const below = layers[at];
    const [was, is] = [below && typeOf(below.value), typeOf(above.value)];
    if (below === undefined || was === undefined || is === undefined || was === is) return [];
    const message = `${printKeys([property])} is ${was} in ${layerName(below)} and ${is} in ${layerName(above)}`;
    const related = [{ span: below.origin, caption: `${was} here` }];
    const hint = "give it one type, or a name of its own";
    return [finding("type-change", above.origin, message, { related, hint })];
  });
}

/** The type in words; undefined for null and for references, which are not resolved here. */
function typeOf(value: Value): string | undefined {
  switch (value.kind) {
    case "map":
      return "an object";
    case "list":
    case "set":
      return "a list";
    case "template":
      return undefined;
    case "scalar":
      if (value.type === "null") return undefined;
      if (value.type === "int" || value.type === "float") return "a number";
      return value.type === "bool" ? "a boolean" : "text";
  }
}

function layerName({ layer, name }: PropertyLayer): string {
  return layer === "global" ? "globals.yml" : `${layer} ${name}`;
}

/**
 * Properties with a provider that someone else changed or deleted between two states (rule P5). Anybody may change
 * one without a provider or with `default`; `system` may change any. `changed`: all paths that differ. Never fails.
 */
export function providerFindings(
  before: Inventory,
  after: Inventory,
  changed: ReadonlySet<string>,
): readonly Diagnostic[] {
  const now = propertySets(after, changed);
  return [...propertySets(before, changed)].flatMap(([layer, old]) => {
    const set = now.get(layer);
    return old.properties.flatMap((property) => {
      const changed = set?.properties.find(({ name }) => name === property.name);
      return mayChange(property, changed) ? [] : [mismatch(property, changed, set)];
    });
  });
}

/** Each layer that has properties and may differ, by a name that is the same in both states. */
function propertySets({ groups, nodeNames, node, fileOf }: Inventory, changed: ReadonlySet<string>) {
  const sets = new Map([["globals", groups.globals]]);
  for (const { id, properties } of groups.groups.values()) sets.set(`group ${id}`, properties);
  for (const name of nodeNames) {
    const properties = changed.has(fileOf("node", name) ?? "") ? node(name)?.own?.properties : undefined;
    if (properties !== undefined) sets.set(`node ${name}`, properties);
  }
  return sets;
}

function mayChange(old: Property, now: Property | undefined): boolean {
  if (old.provider === undefined || old.provider === "default") return true;
  return now?.provider === "system" || now?.provider === old.provider;
}

function mismatch(old: Property, now: Property | undefined, set: PropertySet | undefined): Diagnostic {
  const what = printKeys([old.name]);
  const by = now?.provider === undefined ? "without a provider" : `by provider ${now.provider}`;
  const how = now === undefined ? "deleted" : `changed ${by}`;
  const span: Span | undefined = now?.nameOrigin ?? set?.values.origin;
  return finding("provider-mismatch", span, `${what} belongs to provider ${old.provider} but is ${how}`, {
    related: [{ span: old.nameOrigin, caption: "before" }],
    hint: `change it through ${old.provider}, or as provider system`,
  });
}
