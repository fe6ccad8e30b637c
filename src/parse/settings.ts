import { pythonRegex } from "../base/python-regex.ts";
import { similar } from "../base/similar.ts";
import type { Report } from "../model/diagnostic.ts";
import type { SourceFile } from "../model/origin.ts";
import { type ClassMapping, defaultSettings, type Settings } from "../model/settings.ts";
import type { MapEntry, ScalarValue, Value } from "../model/value.ts";
import { parseClassMapping } from "./class-mapping.ts";
import { plainSyntax } from "./text-syntax.ts";
import { parseYaml } from "./yaml.ts";

/**
 * Settings from files, weakest first (`reclass-config.yml`, then `heir.yml`, then `--set`), laid over the defaults key
 * by key. A value of the wrong type is reported as `bad-value` and left out; an unknown key as `unknown-key`.
 */
export function parseSettings(files: readonly SourceFile[], report: Report): Settings {
  let settings = defaultSettings;
  for (const file of files) {
    const root = parseYaml(file, { syntax: plainSyntax, report });
    if (root === undefined) continue;
    if (root.kind === "map")
      settings = root.entries.reduce((below, entry) => withEntry(below, entry, report), settings);
    else reportBadValue(root, "settings must be a mapping", report);
  }
  return settings;
}

/** Keys that reclass reads and that mean nothing here, because git gives the storage and commands the output. */
const IGNORED = new Set([
  "storage_type",
  "output",
  "pretty_print",
  "no_refs",
  "inventory_ignore_failed_render",
  "version",
]);

function withEntry(settings: Settings, entry: MapEntry, report: Report): Settings {
  const read = readers.get(entry.key);
  if (read !== undefined) return { ...settings, ...read(entry.value, report) };
  if (!IGNORED.has(entry.key)) reportUnknown(entry, report);
  return settings;
}

type Reader = (value: Value, report: Report) => Partial<Settings>;

/** A reader for one key: a value it cannot use is reported with what was expected. */
function reader<K extends keyof Settings>(
  key: K,
  expected: string,
  read: (value: Value, report: Report) => Settings[K] | undefined,
): readonly [string, Reader] {
  return [
    key,
    (value, report) => {
      const result = read(value, report);
      if (result !== undefined) return { [key]: result };
      reportBadValue(value, `${key} must be ${expected}`, report);
      return {};
    },
  ];
}

type BooleanKey = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const BOOLEANS: readonly BooleanKey[] = [
  "class_mappings_match_path",
  "compose_node_name",
  "ignore_class_notfound",
  "ignore_class_notfound_warning",
  "automatic_parameters",
  "allow_scalar_over_dict",
  "allow_scalar_over_list",
  "allow_list_over_scalar",
  "allow_dict_over_scalar",
  "allow_none_override",
  "strict_constant_parameters",
  "ignore_overwritten_missing_references",
  "group_errors",
];

const readers: ReadonlyMap<string, Reader> = new Map([
  ...BOOLEANS.map((key) => reader(key, "true or false", booleanOf)),
  reader("nodes_uri", "a folder", folderOf),
  reader("classes_uri", "a folder", folderOf),
  reader("inventory_base_uri", "a folder", folderOf),
  reader("class_mappings", "a list of texts", mappingsOf),
  reader("ignore_class_notfound_regexp", "a regular expression or a list of them", patternsOf),
  reader("default_environment", "a name", (value) => (value.kind === "scalar" ? value : undefined)),
  reader("scalar_parameters", "a name or false", (value) => (booleanOf(value) === false ? false : textOf(value))),
  reader("delimiter", "text", textOf),
  reader("reference_sentinels", "a list of two texts", pairOf),
  reader("export_sentinels", "a list of two texts", pairOf),
  reader("escape_character", "text", textOf),
  reader("dict_key_override_prefix", "one character", characterOf),
  reader("dict_key_constant_prefix", "one character", characterOf),
]);

function booleanOf(value: Value): boolean | undefined {
  return value.kind === "scalar" && typeof value.data === "boolean" ? value.data : undefined;
}

function textOf(value: Value): string | undefined {
  return value.kind === "scalar" && value.type === "text" && value.data !== "" ? String(value.data) : undefined;
}

function characterOf(value: Value): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length === 1 ? text : undefined;
}

function folderOf(value: Value): string | undefined {
  return textOf(value)
    ?.replace(/\/+$/, "")
    .replace(/^(\.\/+)+/, "");
}

function textsOf(value: Value): readonly ScalarValue[] | undefined {
  if (value.kind !== "list") return undefined;
  const texts = value.items.filter((item) => item.kind === "scalar" && item.type === "text");
  return texts.length === value.items.length ? (texts as ScalarValue[]) : undefined;
}

function pairOf(value: Value): readonly [string, string] | undefined {
  const [open, close, ...rest] = textsOf(value)?.map((text) => String(text.data)) ?? [];
  return open && close && rest.length === 0 ? [open, close] : undefined;
}

function patternsOf(value: Value): readonly string[] | undefined {
  const single = textOf(value);
  const patterns = single === undefined ? textsOf(value)?.map((text) => String(text.data)) : [single];
  return patterns?.every((pattern) => pythonRegex(pattern) !== undefined) ? patterns : undefined;
}

function mappingsOf(value: Value, report: Report): readonly ClassMapping[] | undefined {
  return textsOf(value)?.flatMap((text) => parseClassMapping(String(text.data), text.origin, report) ?? []);
}

function reportBadValue(value: Value, message: string, report: Report): void {
  report({ code: "bad-value", severity: "error", message, span: value.origin, related: [] });
}

function reportUnknown(entry: MapEntry, report: Report): void {
  const [nearest] = similar(entry.key, readers.keys());
  report({
    code: "unknown-key",
    severity: "warning",
    message: `"${entry.key}" is not a setting`,
    span: entry.keyNode.origin,
    related: [],
    ...(nearest !== undefined && { hint: `did you mean "${nearest}"?` }),
  });
}
