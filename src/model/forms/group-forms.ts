import { PROPERTIES } from "./definition-forms.ts";
import {
  ANY,
  DESCRIPTION,
  type Form,
  flag,
  type KeyType,
  key,
  listOfNames,
  NAME_PATTERN,
  type NameKind,
  removableNamesOf,
  TEXT,
} from "./form.ts";

const INHERIT_MODE: KeyType = {
  shape: { kind: "text", pattern: "^[mo][oap][oap]$" },
  type: "three letters, `[mo][oap][oap]`",
  default: "the one [in force](../concepts/properties.md#p3-a-mode-holds-until-another-one-is-stated)",
};

/** The long form of a property. */
export const propertyForm: Form = {
  keys: [
    key("value", { shape: ANY, type: "anything", required: true }, "The value; null is a value"),
    key(
      "inheritMode",
      INHERIT_MODE,
      "How layers merge: [objects, lists, text](../concepts/properties.md#p2-how-properties-merge)",
    ),
    key("provider", TEXT, "[Who may change it](../concepts/properties.md#p5-a-provider-keeps-others-from-writing)"),
    DESCRIPTION,
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

function named(type: string, names?: NameKind): KeyType {
  return { shape: { kind: "text", pattern: NAME_PATTERN, names }, type };
}

const FACT: KeyType = {
  shape: { kind: "text", pattern: "^(?:[^:.]+(?:\\.[^:.]+)*|[^:]+(?::[^:]+)+)$" },
  type: "path",
};
const OPERATOR: KeyType = {
  shape: { kind: "text", words: [...new Set(Object.values(CRITERION_OPS).flat())] },
  type: "operator",
  default: "`eq` of groups and nodes",
};

export const criterionForm: Form = {
  keys: [
    key("fact", FACT, "The path of a fact, such as `os.name`; `op` says how it compares with `value`"),
    key(
      "property",
      named("text"),
      "The name of a property, with `op: eq` and `notEq` `name=value`, with `jsonSelect` `name:path`",
    ),
    key("group", named("group id", "group"), "A group that holds the node"),
    key("nodeid", named("node name", "node"), "The name of the node, or with `op: regex` a pattern of names"),
    key(
      "share",
      { shape: ANY, type: "0 to 100" },
      "A [share](../concepts/groups.md#g11-a-share-of-the-nodes) of the nodes in percent",
    ),
    key("of", named("text"), "The key of a share: another one finds other nodes"),
    key("op", OPERATOR, "How to compare: [the table](../concepts/groups.md#g2-groups-find-nodes)"),
    key("value", { shape: ANY, type: "text, number or boolean" }, "What a fact is compared with"),
  ],
};

function criteriaUnless(other: string): KeyType {
  return {
    shape: { kind: "list", of: { kind: "criterion" } },
    type: "list of criteria",
    default: `*it or \`${other}\` is required*`,
  };
}

export const matchForm: Form = {
  keys: [
    key("all", criteriaUnless("any"), "All of the criteria must hold"),
    key("any", criteriaUnless("all"), "One of the criteria must hold"),
    flag("not", false, "Turned round, inside the parents"),
    flag("policyServers", false, "Finds nodes with `policyServer: true` as well"),
  ],
  exclusive: ["all", "any"],
  needsOne: true,
};

export const groupForm: Form = {
  keys: [
    key(
      "parents",
      { shape: listOfNames("group"), type: "list of group ids", default: "`[]`" },
      "Ascending, [the last wins](../concepts/groups.md#g5-which-group-is-laid-over-which); every one [must hold](../concepts/groups.md#g4-every-parent-holds-the-node) the node",
    ),
    key(
      "match",
      { shape: { kind: "form", form: matchForm }, type: "[match](#match)" },
      "Nodes are [found](../concepts/groups.md#g2-groups-find-nodes)",
    ),
    key(
      "nodes",
      { shape: listOfNames("node"), type: "list of node names" },
      "Nodes are [named](../concepts/groups.md#g3-groups-name-nodes-and-nodes-join-and-leave); `[]` is no node",
    ),
    key(
      "classes",
      { shape: removableNamesOf("class"), type: "list of class names", default: "`[]`" },
      "Merged right before the properties of the group",
    ),
    key("properties", PROPERTIES, "The properties of its nodes"),
    flag(
      "enabled",
      true,
      "[`false`](../concepts/groups.md#g9-a-disabled-group-still-has-members): it still has members, and does nothing",
    ),
    DESCRIPTION,
  ],
  exclusive: ["match", "nodes"],
};

const CHAINS: KeyType = {
  shape: { kind: "list", of: { ...listOfNames("group"), least: 2 } },
  type: "list of chains",
  default: "`[]`",
};

export const orderForm: Form = {
  keys: [key("order", CHAINS, "A chain is a list of two or more group ids, lowest priority first")],
};
