import { compilePattern, isPatternFault } from "../../base/pattern/pattern.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Value } from "../../model/values/value.ts";
import { textIn } from "../forms/form.ts";
import { unsupportedPattern } from "../forms/pattern.ts";

/**
 * The patterns of `ignore_class_notfound_regexp`: one or a list. Undefined after reporting `bad-value`, or
 * `regex-unsupported` at the pattern.
 *
 * As in reclass they are alternatives of one pattern, so they must also be valid together.
 */
export function parseIgnoredClasses(value: Value, report: Report): readonly string[] | undefined {
  const items = value.kind === "list" ? value.items : [value];
  const patterns: string[] = [];
  let isWhole = true;
  for (const item of items) {
    const text = textIn(item);
    const fault = text === undefined || text === "" ? undefined : faultIn(text);
    if (text === undefined || text === "" || fault?.kind === "invalid") {
      report(finding("bad-value", value.origin, `${KEY} must be a regular expression or a list of them`));
      return undefined;
    }
    if (fault !== undefined) report(unsupportedPattern(fault, item.origin));
    isWhole &&= fault === undefined;
    patterns.push(text);
  }
  const together = isWhole ? faultIn(patterns.join("|")) : undefined;
  if (together !== undefined) {
    report(finding("bad-value", value.origin, `${KEY}: the patterns are invalid together: ${together.reason}`));
  }
  return isWhole && together === undefined ? patterns : undefined;
}

const KEY = "ignore_class_notfound_regexp";

function faultIn(text: string): ReturnType<typeof unlessPattern> {
  return unlessPattern(compilePattern(text));
}

function unlessPattern(
  result: ReturnType<typeof compilePattern>,
): Extract<typeof result, { kind: string }> | undefined {
  return isPatternFault(result) ? result : undefined;
}
