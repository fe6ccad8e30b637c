import { similar } from "../base/similar.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import { classForm, nodeForm, ownNodeKeys } from "../model/forms/definition-forms.ts";
import { keyNames } from "../model/forms/form.ts";
import type { Definition } from "../model/inventory/definition.ts";
import type { NameMention } from "../model/inventory/mention.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../model/values/key-prefix.ts";
import type { MapEntry, ScalarValue, Value } from "../model/values/value.ts";
import { clearSecrets } from "./clear-secrets.ts";

/**
 * Warnings about one file: unknown sections, scalars that YAML 1.1 types unexpectedly, prefixes without a meaning, and
 * secrets in clear text.
 * Never fails.
 */
export function lintDefinition(definition: Definition, settings: Settings): readonly Diagnostic[] {
  const found: Diagnostic[] = definition.unknownSections.map((key) => {
    return unknownSection(key, definition.kind);
  });
  const lint: Lint = { prefixes: prefixCharacters(settings), report: (diagnostic) => found.push(diagnostic) };
  lintValue(definition.parameters, lint, false);
  lintValue(definition.exports, lint, false);
  if (definition.environment !== undefined) lintValue(definition.environment, lint, true);
  return [
    ...found,
    ...repeatedClasses(definition.classes),
    ...clearSecrets(definition.parameters, ["parameters"], settings),
    ...clearSecrets(definition.exports, ["exports"], settings),
    ...(definition.own === undefined ? [] : clearSecrets(definition.own.properties.values, ["parameters"], settings)),
  ];
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

/** Scalars of any other file that YAML 1.1 types unexpectedly. Never fails. */
export function lintText(value: Value): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  lintValue(value, { prefixes: [], report: (diagnostic) => found.push(diagnostic) }, false);
  return found;
}

interface Lint {
  readonly prefixes: readonly string[];
  readonly report: (diagnostic: Diagnostic) => void;
}

/** `isRaw`: inside a list item or a prefixed key, where prefixes are plain text. */
function lintValue(value: Value, lint: Lint, isRaw: boolean): void {
  if (value.kind === "scalar") lintScalar(value, lint);
  else if (value.kind === "list") for (const item of value.items) lintValue(item, lint, true);
  else if (value.kind === "map") for (const entry of value.entries) lintEntry(entry, lint, isRaw);
}

function lintEntry(entry: MapEntry, lint: Lint, isRaw: boolean): void {
  const prefix = prefixOf(entry.key, lint);
  if (isRaw && prefix !== undefined) lint.report(prefixAsText(entry, prefix));
  lintScalar(entry.keyNode, lint);
  lintValue(entry.value, lint, isRaw || prefix !== undefined);
}

function prefixOf(key: string, { prefixes }: Lint): string | undefined {
  return key.length > 1 && !isBareKey(key, prefixes) ? key.charAt(0) : undefined;
}

function lintScalar({ type, data, origin }: ScalarValue, { report }: Lint): void {
  if (type !== "bool" && type !== "int" && type !== "float") return;
  const written = origin.file.text.slice(origin.start, origin.end);
  const trap = trapIn(type, written);
  if (trap === undefined) return;
  report(
    finding("yaml-1.1-surprise", origin, `${written} is read as ${String(data)}: ${trap} in YAML 1.1`, {
      hint: `write "${written}" for text, or ${String(data)} to be explicit`,
    }),
  );
}

function trapIn(type: "bool" | "int" | "float", written: string): string | undefined {
  if (type === "bool") return /^(yes|no|on|off)$/i.test(written) ? "a boolean" : undefined;
  if (/^[-+]?[\d_]+(:[\d.]+)+$/.test(written)) return "a base 60 number";
  return type === "int" && /^[-+]?0[0-7_]+$/.test(written) ? "an octal number" : undefined;
}

function prefixAsText(entry: MapEntry, prefix: string): Diagnostic {
  return finding(
    "prefix-as-text",
    entry.keyNode.origin,
    `the "${prefix}" of "${entry.key}" is plain text here, inside a list or another prefixed value`,
    { hint: `write the key without "${prefix}", or move it out` },
  );
}

function unknownSection(key: ScalarValue, kind: Definition["kind"]): Diagnostic {
  const name = String(key.data);
  const sections = keyNames(kind === "node" ? nodeForm : classForm);
  const isMisplaced = kind === "class" && ownNodeKeys.some((own) => own.name === name);
  const near = similar(name, sections)[0];
  return finding(
    "unknown-key",
    key.origin,
    `"${name}" is not a section that heir reads${isMisplaced ? " in class files" : ""}`,
    { hint: near === undefined ? `sections are ${sections.join(", ")}` : `did you mean "${near}"?` },
  );
}
