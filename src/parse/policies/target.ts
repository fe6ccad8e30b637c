import { hasKey } from "../../base/grouped.ts";
import { similar } from "../../base/similar.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { SPECIAL_TARGETS } from "../../model/forms/policy-forms.ts";
import type { RuleTarget } from "../../model/inventory/policy.ts";
import type { Span } from "../../model/values/origin.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { textIn } from "../forms/form.ts";

/**
 * One target of a rule, or undefined after `bad-target` was reported.
 *
 * A composite with an invalid part is invalid as a whole: without the part it could select too many nodes.
 */
export function parseTarget(value: Value, report: Report): RuleTarget | undefined {
  if (value.kind === "map") return composite(value, report);
  const text = textIn(value);
  const target = text === undefined ? undefined : simpleTarget(text, value.origin);
  if (target !== undefined) return target;
  const near = text === undefined ? undefined : nearest(text);
  reportTarget(value, text === undefined ? "it is neither text nor a mapping" : `"${text}" is not a target`, {
    report,
    near,
  });
  return undefined;
}

function simpleTarget(text: string, origin: Span): RuleTarget | undefined {
  if (hasKey(SPECIAL_TARGETS, text)) return { kind: SPECIAL_TARGETS[text], origin };
  const [, kind, name = ""] = /^(group|policyServer):(.+)$/s.exec(text) ?? [];
  if (kind === undefined) return undefined;
  return kind === "group" ? { kind, id: name, origin } : { kind: "policyServer", node: name, origin };
}

/** A text without a colon is usually the id of a group. */
function nearest(text: string): string | undefined {
  return similar(text, Object.keys(SPECIAL_TARGETS))[0] ?? (/^[^:]+$/.test(text) ? `group:${text}` : undefined);
}

function composite(map: MapValue, report: Report): RuleTarget | undefined {
  const { origin } = map;
  const [first, second, third] = map.entries.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  if (second === undefined && (first?.key === "or" || first?.key === "and")) {
    const targets = targetList(first.value, first.key, report);
    return targets === undefined ? undefined : { kind: first.key, targets, origin };
  }
  if (first?.key === "exclude" && second?.key === "include" && third === undefined) {
    const [include, exclude] = [parseTarget(second.value, report), parseTarget(first.value, report)];
    if (include === undefined || exclude === undefined) return undefined;
    return { kind: "exclude", include, exclude, origin };
  }
  reportTarget(map, "a mapping must have or, and, or both include and exclude", { report });
  return undefined;
}

function targetList(value: Value, key: "or" | "and", report: Report): readonly RuleTarget[] | undefined {
  if (value.kind !== "list") {
    reportTarget(value, `${key} needs a list of targets`, { report });
    return undefined;
  }
  const targets = value.items.map((item) => parseTarget(item, report));
  return targets.every((target) => target !== undefined) ? targets : undefined;
}

function reportTarget(
  { origin }: Value,
  fault: string,
  { report, near }: { readonly report: Report; readonly near?: string | undefined },
): void {
  report(
    finding("bad-target", origin, `the target cannot be read: ${fault}`, {
      hint: near === undefined ? HINT : `did you mean "${near}"?`,
    }),
  );
}

const HINT = "a target is group:ID, policyServer:NODE, special:all, or a mapping with or, and, include and exclude";
