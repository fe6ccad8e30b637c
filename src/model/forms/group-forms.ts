import { PROPERTIES } from "./definition-forms.ts";
import type { Form, KeyType, NameKind, Shape } from "./form.ts";
import { ANY, DESCRIPTION, flag, key, keyType, listOfNames, NAME_PATTERN, removableNamesOf, TEXT } from "./form.ts";

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

export const CRITERION_KINDS = ["fact", "property", "group", "nodeid", "share"] as const;
const COMPARISON_OPS = ["eq", "notEq", "lt", "lteq", "gt", "gteq", "regex", "notRegex"] as const;
export const FACT_OPS = [...COMPARISON_OPS, "exists", "notExists"] as const;
export const GROUP_OPS = ["eq"] as const;
export const NODE_OPS = ["eq", "notEq", "regex", "notRegex"] as const;
export const PROPERTY_OPS = [...NODE_OPS, "hasKey", "exists", "notExists", "jsonSelect"] as const;

export const CRITERION_OPS: Readonly<Record<(typeof CRITERION_KINDS)[number], readonly string[]>> = {
  fact: FACT_OPS,
  property: PROPERTY_OPS,
  group: GROUP_OPS,
  nodeid: NODE_OPS,
  share: [],
};

function named(type: string, names?: NameKind): KeyType {
  return keyType({ kind: "text", pattern: NAME_PATTERN, names }, type);
}

const FACT = keyType({ kind: "text", pattern: "^(?:[^:.]+(?:\\.[^:.]+)*|[^:]+(?::[^:]+)+)$" }, "path");
const SHARE = keyType(ANY, "0 to 100");
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
    key("share", SHARE, "A [share](../concepts/groups.md#g11-a-share-of-the-nodes) of the nodes in percent"),
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

const CHAINS = keyType({ kind: "list", of: { ...listOfNames("group"), least: 2 } }, "list of chains", "[]");

export const orderForm: Form = {
  keys: [key("order", CHAINS, "A chain is a list of two or more group ids, lowest priority first")],
};

const NAME = { ...TEXT, default: "the id" };
const SORTS = "Its name for people; it [sorts](../concepts/policies.md#d2-names-decide-about-places)";
const sortingName = key("name", NAME, SORTS);

/** Where separated policies come from; the last word has two spellings in use. */
export const GENERATIONS = ["merged", "separated", "separated-with-parameters", "separated-with-param"] as const;
export const POLICY_MODES = ["enforce", "audit"] as const;
export const DEFAULT_PRIORITY = 5;
export const LOWEST_PRIORITY = 10;

/** An operand of a merge: `node.NAMESPACE[KEY]...`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a key must not hold
export const OPERAND: RegExp = /^node\.([A-Za-z0-9][A-Za-z0-9_]*)((?:\[[^\s\u0000-\u001f\u007f-\u009f"${}[\]]+\])+)$/;

/** Targets that are no group and no node. */
export const SPECIAL_TARGETS = {
  "special:all": "all",
  "special:all_exceptPolicyServers": "exceptPolicyServers",
  "special:all_policyServers": "policyServers",
} as const;

const GENERATED = "`merged`, `separated` or `separated-with-parameters`";
const GENERATION = keyType({ kind: "text", words: GENERATIONS }, GENERATED, "merged");

export const techniqueForm: Form = {
  keys: [
    key("name", NAME, "Its name for people"),
    flag(
      "multi",
      false,
      "`false`: [unique](../concepts/policies.md#d3-a-unique-technique-keeps-one-directive), whatever `generation` says",
    ),
    key(
      "generation",
      GENERATION,
      "[One policy of all](../concepts/policies.md#d4-a-merged-technique-makes-one-policy-of-all), or [one of each](../concepts/policies.md#d5-a-separated-technique-makes-a-policy-of-each). `separated-with-param` is read too",
    ),
    flag("enabled", true, "`false`: its directives drop out"),
    DESCRIPTION,
  ],
};

const TECHNIQUE: KeyType = { ...named("id", "technique"), required: true };
const PRIORITIES: Shape = { kind: "whole", from: 0, to: LOWEST_PRIORITY };
const PRIORITY = keyType(PRIORITIES, "whole number, 0 to 10", String(DEFAULT_PRIORITY));
const MODE = keyType({ kind: "text", words: POLICY_MODES }, "`enforce` or `audit`", "enforce");
const VARIABLES = keyType({ kind: "map", of: ANY }, "variable to value", "{}");
const OPERANDS: Shape = { kind: "list", of: { kind: "text", pattern: OPERAND.source }, least: 2, most: 2 };
const MERGES = keyType({ kind: "map", of: OPERANDS }, "variable to a list of two operands", "{}");

export const directiveForm: Form = {
  keys: [
    key("technique", TECHNIQUE, "The technique that it sets the variables of"),
    sortingName,
    key("version", TEXT, "The version of the technique; quote it, as a bare `1.0` is a number"),
    key("priority", PRIORITY, "The priority, 0 to 10; smaller is higher"),
    flag("enabled", true, "`false`: it drops out"),
    key("policyMode", MODE, "Whether the agent changes the machine, or only reports"),
    key(
      "sets",
      VARIABLES,
      "Variables of the technique; [texts](../concepts/policies.md#d6-texts-of-directives) are filled in",
    ),
    key("merges", MERGES, "Variables that are merged [at run time](../concepts/properties-d.md#t4-merges)"),
    DESCRIPTION,
  ],
};

const IDS = keyType(listOfNames("directive"), "list of ids", "[]");
const TARGET = keyType({ kind: "target" }, "target");
const TARGETS = keyType({ kind: "list", of: { kind: "target" } }, "list of targets");
const REACHED = "list of [targets](../concepts/policies.md#d1-which-directives-reach-a-node)";
const RULE_TARGETS = keyType(TARGETS.shape, REACHED, "[]");

export const ruleForm: Form = {
  keys: [
    sortingName,
    key("directives", IDS, "The directives that it brings to its targets"),
    key("targets", RULE_TARGETS, "The nodes: a union; `[]` is no node"),
    flag("enabled", true, "`false`: it brings nothing"),
    DESCRIPTION,
  ],
};

/** The mappings that join targets. */
export const targetForm: Form = {
  keys: [
    key("or", TARGETS, "Nodes of any of these targets"),
    key("and", TARGETS, "Nodes of all of these targets"),
    key("include", TARGET, "Nodes of this target, without those of `exclude`"),
    key("exclude", TARGET, "Nodes that are left out of `include`"),
  ],
};
