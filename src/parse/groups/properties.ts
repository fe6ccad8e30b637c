import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { propertyForm } from "../../model/forms/group-forms.ts";
import type { Property, PropertySet } from "../../model/inventory/definition.ts";
import { type InheritMode, readMode } from "../../model/inventory/settings.ts";
import type { MapEntry, MapValue, Value } from "../../model/values/value.ts";
import { entryOf, textValue } from "../../model/values/value.ts";
import { given, mappingOr, type ReadForm, readForm, textAt, textIn } from "../forms/form.ts";

/**
 * A mapping of names to properties, each a bare value or a mapping with the key `value`. The value must not contain
 * templates. Reports `bad-property-name` (property left out), `bad-inherit-mode` (mode left out), `unknown-key`,
 * `bad-value`.
 */
export function readProperties(value: Value | undefined, place: Omit<ReadForm, "keys">): PropertySet {
  const map = mappingOr(value, place);
  const properties = map.entries.flatMap((entry) => (isNamed(entry, place.report) ? [property(entry, place)] : []));
  const entries = properties.map(({ name, nameOrigin, value: own }): MapEntry => {
    return { key: name, keyNode: textValue(name, nameOrigin), value: own };
  });
  return { properties, values: { kind: "map", entries, origin: map.origin, plain: true } };
}

/** White space, control characters, and the characters with a meaning in references. */
const NOT_IN_NAMES = /[\s\p{Cc}"${}[\]]/u;

function isNamed({ key, keyNode }: MapEntry, report: Report): boolean {
  const bad = NOT_IN_NAMES.exec(key)?.[0];
  if (keyNode.type === "text" && bad === undefined) return true;
  const fault = bad === undefined ? "is not text" : `contains ${JSON.stringify(bad)}`;
  const hint = bad === undefined ? "put the name in quotes" : undefined;
  const message = `the name of a property ${fault}: ${JSON.stringify(key)}`;
  report(finding("bad-property-name", keyNode.origin, message, { hint }));
  return false;
}

function property({ key, keyNode, value }: MapEntry, place: Omit<ReadForm, "keys">): Property {
  const bare = { name: key, nameOrigin: keyNode.origin };
  const written = value.kind === "map" ? entryOf(value, "value") : undefined;
  if (written === undefined) return { ...bare, value, inheritMode: undefined, provider: undefined };
  const form = readForm(value, { ...place, what: `the property "${key}"`, keys: KEYS });
  textAt(form, "description", place.report);
  const provider = textAt(form, "provider", place.report);
  return { ...bare, value: written.value, inheritMode: inheritMode(form, place.report), provider };
}

const KEYS = keyNames(propertyForm);

function inheritMode(form: MapValue, report: Report): InheritMode | undefined {
  const value = given(form, "inheritMode");
  if (value === undefined) return undefined;
  const { file, start, end } = value.origin;
  const written = textIn(value) ?? file.text.slice(start, end);
  const mode = value.kind === "scalar" ? readMode(written) : undefined;
  if (mode !== undefined) return mode;
  const hint = "write three letters: m or o for objects, then o, a or p for lists, then o, a or p for text";
  report(finding("bad-inherit-mode", value.origin, `"${written}" is not an inherit mode`, { hint }));
  return undefined;
}
