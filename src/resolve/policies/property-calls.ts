import { partsOf } from "../../model/values/inside.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { type PropertyPart, type PropertyTemplate, readPropertyTemplate } from "./property-template.ts";

/** A call of a node property in a text. */
export type PropertyCall = Extract<PropertyPart, { kind: "property" }> & { readonly origin: Span };

/** The calls of properties in the texts of a value, those in defaults too; none in a text that cannot be read. */
export function callsIn(value: Value): readonly PropertyCall[] {
  if (value.kind === "scalar") return typeof value.data === "string" ? callsInText(value.data, value.origin) : [];
  return partsOf(value).flatMap(callsIn);
}

function callsInText(text: string, origin: Span): readonly PropertyCall[] {
  const template = readPropertyTemplate(text);
  return "fault" in template ? [] : callsOf(template, origin);
}

function callsOf(template: PropertyTemplate, origin: Span): readonly PropertyCall[] {
  return template.flatMap((part) => {
    if (part.kind === "text") return [];
    return [{ ...part, origin }, ...(part.option?.kind === "default" ? callsOf(part.option.parts, origin) : [])];
  });
}
