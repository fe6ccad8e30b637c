import type { MergeOperand } from "../model/inventory/policy.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";

/** The paths at which a node has the operand of a merge: a property is a parameter, too. */
export function operandPaths({ namespace, keys }: MergeOperand): readonly ParameterPath[] {
  const runtime = ["runtime", namespace, ...keys];
  return namespace === "properties" ? [["parameters", ...keys], runtime] : [runtime];
}
