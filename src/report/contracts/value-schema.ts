import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import { isShortKeyword } from "../../model/contracts/keywords.ts";
import { typeShape } from "../../model/contracts/type-shape.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import { mapMember, someValue } from "../../model/values/inside.ts";
import { entryOf, type MapEntry, type Value } from "../../model/values/value.ts";
import { type JsonSchema, typeSchema } from "./type-schema.ts";

/** What a contract asks of its value, as schemas that must all hold. Values of secrets are left out. Never fails. */
export function askedSchemas({ says }: ValueContract, define: Define): readonly JsonSchema[] {
  const asked = says.entries.filter(({ value }) => !holdsMarker(value));
  const type = asked.find(({ key }) => key === "type")?.value;
  const schema = asked.find(({ key }) => key === "schema")?.value;
  const keywords = asked.filter(({ key }) => isShortKeyword(key));
  return [
    ...(type === undefined ? [] : [typeSchema(typeShape(textOf(type)))]),
    Object.fromEntries(keywords.map(({ key, value }) => [key, new DataValue(value)])),
    ...(schema === undefined ? [] : [ownSchema(schema, define)]),
  ];
}

/** What a contract says for people; its id, owner and unit are a comment. */
export function annotations({ of, says }: ValueContract): JsonSchema {
  const text = (key: string) => {
    const value = entryOf(says, key)?.value;
    return value === undefined ? undefined : textOf(value);
  };
  const parts = [
    `contract ${of.id}`,
    ...["owner", "unit"].flatMap((key) => (text(key) ? [`${key} ${text(key)}`] : [])),
  ];
  const given = (key: string) => says.entries.find((each) => each.key === key && !holdsMarker(each.value))?.value;
  const [fallback, example, deprecated] = [given("default"), given("example"), given("deprecated")];
  const isDeprecated = deprecated !== undefined && !(deprecated.kind === "scalar" && deprecated.data === false);
  return {
    ...(text("description") !== undefined && { description: text("description") }),
    ...(fallback !== undefined && { default: new DataValue(fallback) }),
    ...(isDeprecated && { deprecated: true }),
    ...(example !== undefined && { examples: [new DataValue(example)] }),
    $comment: parts.join(", "),
  };
}

function textOf(value: Value): string {
  return value.kind === "scalar" ? String(value.data) : "";
}

/** A written schema. What refers to its own parts becomes a definition, so that its references can be kept. */
function ownSchema(schema: Value, define: Define): JsonSchema {
  const written = members(schema);
  if (written === undefined) return { allOf: [new DataValue(schema)] };
  return holdsReference(schema) ? define(schema, written) : written;
}

/** Makes a definition of a written schema, whose keywords are given, too. */
export type Define = (schema: Value, keywords: JsonSchema) => JsonSchema;

function holdsReference(schema: Value): boolean {
  return someValue(schema, (value) => mapMember(value, "$ref") !== undefined);
}

const OF_VALUES: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** A written schema at another place of a document: references to its parts lead there. */
export function movedSchema(schema: Value, place: string): unknown {
  if (schema.kind === "list") return schema.items.map((item) => movedSchema(item, place));
  if (schema.kind !== "map") return new DataValue(schema);
  return Object.fromEntries(
    schema.entries.map(({ key, value }) => {
      if (key === "$ref" && value.kind === "scalar") return [key, String(value.data).replace(/^#(?=\/|$)/, place)];
      return [key, OF_VALUES.has(key) ? new DataValue(value) : movedSchema(value, place)];
    }),
  );
}

/** The keywords of a schema whose parts are schemas, alone, by name, or in a list. */
const PARTS: ReadonlySet<string> = new Set(["additionalProperties", "items"]);
const NAMED_PARTS: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/** A written schema as keywords; undefined for `true` and `false`. */
function members(schema: Value): JsonSchema | undefined {
  if (schema.kind !== "map") return undefined;
  return Object.fromEntries(schema.entries.map((entry) => [entry.key, member(entry)]));
}

function member({ key, value }: MapEntry): unknown {
  if (PARTS.has(key)) return members(value) ?? new DataValue(value);
  if (NAMED_PARTS.has(key) && value.kind === "map") {
    return Object.fromEntries(
      value.entries.map((each) => [each.key, members(each.value) ?? new DataValue(each.value)]),
    );
  }
  return new DataValue(value);
}
