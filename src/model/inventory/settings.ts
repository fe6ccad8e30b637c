import type { Severity } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Selector } from "../selector/selector.ts";
import type { PathFilter } from "../values/path-filter.ts";
import type { Span, Value } from "../values/value.ts";

/** Folders of forms, with fixed names. */
export const FORM_FOLDERS = ["groups", "techniques", "directives", "rules", "contracts"] as const;

/** Files that settings are read from, weakest first. */
export const SETTINGS_FILES: readonly string[] = ["reclass-config.yml", "heir.yml"];

/** Every setting, under the name that users write. Defaults and meaning are those of reclass 1.7. */
export interface Settings {
  /** `kapitan`: as kapicorp-reclass 2.0.0, where it differs from reclass 1.7 (docs/from-reclass.md). */
  readonly dialect: "reclass" | "kapitan";
  readonly nodes_uri: string;
  readonly classes_uri: string;
  readonly inventory_base_uri: string;
  readonly class_mappings: readonly ClassMapping[];
  readonly class_mappings_match_path: boolean;
  readonly compose_node_name: boolean;
  readonly ignore_class_notfound: boolean;
  readonly ignore_class_notfound_regexp: readonly string[];
  readonly ignore_class_notfound_warning: boolean;
  readonly default_environment: Value | string;
  readonly automatic_parameters: boolean;
  readonly scalar_parameters: string | false;
  readonly allow_scalar_over_dict: boolean;
  readonly allow_scalar_over_list: boolean;
  readonly allow_list_over_scalar: boolean;
  readonly allow_dict_over_scalar: boolean;
  readonly allow_none_override: boolean;
  readonly strict_constant_parameters: boolean;
  readonly ignore_overwritten_missing_references: boolean;
  readonly group_errors: boolean;
  readonly inventory_ignore_failed_node: boolean;
  /** `${path::default}` has a default, as in reclass-rs. */
  readonly reference_defaults: boolean;
  readonly delimiter: string;
  readonly reference_sentinels: readonly [string, string];
  readonly export_sentinels: readonly [string, string];
  readonly escape_character: string;
  readonly dict_key_override_prefix: string;
  readonly dict_key_constant_prefix: string;
  /** `strict`: a property that differs between unordered groups is always a conflict, as in Rudder. */
  readonly conflicts: "path" | "strict";
  readonly secrets: readonly PathFilter[];
  /** The severities that a team sets for findings that do not stop a node from resolving. */
  readonly checks: ReadonlyMap<string, CheckSetting>;
  /** How many days before a line ends it is a warning. */
  readonly ends_within: number;
  /** Where changes wait to go to, in their order. */
  readonly stages: readonly Stage[];
}

/** The entry of `checks:` in heir.yml for one code. */
export interface CheckSetting {
  readonly severity: Severity | "off";
  /** The reason, which is shown with each finding. */
  readonly reason: string | undefined;
}

interface WrittenSetting {
  /** Plain data, valid or not. */
  readonly value: unknown;
  /** Key and value. */
  readonly span: Span;
}

/** Keys as settings files write them; each code of `checks` is a key of its own: `checks.CODE`. */
export type WrittenSettings = ReadonlyMap<string, WrittenSetting>;

/** Settings that guard, by which a gate judges instead of those of a state. */
export interface Guards {
  readonly settings: Partial<Settings>;
  /** Equal for equal settings. */
  readonly key: string;
}

/** One entry of `class_mappings`: nodes whose name or path matches get the classes. */
export interface ClassMapping {
  readonly kind: "glob" | "regexp";
  readonly pattern: string;
  readonly classes: readonly string[];
  readonly origin: Span;
  /** Why it cannot be known which nodes match: those that may do not resolve. */
  readonly fault?: Diagnostic;
}

export const defaultSettings: Settings = {
  dialect: "reclass",
  nodes_uri: "nodes",
  classes_uri: "classes",
  inventory_base_uri: ".",
  class_mappings: [],
  class_mappings_match_path: false,
  compose_node_name: false,
  ignore_class_notfound: false,
  ignore_class_notfound_regexp: [".*"],
  ignore_class_notfound_warning: true,
  default_environment: "base",
  automatic_parameters: true,
  scalar_parameters: false,
  allow_scalar_over_dict: false,
  allow_scalar_over_list: false,
  allow_list_over_scalar: false,
  allow_dict_over_scalar: false,
  allow_none_override: false,
  strict_constant_parameters: true,
  ignore_overwritten_missing_references: true,
  group_errors: true,
  inventory_ignore_failed_node: false,
  reference_defaults: false,
  delimiter: ":",
  reference_sentinels: ["${", "}"],
  export_sentinels: ["$[", "]"],
  escape_character: "\\",
  dict_key_override_prefix: "~",
  dict_key_constant_prefix: "=",
  conflicts: "path",
  secrets: [],
  checks: new Map(),
  ends_within: 7,
  stages: [],
};

