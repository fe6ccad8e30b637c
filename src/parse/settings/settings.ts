import * as v from "valibot";
import { compilePattern, isPatternFault } from "../../base/pattern/pattern.ts";
import type { PatternFault } from "../../base/pattern/python-syntax.ts";
import { inQuotes, nearestHint } from "../../base/similar.ts";
import { hasKey } from "../../base/text-order.ts";
import { codes, isCode, keepsValues } from "../../model/findings/codes.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { FORMS_VERSION, IGNORED_SETTINGS, MOST_DAYS, settingForm } from "../../model/forms/setting-form.ts";
import type { CheckSetting, Settings, Stage, WrittenSettings } from "../../model/inventory/settings.ts";
import { defaultSettings, kapitanSettings } from "../../model/inventory/settings.ts";
import { readSelector, SelectorFault } from "../../model/selector/selector.ts";
import { type PathFilter, parsePathFilter } from "../../model/values/path-filter.ts";
import type { MapEntry, SourceFile, Value } from "../../model/values/value.ts";
import { given, readForm, reportBadValue, textIn, unsupportedPattern } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { parseClassMapping } from "./class-mapping.ts";

/**
 * Settings from files, weakest first (`reclass-config.yml`, `heir.yml`, `--set`), over the defaults: kapitan's in its
 * layout and with `dialect: kapitan`. Reports `unknown-key`, and `bad-value` for a wrong type, which is left out.
 */
export function parseSettings(files: readonly SourceFile[], report: Report, layout?: "kapitan"): Settings {
  const settings = mergedSettings(files, layout === "kapitan" ? kapitanSettings : defaultSettings, report);
  if (settings.dialect !== "kapitan" || layout === "kapitan") return settings;
  return mergedSettings(files, kapitanSettings, () => undefined);
}

function mergedSettings(files: readonly SourceFile[], defaults: Settings, report: Report): Settings {
  let settings = defaults;
  for (const file of files) {
    const root = parseYaml(file, { syntax: plainSyntax, report });
    if (root === undefined) continue;
    if (root.kind !== "map") reportBadValue(root, "settings must be a mapping", report);
    else for (const entry of root.entries) settings = withEntry(settings, entry, report);
  }
  return settings;
}

const text = v.pipe(v.string(), v.nonEmpty());
const folder = v.pipe(text, v.check(isInside), v.transform(trimmedFolder));
const character = v.pipe(v.string(), v.length(1));
const pair = v.tuple([text, text]);
const path = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }): PathFilter => {
    const filter = parsePathFilter(dataset.value);
    // A path with a key below a secret mapping would reveal what is below it.
    if (typeof filter !== "string") return { ...filter, below: true };
    addIssue({ message: filter });
    return NEVER;
  }),
);
const alone = v.transform((one: PathFilter) => [one]);
const paths = v.union([v.pipe(path, alone), v.array(path)]);

const FLAGS = new Set(settingForm.keys.flatMap(({ name, shape }) => (shape.kind === "boolean" ? [name] : [])));

/** The schema of every other setting that is plain data, and its description in messages. */
const shapes = {
  dialect: [v.picklist(["reclass", "kapitan"]), "reclass or kapitan"],
  nodes_uri: [folder, "a folder of the inventory"],
  classes_uri: [folder, "a folder of the inventory"],
  inventory_base_uri: [folder, "a folder of the inventory"],
  scalar_parameters: [v.union([v.literal(false), text]), "a name or false"],
  delimiter: [text, "text"],
  reference_sentinels: [pair, "a list of two texts"],
  export_sentinels: [pair, "a list of two texts"],
  escape_character: [text, "text"],
  dict_key_override_prefix: [character, "one character"],
  dict_key_constant_prefix: [character, "one character"],
  conflicts: [v.picklist(["path", "strict"]), "path or strict"],
  ends_within: [v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_DAYS)), "a number of days"],
  secrets: [paths, "a path such as db:password, or a list of paths"],
} as const satisfies {
  readonly [K in Exclude<keyof Settings, ReadApart> as Settings[K] extends boolean ? never : K]: readonly [
    v.GenericSchema<unknown, Settings[K]>,
    string,
  ];
};

type ReadApart = "class_mappings" | "ignore_class_notfound_regexp" | "default_environment" | "checks" | "stages";

