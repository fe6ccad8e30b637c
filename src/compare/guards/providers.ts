import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Property, PropertySet } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { printKeys } from "../../model/values/parameter-path.ts";
import type { Span } from "../../model/values/value.ts";

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
