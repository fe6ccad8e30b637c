import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import { notCompared } from "../../report/diff/not-compared.ts";
import { newlyFails } from "../../report/diff/verdict.ts";
import type { Context } from "../commands/command.ts";
import { type ExitCode, exit } from "../exit.ts";

/** What `heir diff --exit-code` ends with: if nodes could not be compared, the result is neither "equal" nor "different". */
export function diffVerdict(context: Pick<Context, "note">, comparison: Comparison): ExitCode {
  const { newlyFailing, stillFailing } = comparison.nodes;
  const failing = [...newlyFails(newlyFailing.length), ...notCompared(stillFailing.length, "node")];
  if (failing.length > 0) {
    context.note(failing.join("; "));
    return exit.unresolved;
  }
  // Of an index with conflicts not all is compared, whatever the nodes in scope need.
  if (comparison.lookedAt.leftOut.some(({ kind }) => kind === "unmerged")) return exit.unresolved;
  const isUnpaired = (comparison.sideBySide?.unpaired.length ?? 0) > 0;
  return isUnpaired || differingNodes(comparison).size > 0 ? exit.findings : exit.ok;
}
