import { ANY, BOOLEAN, type Form, type FormKey, listOfNames, NAME_PATTERN, removableNamesOf, TEXT } from "./form.ts";

const description: FormKey = { name: "description", shape: TEXT, type: "text", sentence: "Text without any effect" };

/** The long form of a property. */
export const propertyForm: Form = {
  keys: [
    { name: "value", shape: ANY, type: "anything", required: true, sentence: "The value; null is a value" },
    {
      name: "inheritMode",
      shape: { kind: "text", pattern: "^[mo][oap][oap]$" },
      type: "three letters, `[mo][oap][oap]`",
      default: "the one [in force](../concepts/properties.md#p3-a-mode-holds-until-another-one-is-stated)",
      sentence: "How layers merge: [objects, lists, text](../concepts/properties.md#p2-how-properties-merge)",
    },
    {
      name: "provider",
      shape: TEXT,
      type: "text",
      sentence: "[Who may change it](../concepts/properties.md#p5-a-provider-keeps-others-from-writing)",
    },
    description,
  ],
};

/** The subjects of criteria. */
export const CRITERION_KINDS = ["fact", "property", "group", "nodeid", "share"] as const;
export const FACT_OPS = [
  "eq",
  "notEq",
  "lt",
  "lteq",
  "gt",
  "gteq",
  "regex",
  "notRegex",
  "exists",
  "notExists",
] as const;
export const PROPERTY_OPS = [
  "eq",
  "notEq",
  "regex",
  "notRegex",
  "hasKey",
  "exists",
  "notExists",
  "jsonSelect",
] as const;
export const GROUP_OPS = ["eq"] as const;
export const NODE_OPS = ["eq", "notEq", "regex", "notRegex"] as const;

/** The operators of each kind of criterion. */
export const CRITERION_OPS: Readonly<Record<(typeof CRITERION_KINDS)[number], readonly string[]>> = {
  fact: FACT_OPS,
  property: PROPERTY_OPS,
  group: GROUP_OPS,
  nodeid: NODE_OPS,
  share: [],
};

export const criterionForm: Form = {
  keys: [
    {
      name: "fact",
      shape: { kind: "text", pattern: "^(?:[^:.]+(?:\\.[^:.]+)*|[^:]+(?::[^:]+)+)$" },
      type: "path",
      sentence: "The path of a fact, such as `os.name`; `op` says how it compares with `value`",
    },
    {
      name: "property",
      shape: { kind: "text", pattern: NAME_PATTERN },
      type: "text",
      sentence: "The name of a property, with `op: eq` and `notEq` `name=value`, with `jsonSelect` `name:path`",
    },
    {
      name: "group",
      shape: { kind: "text", pattern: NAME_PATTERN, names: "group" },
      type: "group id",
      sentence: "A group that holds the node",
    },
    {
      name: "nodeid",
      shape: { kind: "text", pattern: NAME_PATTERN, names: "node" },
      type: "node name",
      sentence: "The name of the node, or with `op: regex` a pattern of names",
    },
    {
      name: "share",
      shape: ANY,
      type: "0 to 100",
      sentence: "A [share](../concepts/groups.md#g11-a-share-of-the-nodes) of the nodes in percent",
    },
    {
      name: "of",
      shape: { kind: "text", pattern: NAME_PATTERN },
      type: "text",
      sentence: "The key of a share: another one finds other nodes",
    },
    {
      name: "op",
      shape: { kind: "text", words: [...new Set(Object.values(CRITERION_OPS).flat())] },
      type: "operator",
      default: "`eq` of groups and nodes",
      sentence: "How to compare: [the table](../concepts/groups.md#g2-groups-find-nodes)",
    },
    { name: "value", shape: ANY, type: "text, number or boolean", sentence: "What a fact is compared with" },
  ],
};

export const matchForm: Form = {
  keys: [
    {
      name: "all",
      shape: { kind: "list", of: { kind: "criterion" } },
      type: "list of criteria",
      default: "*it or `any` is required*",
      sentence: "All of the criteria must hold",
    },
    {
      name: "any",
      shape: { kind: "list", of: { kind: "criterion" } },
      type: "list of criteria",
      default: "*it or `all` is required*",
      sentence: "One of the criteria must hold",
    },
    {
      name: "not",
      shape: BOOLEAN,
      type: "boolean",
      default: "`false`",
      sentence: "Turned round, inside the parents",
    },
    {
      name: "policyServers",
      shape: BOOLEAN,
      type: "boolean",
      default: "`false`",
      sentence: "Finds nodes with `policyServer: true` as well",
    },
  ],
  exclusive: ["all", "any"],
  needsOne: true,
};

export const groupForm: Form = {
  keys: [
    {
      name: "parents",
      shape: listOfNames("group"),
      type: "list of group ids",
      default: "`[]`",
      sentence:
        "Ascending, [the last wins](../concepts/groups.md#g5-which-group-is-laid-over-which); every one [must hold](../concepts/groups.md#g4-every-parent-holds-the-node) the node",
    },
    {
      name: "match",
      shape: { kind: "form", form: matchForm },
      type: "[match](#match)",
      sentence: "Nodes are [found](../concepts/groups.md#g2-groups-find-nodes)",
    },
    {
      name: "nodes",
      shape: listOfNames("node"),
      type: "list of node names",
      sentence:
        "Nodes are [named](../concepts/groups.md#g3-groups-name-nodes-and-nodes-join-and-leave); `[]` is no node",
    },
    {
      name: "classes",
      shape: removableNamesOf("class"),
      type: "list of class names",
      default: "`[]`",
      sentence: "Merged right before the properties of the group",
    },
    {
      name: "properties",
      shape: { kind: "map", of: { kind: "property" } },
      type: "name to [property](#a-property)",
      default: "`{}`",
      sentence: "The properties of its nodes",
    },
    {
      name: "enabled",
      shape: BOOLEAN,
      type: "boolean",
      default: "`true`",
      sentence:
        "[`false`](../concepts/groups.md#g9-a-disabled-group-still-has-members): it still has members, and does nothing",
    },
    description,
  ],
  exclusive: ["match", "nodes"],
};

export const orderForm: Form = {
  keys: [
    {
      name: "order",
      shape: { kind: "list", of: { ...listOfNames("group"), least: 2 } },
      type: "list of chains",
      default: "`[]`",
      sentence: "A chain is a list of two or more group ids, lowest priority first",
    },
  ],
};
