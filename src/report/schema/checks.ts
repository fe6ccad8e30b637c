import { allCodes, keepsValues, severitiesOf } from "../../model/findings/codes.ts";
import type { JsonSchema } from "./schema.ts";

/** A bare `off` is false in YAML 1.1. */
const LOWER = ["error", "warning", "info", "off", false];

/** `checks:` of heir.yml. The severity of errors stays, but for those that take no value away. */
export function checksSchema(): JsonSchema {
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
