import { copyItem } from "../../list/copies.ts";
import type { MenuItem } from "../../menus/items.ts";
import type { ComparedStates } from "../../state/compared.ts";
import { type Reduced, step, type TuiState, withOverlay } from "../../state.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { shownSet } from "./chosen.ts";

/** What can be copied of a merge: the branch and the report, which can be saved, too. */
export function mergeCopies(target: ComparedStates, set: ChangeSet | undefined): readonly MenuItem[] {
  if (target.kind !== "merge") return [];
  const branch = copyItem("m", "branch", target.branch);
  if (set?.report === undefined) return [branch];
  return [
    branch,
    { ...copyItem("w", "whole report", set.report), value: "" },
    { key: "s", text: "save the report", value: "to a new file", choice: { kind: "report" } },
  ];
}

/** Asks for the name of the file to which the report is saved. */
export function openReport(state: TuiState): Reduced {
  const { target } = state.changes;
  const report = shownSet(state)?.report;
  if (report === undefined || target?.kind !== "merge") return step(state);
  const typed = `merge-${target.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`;
  return step(withOverlay(state, { kind: "reportName", own: { typed, report, top: 0 } }));
}
