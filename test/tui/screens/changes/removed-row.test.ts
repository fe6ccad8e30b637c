import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import type { ChangeSet } from "../../../../src/tui/worker/rows/change-set.ts";
import { branchesAnswer } from "../../../support/tui/merge.ts";
import { changes, firstAnswers, Played, trees } from "../../../support/tui/played.ts";

const size = { columns: 120, rows: 40 };
const set: ChangeSet = { ...changes, key: "HEAD WORKTREE", isOfCommit: false };
const [first, second] = set.changes;
if (first === undefined || second === undefined) throw new Error("two changes");

/** A comparison with the work tree, on its first change. */
function compared(): Played {
  const played = new Played(size).answer(...firstAnswers, branchesAnswer);
  played.state = { ...played.state, screen: "changes" };
  played.state = { ...played.state, changes: { ...played.state.changes, target: TARGET } };
  return played.answer({ kind: "changes", answer: set });
}

const TARGET = { kind: "states", words: ["HEAD", "WORKTREE"], staged: false } as const;

/** A file of the work tree is saved, and the states are compared again. */
function saved(played: Played, worktree: string, answer: ChangeSet): Played {
  return played.answer({ kind: "trees", answer: { ...trees, worktree } }, { kind: "changes", answer });
}

function rows({ state }: Played): readonly string[] {
  return frame(state, 0).map((line) => textOfLine(line).slice(1, 58).trimEnd());
}

const without: ChangeSet = { ...set, changes: set.changes.filter(({ id }) => id !== first.id) };

test("a change that went stays struck out until the cursor leaves it, and keys say that nothing is left", () => {
  const played = saved(compared(), "saved", without);
  const { id } = played.state.changes.cursor;

  expect(rows(played).filter((row) => row.includes("×"))).toEqual([
    expect.stringMatching(/^>× 1 node {2}! web09\.fra1 fails: unresolved-reference/),
  ]);
  expect(played.keys("enter").state.message?.text).toBe("nothing of this row is left");
  expect(rows(saved(played, "again", without)).some((row) => row.startsWith(">× "))).toBe(true);
  expect(played.keys("j").state.changes.cursor.id).not.toBe(id);
  expect(rows(played).some((row) => row.includes("×"))).toBe(false);
});

test("what has the same sign and path is the same row, whatever nodes it has", () => {
  const moved = { ...set, changes: set.changes.map((row) => (row.id === first.id ? { ...row, id: "moved" } : row)) };
  const played = saved(compared(), "saved", moved);

  expect(played.state.changes.cursor.id).toBe("moved");
  expect(rows(played).some((row) => row.includes("×"))).toBe(false);
});

test("while nodes are compared nothing is said to be gone", () => {
  const played = saved(compared(), "saved", { ...without, soFar: { done: 1, total: 9 } });
  expect(rows(played).some((row) => row.includes("×"))).toBe(false);

  played.answer({ kind: "changes", answer: set });
  expect(played.state.changes.cursor.id).toBe(first.id);
});
