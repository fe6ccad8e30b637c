import { ANY, BOOLEAN, type Form, type FormKey, listOfNames, NAME_PATTERN, TEXT } from "./form.ts";

const description: FormKey = { name: "description", shape: TEXT, type: "text", sentence: "Text without any effect" };
const sortingName: FormKey = {
  name: "name",
  shape: TEXT,
  type: "text",
  default: "the id",
  sentence: "Its name for people; it [sorts](../concepts/policies.md#d2-names-decide-about-places)",
};

/** Where separated policies come from; the last word has two spellings in use. */
export const GENERATIONS = ["merged", "separated", "separated-with-parameters", "separated-with-param"] as const;
export const POLICY_MODES = ["enforce", "audit"] as const;
export const DEFAULT_PRIORITY = 5;
export const LOWEST_PRIORITY = 10;

/** An operand of a merge: `node.NAMESPACE[KEY]...`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a key must not hold
export const OPERAND: RegExp = /^node\.([A-Za-z0-9][A-Za-z0-9_]*)((?:\[[^\s\u0000-\u001f\u007f-\u009f"${}[\]]+\])+)$/;
('^node\\.([A-Za-z0-9][A-Za-z0-9_]*)((?:\\[[^\\s\\u0000-\\u001f\\u007f-\\u009f"${}[\\]]+\\])+)$');

/** Targets that are no group and no node. */
export const SPECIAL_TARGETS = {
  "special:all": "all",
  "special:all_exceptPolicyServers": "exceptPolicyServers",
  "special:all_policyServers": "policyServers",
} as const;

export const techniqueForm: Form = {
  keys: [
    { name: "name", shape: TEXT, type: "text", default: "the id", sentence: "Its name for people" },
    {
      name: "multi",
      shape: BOOLEAN,
      type: "boolean",
      default: "`false`",
      sentence:
        "`false`: [unique](../concepts/policies.md#d3-a-unique-technique-keeps-one-directive), whatever `generation` says",
    },
    {
      name: "generation",
      shape: { kind: "text", words: GENERATIONS },
      type: "`merged`, `separated` or `separated-with-parameters`",
      default: "`merged`",
      sentence:
        "[One policy of all](../concepts/policies.md#d4-a-merged-technique-makes-one-policy-of-all), or [one of each](../concepts/policies.md#d5-a-separated-technique-makes-a-policy-of-each). `separated-with-param` is read too",
    },
    {
      name: "enabled",
      shape: BOOLEAN,
      type: "boolean",
      default: "`true`",
      sentence: "`false`: its directives drop out",
    },
    description,
  ],
};

export const directiveForm: Form = {
  keys: [
    {
      name: "technique",
      shape: { kind: "text", pattern: NAME_PATTERN, names: "technique" },
      type: "id",
      required: true,
      sentence: "The technique that it sets the variables of",
    },
    sortingName,
    {
      name: "version",
      shape: TEXT,
      type: "text",
      sentence: "The version of the technique; quote it, as a bare `1.0` is a number",
    },
    {
      name: "priority",
      shape: { kind: "whole", from: 0, to: LOWEST_PRIORITY },
      type: "whole number, 0 to 10",
      default: `\`${DEFAULT_PRIORITY}\``,
      sentence: "The priority, 0 to 10; smaller is higher",
    },
    {
      name: "enabled",
      shape: BOOLEAN,
      type: "boolean",
      default: "`true`",
      sentence: "`false`: it drops out",
    },
    {
      name: "policyMode",
      shape: { kind: "text", words: POLICY_MODES },
      type: "`enforce` or `audit`",
      default: "`enforce`",
      sentence: "Whether the agent changes the machine, or only reports",
    },
    {
      name: "sets",
      shape: { kind: "map", of: ANY },
      type: "variable to value",
      default: "`{}`",
      sentence: "Variables of the technique; [texts](../concepts/policies.md#d6-texts-of-directives) are filled in",
    },
    {
      name: "merges",
      shape: { kind: "map", of: { kind: "list", of: { kind: "text", pattern: OPERAND.source }, least: 2, most: 2 } },
      type: "variable to a list of two operands",
      default: "`{}`",
      sentence: "Variables that are merged [at run time](../concepts/properties-d.md#t4-merges)",
    },
    description,
  ],
};

export const ruleForm: Form = {
  keys: [
    sortingName,
    {
      name: "directives",
      shape: listOfNames("directive"),
      type: "list of ids",
      default: "`[]`",
      sentence: "The directives that it brings to its targets",
    },
    {
      name: "targets",
      shape: { kind: "list", of: { kind: "target" } },
      type: "list of [targets](../concepts/policies.md#d1-which-directives-reach-a-node)",
      default: "`[]`",
      sentence: "The nodes: a union; `[]` is no node",
    },
    { name: "enabled", shape: BOOLEAN, type: "boolean", default: "`true`", sentence: "`false`: it brings nothing" },
    description,
  ],
};

/** The mappings that join targets. */
export const targetForm: Form = {
  keys: [
    {
      name: "or",
      shape: { kind: "list", of: { kind: "target" } },
      type: "list of targets",
      sentence: "Nodes of any of these targets",
    },
    {
      name: "and",
      shape: { kind: "list", of: { kind: "target" } },
      type: "list of targets",
      sentence: "Nodes of all of these targets",
    },
    {
      name: "include",
      shape: { kind: "target" },
      type: "target",
      sentence: "Nodes of this target, without those of `exclude`",
    },
    { name: "exclude", shape: { kind: "target" }, type: "target", sentence: "Nodes that are left out of `include`" },
  ],
};
