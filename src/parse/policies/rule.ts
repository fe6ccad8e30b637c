import type { Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { ruleForm } from "../../model/forms/policy-forms.ts";
import type { Rule } from "../../model/inventory/policy.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { booleanOf, given, idList, listOf, textAt } from "../forms/form.ts";
import { policyRoot } from "./root.ts";
import { parseTarget } from "./target.ts";

/** A rule from its file. Never fails: faults are reported, and an invalid target is left out. */
export function parseRule(id: string, file: SourceFile, report: Report): Rule {
  const { map } = policyRoot(file, { what: "a rule", keys: KEYS, report });
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    nameOrigin: given(map, "name")?.origin ?? { file, start: 0, end: 0 },
    directives: idList(map, "directives", report),
    targets: listOf(map, "targets", report).flatMap((target) => parseTarget(target, report) ?? []),
    enabled: booleanOf(map, "enabled", report) ?? true,
  };
}

const KEYS = keyNames(ruleForm);
