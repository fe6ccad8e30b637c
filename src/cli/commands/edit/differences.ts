import type { Proof } from "../../../model/results/proof.ts";
import { comparisonRows } from "../../../report/diff/comparison.ts";
import { withBlocks } from "../../../workspace/compare/blocks.ts";
import { printRows } from "../../output/rows.ts";
import type { Context } from "../command.ts";

/** Prints the differences beyond a claim as `heir diff` does; `command` prints more of them. */
export async function printDifferences(
  context: Context,
  comparison: Proof["comparison"],
  command?: string,
): Promise<void> {
  const rows = comparisonRows(withBlocks(comparison), { command, width: context.width });
  await printRows(context, rows);
}
