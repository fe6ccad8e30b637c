import { formatPattern } from "../../model/contracts/formats.ts";
import type { TypeShape } from "../../model/contracts/type-shape.ts";

/** A schema in the making: keywords by name. Data of the repository is in it as `DataValue`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const LABEL = "[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?";

const text = { type: "string" };
const ipv4 = { ...text, format: "ipv4", pattern: `^(?:${OCTET}\\.){3}${OCTET}$` };
const ipv6 = { ...text, format: "ipv6", pattern: "^[\\dA-Fa-f:.]*:[\\dA-Fa-f:.]*$" };

/** The short types as JSON Schema: rule K6 of docs/concepts/contracts.md. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  any: {},
  text,
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  list: { type: "array" },
  mapping: { type: "object" },
  null: { type: "null" },
  port: { type: "integer", minimum: 1, maximum: 65535 },
  ipv4,
  ipv6,
  ip: { anyOf: [ipv4, ipv6] },
  cidr: { ...text, pattern: "^[\\dA-Fa-f:.]+/\\d{1,3}$" },
  hostname: { ...text, format: "hostname", maxLength: 253, pattern: `^${LABEL}(?:\\.${LABEL})*$` },
  fqdn: { ...text, format: "hostname", maxLength: 253, pattern: `^${LABEL}(?:\\.${LABEL})+$` },
  mac: { ...text, pattern: formatPattern("mac") },
  url: { ...text, format: "uri", pattern: formatPattern("url") },
  path: { ...text, pattern: formatPattern("path") },
  duration: { ...text, pattern: formatPattern("duration") },
  size: { ...text, pattern: formatPattern("size") },
  date: { ...text, format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  node: text,
};

/** A short type as JSON Schema. What a pattern cannot say, such as bits of a host, is left out. Never fails. */
export function typeSchema(shape: TypeShape): JsonSchema {
  switch (shape.kind) {
    case "list":
      return { type: "array", items: typeSchema(shape.of) };
    case "mapping":
      return { type: "object", additionalProperties: typeSchema(shape.of) };
    case "names": {
      const [first = {}, ...rest] = shape.names.map((name) => NAMED[name] ?? {});
      return rest.length === 0 ? first : { anyOf: [first, ...rest] };
    }
  }
}
