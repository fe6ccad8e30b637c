import { descriptionOf, type FormKey } from "../../model/forms/form.ts";
import { SPECIAL_TARGETS, targetForm } from "../../model/forms/policy-forms.ts";
import type { JsonSchema } from "./schema.ts";

const HERE: JsonSchema = { $ref: "#/$defs/target" };
const LIST: JsonSchema = { type: "array", items: HERE };

/** A target of a rule: a text, or a mapping that joins targets. */
export function targetSchema(): JsonSchema {
  const joined = (...names: readonly string[]) => composite(targetForm.keys.filter(({ name }) => names.includes(name)));
  return {
    anyOf: [
      { enum: Object.keys(SPECIAL_TARGETS) },
      { type: "string", pattern: "^(group|policyServer):[\\s\\S]+$" },
      joined("or"),
      joined("and"),
      joined("include", "exclude"),
    ],
  };
}

function composite(keys: readonly FormKey[]): JsonSchema {
  const properties = keys.map((key) => {
    return [key.name, { description: descriptionOf(key), ...(key.shape.kind === "list" ? LIST : HERE) }] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: keys.map(({ name }) => name),
    additionalProperties: false,
  };
}
