import { expect, test } from "vitest";
import type { ChangeSet } from "../../../../src/tui/worker/rows/change-set.ts";
import { branchesAnswer } from "../../../support/tui/merge.ts";
import { changes, firstAnswers, Played, trees } from "../../../support/tui/played.ts";

const target = { kind: "states", words: ["HEAD", "WORKTREE"], staged: false } as const;
const set: ChangeSet = { ...changes, key: "HEAD WORKTREE", isOfCommit: false };

/** A comparison with the work tree, on its first change. */
function compared(rows: number): Played {
  const played = new Played({ columns: 120, rows }).answer(...firstAnswers, branchesAnswer);
  played.state = { ...played.state, screen: "changes", changes: { ...played.state.changes, target } };
  return played.answer({ kind: "changes", answer: set });
}

/** The nodes that are to be compared first after a file was saved. */
function first(played: Played): readonly string[] | undefined {
  played.wants.splice(0);
  played.answer({ kind: "trees", answer: { ...trees, worktree: "saved" } });
  const asked = played.wants.flatMap((want) =>
    want.kind === "ask" && want.request.kind === "changes" ? [want.request.ask] : [],
  );
  return asked[0]?.first;
}

test("when the states are compared again, a node of each row on the screen comes first, that of the cursor before all", () => {
  const [web01, web09] = [set.nodes[0], set.nodes[12]];
  expect(first(compared(40))).toEqual([web09, web01]);
  expect(first(compared(40).keys("j", "j", "}", "}"))).toEqual([set.nodes[2], web09, web01]);
});

test("of rows that a filter with a node leaves, that node", () => {
  const node = set.nodes[4] ?? "";
  expect(first(compared(40).keys("/", ...`node:${node}`, "enter"))).toEqual([node]);
});
