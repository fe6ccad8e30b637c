import type { Value } from "../../model/values/value.ts";
import { type PropertyPart, type PropertyTemplate, readPropertyTemplate } from "./property-template.ts";

/** A call of a node property in a text. */
export type PropertyCall = Extract<PropertyPart, { kind: "property" }>;

/** All texts in a value, outermost first. */
export function textsIn(value: Value): readonly string[] {
  if (value.kind === "scalar") return typeof value.data === "string" ? [value.data] : [];
  if (value.kind === "list") return value.items.flatMap(textsIn);
  return value.kind === "map" ? value.entries.flatMap((entry) => textsIn(entry.value)) : [];
}

/** The calls of properties in a text, those in defaults too; none in a text that cannot be read. */
export function callsIn(text: string): readonly PropertyCall[] {
  const template = readPropertyTemplate(text);
  return "fault" in template ? [] : callsOf(template);
}

function callsOf(template: PropertyTemplate): readonly PropertyCall[] {
  return template.flatMap((part) => {
    if (part.kind === "text") return [];
    return [part, ...(part.option?.kind === "default" ? callsOf(part.option.parts) : [])];
  });
}
