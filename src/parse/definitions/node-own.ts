import type { Report } from "../../model/findings/diagnostic.ts";
import { ownNodeKeys } from "../../model/forms/definition-forms.ts";
import type { NodeOwn } from "../../model/inventory/definition.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { booleanOf, given, mappingOr, removableIds } from "../forms/form.ts";
import { readProperties } from "../groups/properties.ts";
import { listValue, mapValue } from "../yaml/map.ts";
import { plainSyntax } from "../yaml/text-syntax.ts";

/** The keys of a node file that reclass does not know. */
export const ownKeys: ReadonlySet<string> = new Set(ownNodeKeys.map(({ name }) => name));

/**
 * The group and property keys of a node file; undefined if it has none of them. Their text is plain, without
 * references. Faults are reported, and the parts at fault are empty.
 */
export function readOwn(
  top: MapValue,
  { file, report }: { readonly file: SourceFile; readonly report: Report },
): NodeOwn | undefined {
  const entries = top.entries.filter(({ key }) => ownKeys.has(key));
  if (entries.length === 0) return undefined;
  const own = mapValue(entries.map(unsplitEntry), top.origin, plainSyntax);
  return {
    groups: removableIds(own, "groups", report),
    facts: mappingOr(given(own, "facts"), { file, what: "facts", report }),
    properties: readProperties(given(own, "properties"), { file, what: "properties", report }),
    policyServer: booleanOf(own, "policyServer", report) ?? false,
  };
}

/** A value as `plainSyntax` reads it: a template becomes its text. */
function unsplit(value: Value): Value {
  switch (value.kind) {
    case "template":
      return textValue(value.text, value.origin);
    case "list":
      return value.plain ? value : listValue(value.items.map(unsplit), value.origin);
    case "map":
      return value.plain ? value : mapValue(value.entries.map(unsplitEntry), value.origin, plainSyntax);
    case "scalar":
    case "set":
      return value;
  }
}

function unsplitEntry(entry: MapValue["entries"][number]): MapValue["entries"][number] {
  return { ...entry, value: unsplit(entry.value) };
}
