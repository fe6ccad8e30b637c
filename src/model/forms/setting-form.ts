import { ANY, BOOLEAN, type Form, type FormKey, NAME_PATTERN, type Shape } from "./form.ts";

const FILLED: Shape = { kind: "text", pattern: NAME_PATTERN };
const FOLDER: Shape = { kind: "text", pattern: "^(?![/~])(?!(?:.*/)?\\.\\.(?:/|$))[\\s\\S]+$" };
const CHARACTER: Shape = { kind: "text", pattern: "^[\\s\\S]$" };
const SENTINELS: Shape = { kind: "list", of: FILLED, least: 2, most: 2 };

function oneOrMore(shape: Shape): Shape {
  return { kind: "either", shapes: [shape, { kind: "list", of: shape }] };
}

function flag(name: string, otherwise: boolean, sentence: string): FormKey {
  return { name, shape: BOOLEAN, type: "boolean", default: `\`${otherwise}\``, sentence };
}

/** The most days before its end from which on a line may be a warning. */
export const MOST_DAYS = 3650;

/** The version of the forms of files. */
export const FORMS_VERSION = 1;

/** A key of reclass without a meaning here: git is the storage, and commands choose the form of their output. */
function ignored(name: string): FormKey {
  const sentence = "A key of reclass, accepted and ignored: storage is git, and the command line chooses the output";
  return { name, shape: ANY, type: "anything", sentence };
}

const IGNORED = ["storage_type", "output", "pretty_print", "no_refs", "inventory_ignore_failed_render"].map(ignored);

/** The names of the settings that are read and have no effect. */
export const IGNORED_SETTINGS: ReadonlySet<string> = new Set(IGNORED.map(({ name }) => name));

const FOLDERS: readonly FormKey[] = [
  {
    name: "version",
    shape: { kind: "only", value: FORMS_VERSION },
    type: "`1`",
    sentence: "The version of the forms of files in a repository",
  },
  {
    name: "folder",
    shape: oneOrMore({ kind: "text" }),
    type: "path or list of paths",
    sentence: "The folders of inventories below this one, in a `heir.yml` at the top that has no other key",
  },
  {
    name: "dialect",
    shape: { kind: "text", words: ["reclass", "kapitan"] },
    type: "`reclass` or `kapitan`",
    default: "`reclass`",
    sentence: "Whose rules apply where reclass and the fork that kapitan uses differ",
  },
  { name: "nodes_uri", shape: FOLDER, type: "folder", default: "`nodes`", sentence: "The folder of nodes" },
  { name: "classes_uri", shape: FOLDER, type: "folder", default: "`classes`", sentence: "The folder of classes" },
  {
    name: "inventory_base_uri",
    shape: FOLDER,
    type: "folder",
    default: "`.`",
    sentence: "The folder of the two above, from the folder that holds the settings file",
  },
  flag("compose_node_name", false, "Whether folders below `nodes/` are part of the name of a node"),
  {
    name: "default_environment",
    shape: ANY,
    type: "text",
    default: "`base`",
    sentence: "The environment of nodes without one",
  },
];

const CLASSES: readonly FormKey[] = [
  {
    name: "class_mappings",
    shape: { kind: "list", of: { kind: "text" } },
    type: "list of texts",
    sentence: "Classes for nodes whose name matches a pattern",
  },
  flag("class_mappings_match_path", false, "Match the path of the node's file instead of its name"),
  flag("ignore_class_notfound", false, "Skip missing classes instead of failing"),
  {
    name: "ignore_class_notfound_regexp",
    shape: oneOrMore(FILLED),
    type: "pattern or list of patterns",
    default: '`[".*"]`',
    sentence: "Which missing classes may be skipped: a Python regular expression or a list of them",
  },
  flag("ignore_class_notfound_warning", true, "Whether each skipped class gives the warning `class-skipped`"),
  flag("automatic_parameters", true, "Whether every node gets the parameter `_reclass_`"),
  {
    name: "scalar_parameters",
    shape: { kind: "either", shapes: [{ kind: "only", value: false }, FILLED] },
    type: "key or `false`",
    default: "`false`",
    sentence: "The name of one key of the node's own parameters that is merged early, together with `_reclass_`",
  },
];

const MERGING: readonly FormKey[] = [
  flag("allow_scalar_over_dict", false, "A scalar or null may replace a mapping"),
  flag("allow_scalar_over_list", false, "A scalar or null may replace a list"),
  flag("allow_list_over_scalar", false, "A list may be merged over a scalar, which becomes its first item"),
  flag("allow_dict_over_scalar", false, "A mapping may replace a scalar"),
  flag("allow_none_override", false, "Null may replace a list or a mapping"),
  flag("strict_constant_parameters", true, "Whether setting a constant again is an error"),
  {
    name: "dict_key_override_prefix",
    shape: CHARACTER,
    type: "one character",
    default: "`~`",
    sentence: "The prefix of a key that replaces",
  },
  {
    name: "dict_key_constant_prefix",
    shape: CHARACTER,
    type: "one character",
    default: "`=`",
    sentence: "The prefix of a key that is constant",
  },
];

const CHECKING: readonly FormKey[] = [
  {
    name: "conflicts",
    shape: { kind: "text", words: ["path", "strict"] },
    type: "`path` or `strict`",
    default: "`path`",
    sentence: "When groups that nothing orders are in conflict over a property",
  },
  {
    name: "checks",
    shape: { kind: "checks" },
    type: "code to severity",
    sentence: "A mapping from the code of a finding to `error`, `warning`, `info` or `off`",
  },
  {
    name: "ends_within",
    shape: { kind: "whole", from: 0, to: MOST_DAYS },
    type: "days",
    default: "`7`",
    sentence: "How many days before a line ends it is a warning",
  },
  {
    name: "stages",
    shape: { kind: "any" },
    type: "name to ref",
    sentence:
      "Where changes wait to go to, in order: name to ref, or to `{ref: ..., nodes: ...}`; see [stages](../concepts/stages.md)",
  },
  {
    name: "secrets",
    shape: oneOrMore(FILLED),
    type: "path or list of paths",
    sentence: "The path of a value to mask, or a list of such paths",
  },
];

const REFERENCES: readonly FormKey[] = [
  flag(
    "ignore_overwritten_missing_references",
    true,
    "Whether a reference without a target is excused when a later layer replaces the value",
  ),
  flag("reference_defaults", false, "Whether what follows `::` in a reference is a default, as in reclass-rs 0.11"),
  flag("group_errors", true, "Report all unresolved references of a node"),
  {
    name: "delimiter",
    shape: FILLED,
    type: "text",
    default: "`:`",
    sentence: "What separates the parts of a path in a reference",
  },
  {
    name: "reference_sentinels",
    shape: SENTINELS,
    type: "list of two texts",
    default: '`["${", "}"]`',
    sentence: "The text that begins and ends a reference",
  },
  {
    name: "export_sentinels",
    shape: SENTINELS,
    type: "list of two texts",
    default: '`["$[", "]"]`',
    sentence: "The text that begins and ends an inventory query",
  },
  {
    name: "escape_character",
    shape: FILLED,
    type: "text",
    default: "`\\`",
    sentence: "What makes the character after it plain text",
  },
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
