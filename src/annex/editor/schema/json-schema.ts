import { recordKeys } from "../../../base/text-order.ts";
import type { JsonSchema } from "../../../model/contracts/keywords.ts";
import { allCodes, keepsValues, severitiesOf } from "../../../model/findings/codes.ts";
import type { FileForm } from "../../../model/forms/file-forms.ts";
import { descriptionOf, type Form, type FormKey, type Shape } from "../../../model/forms/form.ts";
import {
  CRITERION_KINDS,
  criterionForm,
  FACT_OPS,
  GROUP_OPS,
  NODE_OPS,
  PROPERTY_OPS,
  propertyForm,
  SPECIAL_TARGETS,
  targetForm,
} from "../../../model/forms/group-forms.ts";

/** A criterion: one subject, an operator that goes with it, and for most facts a value. */
function criterionSchema(): JsonSchema {
  const variants = [...factVariants(), ...propertyVariants(), ...nameVariants()];
  return { type: "object", anyOf: variants.map(variant), unevaluatedProperties: false };
}

/** What a criterion may be: schemas by key; a key without one is left out, or null. */
type Variant = Readonly<Record<string, JsonSchema>>;

const FILLED: JsonSchema = { type: "string", minLength: 1 };
const PATTERN_OPS: readonly string[] = ["regex", "notRegex"];
const EXISTENCE_OPS: readonly string[] = ["exists", "notExists"];

function factVariants(): readonly Variant[] {
  const shape = criterionForm.keys.find(({ name }) => name === "fact")?.shape;
  const pattern = shape?.kind === "text" ? shape.pattern : undefined;
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
    { share: { type: "number", minimum: 0, maximum: 100 }, of: FILLED },
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

const HERE: JsonSchema = { $ref: referenceTo("target") };
const LIST: JsonSchema = { type: "array", items: HERE };

/** A target of a rule: a text, or a mapping that joins targets. */
function targetSchema(): JsonSchema {
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

/** A file's JSON Schema (draft 2020-12): refuses shapes that `heir check` reports, if it can; knows no names. */
export function fileSchema({ name, title, shape }: FileForm): JsonSchema {
  const schema = orNull(shapeSchema(shape));
  const parts = sharedIn(schema);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:heir:schema:${name}:1`,
    title,
    ...schema,
    ...(parts.length > 0 && { $defs: Object.fromEntries(parts.map((part) => [part, SHARED[part]()])) }),
  };
}

export function schemaText(form: FileForm): string {
  return `${JSON.stringify(fileSchema(form), undefined, 2)}\n`;
}

/** Shapes that several keys have; criteria and targets also hold one another. */
const SHARED = {
  criterion: () => criterionSchema(),
  property: () => ifThen({ type: "object", required: ["value"] }, formSchema(propertyForm)),
  target: () => targetSchema(),
} as const satisfies Record<string, () => JsonSchema>;

/** The shared shapes to which a schema refers. */
function sharedIn(schema: JsonSchema): readonly (keyof typeof SHARED)[] {
  const text = JSON.stringify(schema);
  return recordKeys(SHARED).filter((part) => text.includes(`"${referenceTo(part)}"`));
}

function referenceTo(part: keyof typeof SHARED): string {
  return `#/$defs/${part}`;
}

function shapeSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "boolean":
      return { type: "boolean" };
    case "text":
      return { type: "string", pattern: shape.pattern, enum: shape.words };
    case "whole":
      return { type: "integer", minimum: shape.from, maximum: shape.to };
    case "only":
      return { const: shape.value };
    case "list": {
      const { least, most } = shape;
      const size = { ...(least && { minItems: least }), ...(most && { maxItems: most }) };
      return { type: "array", items: shapeSchema(shape.of), ...size };
    }
    case "map":
      return { type: "object", additionalProperties: shapeSchema(shape.of) };
    case "form":
      return formSchema(shape.form);
    case "either":
      return { anyOf: shape.shapes.map(shapeSchema) };
    case "property":
    case "criterion":
    case "target":
      return { $ref: referenceTo(shape.kind) };
    case "checks":
      return checksSchema();
  }
}

/** A mapping with these keys and no others. */
function formSchema(form: Form): JsonSchema {
  const required = form.keys.filter((key) => key.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(form.keys.map((key) => [key.name, keySchema(key, form)])),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...exclusion(form),
    ...(form.alone && ifThen({ required: [form.alone] }, { maxProperties: 1 })),
  };
}

/** A key as people read it: what may be there, its sentence and its default. */
function keySchema(key: FormKey, { strictNull }: Pick<Form, "strictNull">): JsonSchema {
  const schema = shapeSchema(key.shape);
  const isOpen = strictNull === true || key.required === true;
  return { description: descriptionOf(key), ...(isOpen ? schema : orNull(schema)) };
}

/** Null is as good as left out. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: words, ...others } = schema;
  if (typeof type === "string" && !("oneOf" in schema)) {
    return { type: [type, "null"], ...(Array.isArray(words) && { enum: [...words, null] }), ...others };
  }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: "null" }] };
}

function exclusion({ exclusive = [], needsOne }: Form): JsonSchema {
  if (exclusive.length === 0) return {};
  const none = { description: "Null is as good as left out.", type: "null" };
  const given = exclusive.map((name) => {
    return { type: "object", required: [name], not: { required: [name], properties: { [name]: none } } };
  });
  const several = { allOf: given };
  return needsOne === true ? { oneOf: given } : { not: several };
}

function ifThen(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits a schema
  return { if: condition, then: consequence };
}

/** A bare `off` is false in YAML 1.1. */
const LOWER = ["error", "warning", "info", "off", false];

/** `checks:` of heir.yml. The severity of errors stays, but for those that take no value away. */
function checksSchema(): JsonSchema {
  const fixed = allCodes.filter((code) => severitiesOf(code)[0] === "error" && !keepsValues(code));
  const others = allCodes.filter((code) => !fixed.includes(code));
  return {
    type: "object",
    patternProperties: { [anyOf(fixed)]: setting(["error"]), [anyOf(others)]: setting(LOWER) },
    additionalProperties: false,
  };
}

function anyOf(codes: readonly string[]): string {
  return `^(${codes.map((code) => code.replaceAll(".", "\\.")).join("|")})$`;
}

function setting(severities: readonly (string | boolean)[]): JsonSchema {
  const properties = {
    severity: { description: "The severity of its findings.", enum: severities },
    reason: { description: "Why; it is shown with each finding.", type: "string", minLength: 1 },
  };
  return {
    anyOf: [{ enum: severities }, { type: "object", properties, required: ["severity"], additionalProperties: false }],
  };
}
