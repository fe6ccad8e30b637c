import { ANY, type Form, type FormKey, flag, type KeyType, key, keyType, NAME_PATTERN, type Shape } from "./form.ts";

const FILLED: Shape = { kind: "text", pattern: NAME_PATTERN };
const FOLDER: Shape = { kind: "text", pattern: "^(?![/~])(?!(?:.*/)?\\.\\.(?:/|$))[\\s\\S]+$" };
const CHARACTER: Shape = { kind: "text", pattern: "^[\\s\\S]$" };

function oneOrMore(shape: Shape): Shape {
  return { kind: "either", shapes: [shape, { kind: "list", of: shape }] };
}

function oneOf(words: readonly [string, string]): KeyType {
  return keyType({ kind: "text", words }, words.map((word) => `\`${word}\``).join(" or "), words[0]);
}

/** The most days before its end from which on a line may be a warning. */
export const MOST_DAYS = 3650;

export const FORMS_VERSION = 1;

/** A key of reclass without a meaning here: git is the storage, and commands choose the form of their output. */
function ignored(name: string): FormKey {
  const sentence = "A key of reclass, accepted and ignored: storage is git, and the command line chooses the output";
  return key(name, keyType(ANY, "anything"), sentence);
}

const IGNORED = ["storage_type", "output", "pretty_print", "no_refs", "inventory_ignore_failed_render"].map(ignored);

/** The names of the settings that are read and have no effect. */
export const IGNORED_SETTINGS: ReadonlySet<string> = new Set(IGNORED.map(({ name }) => name));

const VERSION = keyType({ kind: "only", value: FORMS_VERSION }, "`1`");
const INVENTORIES = keyType(oneOrMore({ kind: "text" }), "path or list of paths");
const DIALECT = oneOf(["reclass", "kapitan"]);
const BASE = keyType(FOLDER, "folder", ".");

const FOLDERS: readonly FormKey[] = [
  key("version", VERSION, "The version of the forms of files in a repository"),
  key(
    "folder",
    INVENTORIES,
    "The folders of inventories below this one, in a `heir.yml` at the top that has no other key",
  ),
  key("dialect", DIALECT, "Whose rules apply where reclass and the fork that kapitan uses differ"),
  key("nodes_uri", keyType(FOLDER, "folder", "nodes"), "The folder of nodes"),
  key("classes_uri", keyType(FOLDER, "folder", "classes"), "The folder of classes"),
  key("inventory_base_uri", BASE, "The folder of the two above, from the folder that holds the settings file"),
  flag("compose_node_name", false, "Whether folders below `nodes/` are part of the name of a node"),
  key("default_environment", keyType(ANY, "text", "base"), "The environment of nodes without one"),
];

const MAPPINGS = keyType({ kind: "list", of: { kind: "text" } }, "list of texts");
const PATTERNS = keyType(oneOrMore(FILLED), "pattern or list of patterns", '[".*"]');
const KEY_OR_FALSE: Shape = { kind: "either", shapes: [{ kind: "only", value: false }, FILLED] };

const CLASSES: readonly FormKey[] = [
  key("class_mappings", MAPPINGS, "Classes for nodes whose name matches a pattern"),
  flag("class_mappings_match_path", false, "Match the path of the node's file instead of its name"),
  flag("ignore_class_notfound", false, "Skip missing classes instead of failing"),
  key(
    "ignore_class_notfound_regexp",
    PATTERNS,
    "Which missing classes may be skipped: a Python regular expression or a list of them",
  ),
  flag("ignore_class_notfound_warning", true, "Whether each skipped class gives the warning `class-skipped`"),
  flag("automatic_parameters", true, "Whether every node gets the parameter `_reclass_`"),
  key(
    "scalar_parameters",
    keyType(KEY_OR_FALSE, "key or `false`", "false"),
    "The name of one key of the node's own parameters that is merged early, together with `_reclass_`",
  ),
];

const MERGING: readonly FormKey[] = [
  flag("allow_scalar_over_dict", false, "A scalar or null may replace a mapping"),
  flag("allow_scalar_over_list", false, "A scalar or null may replace a list"),
  flag("allow_list_over_scalar", false, "A list may be merged over a scalar, which becomes its first item"),
  flag("allow_dict_over_scalar", false, "A mapping may replace a scalar"),
  flag("allow_none_override", false, "Null may replace a list or a mapping"),
  flag("strict_constant_parameters", true, "Whether setting a constant again is an error"),
  key("dict_key_override_prefix", keyType(CHARACTER, "one character", "~"), "The prefix of a key that replaces"),
  key("dict_key_constant_prefix", keyType(CHARACTER, "one character", "="), "The prefix of a key that is constant"),
];

const SEVERITIES = keyType({ kind: "checks" }, "code to severity");
const DAYS = keyType({ kind: "whole", from: 0, to: MOST_DAYS }, "days", "7");
const PATHS = keyType(oneOrMore(FILLED), "path or list of paths");

const CHECKING: readonly FormKey[] = [
  key("conflicts", oneOf(["path", "strict"]), "When groups that nothing orders are in conflict over a property"),
  key("checks", SEVERITIES, "A mapping from the code of a finding to `error`, `warning`, `info` or `off`"),
  key("ends_within", DAYS, "How many days before a line ends it is a warning"),
  key(
    "stages",
    keyType(ANY, "name to ref"),
    "Where changes wait to go to, in order: name to ref, or to `{ref: ..., nodes: ...}`; see [stages](../concepts/stages.md)",
  ),
  key("secrets", PATHS, "The path of a value to mask, or a list of such paths"),
];

const pair = (otherwise: string) =>
  keyType({ kind: "list", of: FILLED, least: 2, most: 2 }, "list of two texts", otherwise);

const REFERENCES: readonly FormKey[] = [
  flag(
    "ignore_overwritten_missing_references",
    true,
    "Whether a reference without a target is excused when a later layer replaces the value",
  ),
  flag("reference_defaults", false, "Whether what follows `::` in a reference is a default, as in reclass-rs 0.11"),
  flag("group_errors", true, "Report all unresolved references of a node"),
  key("delimiter", keyType(FILLED, "text", ":"), "What separates the parts of a path in a reference"),
  key("reference_sentinels", pair('["${", "}"]'), "The text that begins and ends a reference"),
  key("export_sentinels", pair('["$[", "]"]'), "The text that begins and ends an inventory query"),
  key("escape_character", keyType(FILLED, "text", "\\"), "What makes the character after it plain text"),
  flag(
    "inventory_ignore_failed_node",
    false,
    "Whether queries leave out nodes whose file is not valid YAML, instead of failing",
  ),
];

/** Every key of `heir.yml` and `reclass-config.yml`. */
export const settingForm: Form = {
  keys: [...FOLDERS, ...CLASSES, ...MERGING, ...CHECKING, ...REFERENCES, ...IGNORED],
  strictNull: true,
  alone: "folder",
};
