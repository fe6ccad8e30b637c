import type { FileForm } from "../../model/forms/file-forms.ts";
import { descriptionOf, type Form, type FormKey, type Shape } from "../../model/forms/form.ts";
import { propertyForm } from "../../model/forms/group-forms.ts";
import { checksSchema } from "./checks.ts";
import { criterionSchema } from "./criterion.ts";
import type { JsonSchema } from "./schema.ts";
import { targetSchema } from "./target.ts";

/**
 * The JSON Schema (draft 2020-12) of a kind of file. It refuses what `heir check` reports about the shape of such a file,
 * as far as a schema can say it; whether names exist it does not know.
 */
export function fileSchema({ name, title, shape }: FileForm): JsonSchema {
  const parts = [...partsIn(shape, new Set())];
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:heir:schema:${name}:1`,
    title,
    ...orNull(shapeSchema(shape)),
    ...(parts.length > 0 && { $defs: Object.fromEntries(parts.map((part) => [part, SHARED[part]()])) }),
  };
}

/** The text of a schema file. */
export function schemaText(form: FileForm): string {
  return `${JSON.stringify(fileSchema(form), undefined, 2)}\n`;
}

/** Shapes that several keys have; criteria and targets also hold one another. */
const SHARED = {
  property: propertySchema,
  criterion: () => criterionSchema(),
  target: () => targetSchema(),
} as const satisfies Record<string, () => JsonSchema>;

type Shared = keyof typeof SHARED;

function partsIn(shape: Shape, found: Set<Shared>): ReadonlySet<Shared> {
  switch (shape.kind) {
    case "property":
    case "criterion":
    case "target":
      return found.add(shape.kind);
    case "list":
    case "map":
      return partsIn(shape.of, found);
    case "form":
      for (const key of shape.form.keys) partsIn(key.shape, found);
      return found;
    case "either":
      for (const each of shape.shapes) partsIn(each, found);
      return found;
    case "any":
    case "boolean":
    case "text":
    case "whole":
    case "only":
    case "checks":
      return found;
  }
}

function shapeSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case "any":
      return {};
    case "boolean":
      return { type: "boolean" };
    case "text":
      return {
        type: "string",
        ...(shape.pattern && { pattern: shape.pattern }),
        ...(shape.words && { enum: shape.words }),
      };
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
      return { $ref: `#/$defs/${shape.kind}` };
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
  const given = exclusive.map((name) => ({ type: "object", required: [name], not: isNullAt(name) }));
  const several = { allOf: given };
  return needsOne === true ? { oneOf: given } : { not: several };
}

function isNullAt(name: string): JsonSchema {
  const key = { description: "Null is as good as left out.", type: "null" };
  return { required: [name], properties: { [name]: key } };
}

function propertySchema(): JsonSchema {
  return ifThen({ type: "object", required: ["value"] }, formSchema(propertyForm));
}

function ifThen(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits a schema
  return { if: condition, then: consequence };
}
