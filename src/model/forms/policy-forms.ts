import { ANY, DESCRIPTION, type Form, flag, type KeyType, key, listOfNames, NAME_PATTERN, TEXT } from "./form.ts";

const NAME = { ...TEXT, default: "the id" };
const sortingName = key(
  "name",
  NAME,
  "Its name for people; it [sorts](../concepts/policies.md#d2-names-decide-about-places)",
);

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

const GENERATION: KeyType = {
  shape: { kind: "text", words: GENERATIONS },
  type: "`merged`, `separated` or `separated-with-parameters`",
  default: "`merged`",
};

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

const TECHNIQUE: KeyType = {
  shape: { kind: "text", pattern: NAME_PATTERN, names: "technique" },
  type: "id",
  required: true,
};
const PRIORITY: KeyType = {
  shape: { kind: "whole", from: 0, to: LOWEST_PRIORITY },
  type: "whole number, 0 to 10",
  default: `\`${DEFAULT_PRIORITY}\``,
};
const MODE: KeyType = {
  shape: { kind: "text", words: POLICY_MODES },
  type: "`enforce` or `audit`",
  default: "`enforce`",
};
const VARIABLES: KeyType = { shape: { kind: "map", of: ANY }, type: "variable to value", default: "`{}`" };
const MERGES: KeyType = {
  shape: { kind: "map", of: { kind: "list", of: { kind: "text", pattern: OPERAND.source }, least: 2, most: 2 } },
  type: "variable to a list of two operands",
  default: "`{}`",
};

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

const IDS: KeyType = { shape: listOfNames("directive"), type: "list of ids", default: "`[]`" };
const TARGET: KeyType = { shape: { kind: "target" }, type: "target" };
const TARGETS: KeyType = { shape: { kind: "list", of: { kind: "target" } }, type: "list of targets" };
const RULE_TARGETS: KeyType = {
  ...TARGETS,
  type: "list of [targets](../concepts/policies.md#d1-which-directives-reach-a-node)",
  default: "`[]`",
};

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
