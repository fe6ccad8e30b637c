import * as v from "valibot";
import { similar } from "../../base/similar.ts";
import { codes, isCode, keepsValues } from "../../model/findings/codes.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { CheckSetting } from "../../model/inventory/settings.ts";
import type { MapEntry, Value } from "../../model/values/value.ts";
import { plainData } from "./plain-data.ts";

/** A bare `off` is false in YAML 1.1. */
const off = v.pipe(
  v.literal(false),
  v.transform(() => "off" as const),
);
const severity = v.union([v.picklist(["error", "warning", "info", "off"]), off]);
const setting = v.union([
  v.pipe(
    severity,
    v.transform((level) => ({ severity: level, reason: undefined })),
  ),
  v.pipe(
    v.strictObject({ severity, reason: v.optional(v.pipe(v.string(), v.nonEmpty())) }),
    v.transform((given) => ({ severity: given.severity, reason: given.reason })),
  ),
]);

/**
 * `checks:` in heir.yml: code to severity, or to `{severity, reason}`. The severity of errors cannot be lowered: the
 * node does not resolve, whatever the settings say; that of contracts can. Faults are reported and left out.
 */
export function parseChecks(value: Value, report: Report): readonly (readonly [string, CheckSetting])[] {
  if (value.kind === "map") return value.entries.flatMap((entry) => checkSetting(entry, report));
  report(finding("bad-value", value.origin, "checks must map codes to severities"));
  return [];
}

function checkSetting({ key, keyNode, value }: MapEntry, report: Report): (readonly [string, CheckSetting])[] {
  if (!isCode(key)) {
    const near = similar(key, Object.keys(codes))[0];
    const message = `there is no finding "${key}"`;
    report(
      finding("unknown-key", keyNode.origin, message, {
        hint: near === undefined ? undefined : `did you mean "${near}"?`,
      }),
    );
    return [];
  }
  const result = v.safeParse(setting, plainData(value));
  const fault = !result.success
    ? `${key} must be error, warning, info or off, or {severity: ..., reason: ...}`
    : codes[key].severity === "error" && !keepsValues(key) && result.output.severity !== "error"
      ? `${key} is an error; its severity cannot be lowered`
      : undefined;
  if (fault === undefined && result.success) return [[key, { ...result.output, origin: value.origin }]];
  report(finding("bad-value", value.origin, fault ?? ""));
  return [];
}
