import { skeleton, twinDifference } from "../base/name-twins.ts";
import { inQuotes, nearestHint } from "../base/similar.ts";
import { type Diagnostic, finding, type Report } from "../model/findings/diagnostic.ts";
import { classForm, nodeForm, ownNodeKeys } from "../model/forms/definition-forms.ts";
import { keyNames } from "../model/forms/form.ts";
import type { Definition, NameMention } from "../model/inventory/definition.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { isBareKey, type PrefixSettings, prefixCharacters } from "../model/values/key-prefix.ts";
import { isMap, type MapEntry, type MapValue, type ScalarValue, type Value } from "../model/values/value.ts";
import type { Written } from "../written/written.ts";
import { allIn, clearSecrets } from "./clear-secrets.ts";

/** Warnings about a file: unknown sections, YAML 1.1 typing, meaningless prefixes, clear-text secrets. Never fails. */
export function lintDefinition(definition: Definition, settings: Settings): readonly Diagnostic[] {
  const found: Diagnostic[] = definition.unknownSections.map((key) => unknownSection(key, definition.kind));
  const { parameters, exports, environment, own } = definition;
  const report: Report = (diagnostic) => found.push(diagnostic);
  const values = [...allIn(parameters, ["parameters"], settings), ...allIn(exports, ["exports"], settings)];
  lintValues(values, settings, report);
  if (environment !== undefined) lintValues(allIn(environment, [], settings), settings, report);
  const properties = own === undefined ? [] : allIn(own.properties.values, ["parameters"], settings);
  return [...found, ...repeatedClasses(definition.classes), ...clearSecrets([...values, ...properties], settings)];
}

/** Classes that a list has twice; behind a removal a class counts again. */
export function repeatedClasses(classes: readonly NameMention[]): readonly Diagnostic[] {
  const listed = new Set<string>();
  return classes.flatMap(({ name, remove, origin }) => {
    if (remove) listed.delete(name);
    else if (listed.has(name)) {
      return [finding("class-repeated", origin, `${name} is in this list already: the first mention counts`)];
    } else listed.add(name);
    return [];
  });
}

const NO_PREFIXES: PrefixSettings = { dict_key_override_prefix: "", dict_key_constant_prefix: "" };

/** Scalars of any other file that YAML 1.1 types unexpectedly. Never fails. */
export function lintText(value: Value): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  lintValues(allIn(value, [], NO_PREFIXES), NO_PREFIXES, (diagnostic) => found.push(diagnostic));
  return found;
}

function lintValues(values: readonly Written[], settings: PrefixSettings, report: Report): void {
  for (const { entry, value, prefixes, isText } of values) {
    // Inside an item of a list or a key with a prefix.
    if (entry !== undefined && isText && prefixes.length === 0) lintPlainKey(entry, settings, report);
    if (entry !== undefined) lintScalar(entry.keyNode, report);
    if (value.kind === "scalar") lintScalar(value, report);
    if (isMap(value)) for (const twin of keyTwins(value)) report(twin);
  }
}

/** Keys of one mapping that are twins and differ in more than case: `Port` and `port` are common. */
function keyTwins({ entries }: MapValue): readonly Diagnostic[] {
  const first = new Map<string, MapEntry>();
  // Names in ASCII alone differ in case only.
  if (!entries.some(({ key }) => /[^\0-\x7f]/.test(key))) return [];
  return entries.flatMap((entry) => {
    const alike = skeleton(entry.key);
    const twin = first.get(alike);
    if (twin === undefined) first.set(alike, entry);
    if (twin === undefined || twin.key.toUpperCase() === entry.key.toUpperCase()) return [];
    const { difference, shown } = twinDifference(twin.key, entry.key);
    const named = (key: string) => (shown(key) === key ? key : `${key} (${shown(key)})`);
    const message = `the keys ${named(twin.key)} and ${named(entry.key)} differ only in ${difference}`;
    const related = [{ span: twin.keyNode.origin, caption: "its twin" }];
    return finding("name-twin", entry.keyNode.origin, message, { as: "info", related });
  });
}

/** A key in which a prefix is plain text. */
function lintPlainKey({ key, keyNode }: MapEntry, settings: PrefixSettings, report: Report): void {
  if (key.length < 2 || isBareKey(key, prefixCharacters(settings))) return;
  const prefix = key.charAt(0);
  const message = `the "${prefix}" of "${key}" is plain text here, inside a list or another prefixed value`;
  const hint = `write the key without "${prefix}", or move it out`;
  report(finding("prefix-as-text", keyNode.origin, message, { hint }));
}

function lintScalar({ type, data, origin }: ScalarValue, report: Report): void {
  if (type !== "bool" && type !== "int" && type !== "float") return;
  const written = origin.file.text.slice(origin.start, origin.end);
  const trap = trapIn(type, written);
  if (trap === undefined) return;
  const message = `${written} is read as ${String(data)}: ${trap} in YAML 1.1`;
  const hint = `write "${written}" for text, or ${String(data)} to be explicit`;
  report(finding("yaml-1.1-surprise", origin, message, { hint }));
}

function trapIn(type: "bool" | "int" | "float", written: string): string | undefined {
  if (type === "bool") return /^(yes|no|on|off)$/i.test(written) ? "a boolean" : undefined;
  if (/^[-+]?[\d_]+(:[\d.]+)+$/.test(written)) return "a base 60 number";
  return type === "int" && /^[-+]?0[0-7_]+$/.test(written) ? "an octal number" : undefined;
}

function unknownSection(key: ScalarValue, kind: Definition["kind"]): Diagnostic {
  const name = String(key.data);
  const sections = keyNames(kind === "node" ? nodeForm : classForm);
  const isMisplaced = kind === "class" && ownNodeKeys.some((own) => own.name === name);
  const hint = nearestHint(name, sections, inQuotes) ?? `sections are ${sections.join(", ")}`;
  const message = `"${name}" is not a section that heir reads${isMisplaced ? " in class files" : ""}`;
  return finding("unknown-key", key.origin, message, { hint });
}
