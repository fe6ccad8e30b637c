import type { Report } from "../../model/findings/diagnostic.ts";
import { OPERAND } from "../../model/forms/policy-forms.ts";
import type { MergeOperand } from "../../model/inventory/policy.ts";
import type { Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";

/** An operand of a merge, `node.NAMESPACE[KEY]...`; anything else is reported as `bad-value`. */
export function mergeOperand(value: Value, report: Report): MergeOperand | undefined {
  const text = textIn(value);
  const [, namespace, brackets] = OPERAND.exec(text ?? "") ?? [];
  if (text === undefined || namespace === undefined || brackets === undefined) {
    reportBadValue(value, "an operand of a merge must be written node.NAMESPACE[KEY]", report);
    return undefined;
  }
  return { text, namespace, keys: brackets.slice(1, -1).split("]["), origin: value.origin };
}