function withEntry(settings: Settings, { key, keyNode, value }: MapEntry, report: Report): Settings {
  if (key === "version") {
    const isKnown = value.kind === "scalar" && value.type === "int" && value.data === FORMS_VERSION;
    if (!isKnown) reportBadValue(value, `version must be ${FORMS_VERSION}`, report);
    return settings;
  }
  if (key === "folder") {
    reportBadValue(value, "folder stands alone in a heir.yml at the top, which then has no settings", report);
    return settings;
  }
  if (key === "default_environment") return { ...settings, default_environment: value };
  if (key === "checks") return { ...settings, checks: new Map([...settings.checks, ...parseChecks(value, report)]) };
  if (key === "stages") return { ...settings, stages: parseStages(value, report) };
  if (key === "class_mappings") return { ...settings, class_mappings: mappings(value, report) };
  if (key === "ignore_class_notfound_regexp") {
    const patterns = parseIgnoredClasses(value, report);
    return patterns === undefined ? settings : { ...settings, ignore_class_notfound_regexp: patterns };
  }
  if (FLAGS.has(key)) {
    const data = plainData(value);
    if (typeof data === "boolean") return { ...settings, [key]: data };
    reportBadValue(value, `${key} must be true or false`, report);
  } else if (hasKey(shapes, key)) {
    const [schema, expected] = shapes[key];
    const result = v.safeParse(schema, plainData(value));
    if (result.success) return { ...settings, [key]: result.output };
    if (key === "inventory_base_uri" && typeof plainData(value) === "string") reportOutside(value, report);
    else reportBadValue(value, `${key} must be ${expected}`, report);
  } else if (!IGNORED_SETTINGS.has(key)) {
    const hint = nearestHint(key, keyNames(settingForm), inQuotes);
    report(finding("unknown-key", keyNode.origin, `"${key}" is not a setting`, { hint }));
  }
  return settings;
}

function mappings(value: Value, report: Report): Settings["class_mappings"] {
  const result = v.safeParse(v.array(v.string()), plainData(value));
  if (!result.success || value.kind !== "list")
    return reportBadValue(value, "class_mappings must be a list of texts", report) ?? [];
  const places = value.items.map(({ origin }) => origin);
  return result.output.flatMap((mapping, index) => {
    return parseClassMapping(mapping, places[index] ?? value.origin, report) ?? [];
  });
}

function isInside(path: string): boolean {
  return !/^[/~]/.test(path) && !path.split("/").includes("..");
}

function trimmedFolder(path: string): string {
  return path.replace(/\/+$/, "").replace(/^(\.\/+)+/, "");
}

/** Common where reclass is installed for one machine; here the folder of the settings file is the inventory. */
function reportOutside(value: Value, report: Report): void {
  const message = "inventory_base_uri points outside the inventory and is ignored; the folder of this file is used";
  report(finding("bad-value", value.origin, message, { as: "warning" }));
}

/** One pattern or a list, valid together as reclass joins them. Undefined after `bad-value` or `regex-unsupported`. */
function parseIgnoredClasses(value: Value, report: Report): readonly string[] | undefined {
  const items = value.kind === "list" ? value.items : [value];
  const patterns: string[] = [];
  let isWhole = true;
  for (const item of items) {
    const text = textIn(item);
    const fault = text === undefined || text === "" ? undefined : faultIn(text);
    if (text === undefined || text === "" || fault?.kind === "invalid")
      return reportBadValue(value, `${KEY} must be a regular expression or a list of them`, report);
    if (fault !== undefined) report(unsupportedPattern(fault, item.origin));
    isWhole &&= fault === undefined;
    patterns.push(text);
  }
  const together = isWhole ? faultIn(patterns.join("|")) : undefined;
  if (together !== undefined) {
    reportBadValue(value, `${KEY}: the patterns are invalid together: ${together.reason}`, report);
  }
  return isWhole && together === undefined ? patterns : undefined;
}

const KEY = "ignore_class_notfound_regexp";

function faultIn(text: string): PatternFault | undefined {
  const result = compilePattern(text);
  return isPatternFault(result) ? result : undefined;
}

/** A bare `off` is false in YAML 1.1. */
const turnedOff = v.transform((_: false) => "off" as const);
const off = v.pipe(v.literal(false), turnedOff);
const severity = v.union([v.picklist(["error", "warning", "info", "off"]), off]);
const setting = v.union([severity, v.strictObject({ severity, reason: v.optional(text) })]);

/**
 * `checks:` in heir.yml: code to severity, or to `{severity, reason}`. The severity of errors cannot be lowered: the
 * node does not resolve, whatever the settings say; that of contracts can. Faults are reported and left out.
 */
function parseChecks(value: Value, report: Report): readonly (readonly [string, CheckSetting])[] {
  if (value.kind === "map") return value.entries.flatMap((entry) => checkSetting(entry, report));
  return reportBadValue(value, "checks must map codes to severities", report) ?? [];
}

