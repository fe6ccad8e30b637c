import type { Severity } from "../../model/findings/codes.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import type { MapValue } from "../../model/values/value.ts";
import { given, reportBadValue, textIn } from "../forms/form.ts";

const LEVELS: readonly Severity[] = ["error", "warning", "info"];

/** The severity at `level`; undefined if it is absent, or after a fault. */
export function readLevel(form: MapValue, report: Report): Severity | undefined {
  const value = given(form, "level");
  if (value === undefined) return undefined;
  const level = LEVELS.find((each) => each === textIn(value));
  if (level === undefined) reportBadValue(value, "level must be error, warning or info", report);
  return level;
}
