import { descriptionOf } from "../../model/forms/form.ts";
import {
  CRITERION_KINDS,
  criterionForm,
  FACT_OPS,
  GROUP_OPS,
  NODE_OPS,
  PROPERTY_OPS,
} from "../../model/forms/group-forms.ts";
import type { JsonSchema } from "./schema.ts";

/** A criterion: one subject, an operator that goes with it, and for most facts a value. */
export function criterionSchema(): JsonSchema {
  const variants = [...factVariants(), ...propertyVariants(), ...nameVariants()];
  return { type: "object", anyOf: variants.map(variant), unevaluatedProperties: false };
}

/** What a criterion may be: schemas by key; a key without one is left out, or null. */
type Variant = Readonly<Record<string, JsonSchema>>;

const FILLED: JsonSchema = { type: "string", minLength: 1 };
const PATTERN_OPS: readonly string[] = ["regex", "notRegex"];
const EXISTENCE_OPS: readonly string[] = ["exists", "notExists"];

function factVariants(): readonly Variant[] {
  const { pattern } = textShape("fact");
  const fact = { type: "string", pattern };
  const others = FACT_OPS.filter((op) => !PATTERN_OPS.includes(op) && !EXISTENCE_OPS.includes(op));
  return [
    { fact, op: { enum: others }, value: { type: ["string", "number", "boolean"] } },
    { fact, op: { enum: PATTERN_OPS }, value: { type: "string" } },
    { fact, op: { enum: EXISTENCE_OPS } },
  ];
}

function propertyVariants(): readonly Variant[] {
  const halves = ["eq", "notEq"];
  const rest = PROPERTY_OPS.filter((op) => !halves.includes(op) && op !== "jsonSelect");
  return [
    { property: { type: "string", pattern: "^[^=]+=[\\s\\S]+$" }, op: { enum: halves } },
    { property: { type: "string", pattern: "^[^:]+:[\\s\\S]+$" }, op: { const: "jsonSelect" } },
    { property: FILLED, op: { enum: rest } },
  ];
}

/** Without an operator, names are compared as they are. */
function nameVariants(): readonly Variant[] {
  return [
    { group: FILLED, op: { enum: [...GROUP_OPS, null] } },
    { nodeid: FILLED, op: { enum: [...NODE_OPS, null] } },
  ];
}

function variant(given: Variant): JsonSchema {
  const keys = criterionForm.keys.map((key) => {
    const schema = given[key.name] ?? { type: "null" };
    return [key.name, { description: descriptionOf(key), ...schema }] as const;
  });
  const optional = CRITERION_KINDS.some((kind) => (kind === "group" || kind === "nodeid") && kind in given);
  const required = Object.keys(given).filter((name) => !(optional && name === "op"));
  return { properties: Object.fromEntries(keys), required };
}

function textShape(name: string): { readonly pattern: string | undefined } {
  const shape = criterionForm.keys.find((key) => key.name === name)?.shape;
  return { pattern: shape?.kind === "text" ? shape.pattern : undefined };
}