function checkSetting({ key, keyNode, value }: MapEntry, report: Report): (readonly [string, CheckSetting])[] {
  if (!isCode(key)) {
    const hint = nearestHint(key, Object.keys(codes), inQuotes);
    report(finding("unknown-key", keyNode.origin, `there is no finding "${key}"`, { hint }));
    return [];
  }
  const result = v.safeParse(setting, plainData(value));
  if (!result.success) {
    const fault = `${key} must be error, warning, info or off, or {severity: ..., reason: ...}`;
    return reportBadValue(value, fault, report) ?? [];
  }
  const written = typeof result.output === "object" ? result.output : { severity: result.output };
  const isLowered = codes[key].severity === "error" && !keepsValues(key) && written.severity !== "error";
  if (!isLowered) return [[key, { reason: undefined, ...written }]];
  return reportBadValue(value, `${key} is an error; its severity cannot be lowered`, report) ?? [];
}

/** A value as plain data, for validation. References and sets stay as they are, since no schema accepts them. */
export function plainData(value: Value): unknown {
  if (value.kind === "scalar") return value.data;
  if (value.kind === "list") return value.items.map(plainData);
  if (value.kind !== "map") return value;
  return Object.fromEntries(value.entries.map((entry) => [entry.key, plainData(entry.value)]));
}

const folderPath = v.pipe(
  v.string(),
  v.transform((text) => {
    const names = text.split("/").filter((name) => name !== "" && name !== ".");
    return names.join("/");
  }),
  v.check((text) => !text.split("/").includes("..")),
);
const choice = v.strictObject({ folder: v.union([folderPath, v.array(folderPath)]) });

/** The folders that a top `heir.yml` with `folder` alone chooses (F4 in docs/concepts/inventories.md). Never fails. */
export function chosenFolders(file: SourceFile): readonly string[] | undefined {
  const root = parseYaml(file, { syntax: plainSyntax, report: () => undefined });
  const result = v.safeParse(choice, root && plainData(root));
  return result.success ? [result.output.folder].flat() : undefined;
}

/** `stages:` in heir.yml: name to ref, or to `{ref, nodes}` (rule Z1 of docs/concepts/stages.md). Faults are reported and left out. */
function parseStages(value: Value, report: Report): readonly Stage[] {
  if (value.kind === "map") return value.entries.flatMap((entry) => stageOf(entry, report) ?? []);
  return reportBadValue(value, "stages must map names to refs, or to {ref: ..., nodes: ...}", report) ?? [];
}

function stageOf({ key: name, value }: MapEntry, report: Report): Stage | undefined {
  const bad = (at: Value, message: string): undefined => reportBadValue(at, message, report);
  if (value.kind !== "map") {
    const ref = textIn(value);
    return ref
      ? { name, ref, origin: value.origin }
      : bad(value, `stage ${name} must be a ref, or {ref: ..., nodes: ...}`);
  }
  const form = readForm(value, { file: value.origin.file, what: "a stage", keys: ["ref", "nodes"], report });
  const [ref, nodes] = [given(form, "ref"), given(form, "nodes")];
  const named = ref && textIn(ref);
  if (!named) return bad(value, `stage ${name} needs a ref`);
  if (nodes === undefined) return { name, ref: named, origin: value.origin };
  const text = textIn(nodes) ?? "";
  const selector = readSelector(text);
  if (selector instanceof SelectorFault) return bad(nodes, `nodes of stage ${name}: ${selector.message}`);
  return { name, ref: named, nodes: { text, selector }, origin: nodes.origin };
}

/** Keys of settings files as written, weakest file first, even invalid ones; `checks.CODE` for a code. Never fails. */
export function writtenSettings(files: readonly SourceFile[]): WrittenSettings {
  const written = new Map<string, { readonly value: unknown; readonly span: MapEntry["keyNode"]["origin"] }>();
  for (const file of files) {
    const root = parseYaml(file, { syntax: plainSyntax, report: () => undefined });
    if (root?.kind !== "map") continue;
    for (const entry of root.entries.flatMap(parts)) {
      const span = { ...entry.keyNode.origin, end: entry.value.origin.end };
      written.set(entry.key, { value: plainData(entry.value), span });
    }
  }
  return written;
}

/** An entry, or the entries of `checks`. */
function parts(entry: MapEntry): readonly MapEntry[] {
  if (entry.key !== "checks" || entry.value.kind !== "map") return [entry];
  return entry.value.entries.map((each) => ({ ...each, key: `checks.${each.key}` }));
}