/** What kapitan sets before it reads its inventory. */
export const kapitanSettings: Settings = { ...defaultSettings, nodes_uri: "targets", allow_none_override: true };

type FolderSettings = Pick<Settings, "inventory_base_uri" | "nodes_uri" | "classes_uri">;

/** A folder of the inventory as a path prefix: ends with a slash, or is empty for the top. */
export function rooted({ inventory_base_uri: base }: Pick<Settings, "inventory_base_uri">, folder: string): string {
  const parts = `${base}/${folder}`.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "" : `${parts.join("/")}/`;
}

/** The folders of nodes and of classes, as path prefixes. */
export function definitionRoots(settings: FolderSettings): Readonly<Record<"node" | "class", string>> {
  return { node: rooted(settings, settings.nodes_uri), class: rooted(settings, settings.classes_uri) };
}

/** The node whose run-time file a path is, where its folder of properties.d says so. */
export function runtimeNodeOf(path: string, settings: Pick<Settings, "inventory_base_uri">): string | undefined {
  const root = rooted(settings, "properties.d");
  return path.startsWith(root) ? path.slice(root.length).split("/", 1)[0] : undefined;
}

/** The folders that an inventory is read from, without a slash at the end; "" for all of it. */
export function inventoryFolders(settings: FolderSettings): readonly string[] {
  const forms = [...FORM_FOLDERS, "properties.d"].map((folder) => rooted(settings, folder));
  return [...Object.values(definitionRoots(settings)), ...forms].map((root) => root.replace(/\/$/, ""));
}

/** Whether a path of an inventory is that of a file that defines something: a node, class, group, policy, contract, or edges of groups. */
export function isDefinitionPath(path: string, settings: FolderSettings): boolean {
  const folders = [...Object.values(definitionRoots(settings)), ...FORM_FOLDERS.map((name) => rooted(settings, name))];
  const top = rooted(settings, "");
  const isSingle = path === `${top}globals.yml` || path === `${top}order.yml`;
  return isSingle || (path.endsWith(".yml") && folders.some((folder) => path.startsWith(folder)));
}

/** A stage of `stages:` in heir.yml: where a ref is, on some nodes. */
export interface Stage {
  readonly name: string;
  readonly ref: string;
  /** The nodes, as written and read; absent for all. */
  readonly nodes?: { readonly text: string; readonly selector: Selector };
  /** Of the nodes, else of the ref. */
  readonly origin: Span;
}

export type MergeMode = "merge" | "append" | "prepend" | "replace";

interface MergeModeMeaning {
  /** Its letter in an inherit mode. */
  readonly letter: string;
  readonly action: "merged" | "appended" | "prepended" | "replaced";
  /** Whether the result contains the value below too. */
  readonly keepsBelow: boolean;
}

/** `merge`: key by key. `append`: below, then above. `prepend`: above, then below. `replace`: above alone. */
export const MERGE_MODES: Readonly<Record<MergeMode, MergeModeMeaning>> = {
  merge: { letter: "m", action: "merged", keepsBelow: true },
  append: { letter: "a", action: "appended", keepsBelow: true },
  prepend: { letter: "p", action: "prepended", keepsBelow: true },
  replace: { letter: "o", action: "replaced", keepsBelow: false },
};

const OBJECT_MODES = ["merge", "replace"] as const;
const SEQUENCE_MODES = ["append", "prepend", "replace"] as const;

/** How a property is merged with a value of its kind below it: rule P2 of docs/concepts/properties.md. */
export interface InheritMode {
  readonly objects: (typeof OBJECT_MODES)[number];
  readonly lists: (typeof SEQUENCE_MODES)[number];
  readonly text: (typeof SEQUENCE_MODES)[number];
}

/** `moo`: the mode of a property without its own mode and without a property below it, which has this object itself. */
export const defaultMode: InheritMode = { objects: "merge", lists: "replace", text: "replace" };

/** An inherit mode as it is written: three letters. */
export function modeLetters({ objects, lists, text }: InheritMode): string {
  return [objects, lists, text].map((mode) => MERGE_MODES[mode].letter).join("");
}

/** The inherit mode for three letters; undefined for any other text. */
export function readMode(letters: string): InheritMode | undefined {
  const objects = modeOf(letters.charAt(0), OBJECT_MODES);
  const lists = modeOf(letters.charAt(1), SEQUENCE_MODES);
  const text = modeOf(letters.charAt(2), SEQUENCE_MODES);
  if (objects === undefined || lists === undefined || text === undefined || letters.length > 3) return undefined;
  return { objects, lists, text };
}

function modeOf<Mode extends MergeMode>(letter: string, modes: readonly Mode[]): Mode | undefined {
  return modes.find((mode) => MERGE_MODES[mode].letter === letter);
}
