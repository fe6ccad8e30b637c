import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { keyNames } from "../../model/forms/form.ts";
import { matchForm } from "../../model/forms/group-forms.ts";
import type { Criterion, Match } from "../../model/inventory/group.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { booleanOf, given, listOf, readForm, reportBadValue } from "../forms/form.ts";
import { readCriterion } from "./criterion.ts";

/**
 * `match` of a group: `all` or `any` with a list of criteria, `not` and `policyServers`.
 *
 * Reports `bad-value` for the mapping, and `bad-criterion` for a criterion, which is left out.
 */
export function readMatch(
  value: Value,
  { file, report }: { readonly file: SourceFile; readonly report: Report },
): Match {
  const form = readForm(value, { file, what: "match", keys: KEYS, report });
  const joins = (["all", "any"] as const).filter((key) => given(form, key) !== undefined);
  if (value.kind === "map" && joins.length !== 1) {
    const found = joins.length === 2 ? "has both" : "has neither";
    reportBadValue(value, `match must have either all or any; this one ${found}`, report);
  }
  return {
    join: joins[0] ?? "all",
    criteria: joins.flatMap((key) => criteria(form, key, report)),
    not: booleanOf(form, "not", report) ?? false,
    policyServers: booleanOf(form, "policyServers", report) ?? false,
    origin: value.origin,
  };
}

const KEYS = keyNames(matchForm);

function criteria(form: MapValue, key: "all" | "any", report: Report): readonly Criterion[] {
  return listOf(form, key, report).flatMap((item) => {
    if (item.kind !== "map" || (entryOf(item, "all") ?? entryOf(item, "any")) === undefined) {
      return readCriterion(item, report) ?? [];
    }
    const message = "a match cannot be inside another match";
    const hint = "make the inner match a group, and use the criterion group: ID";
    report(finding("bad-value", item.origin, message, { hint }));
    return [];
  });
}
