import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import type { StagedReport } from "../../../../src/tui/worker/questions.ts";
import { Played } from "../../../support/tui/played.ts";
import { filesAnswer, stagedReport } from "../../../support/tui/staged.ts";

const [conflict, fragile] = stagedReport.findings;
if (conflict === undefined || fragile === undefined) throw new Error("two findings");

/** On the first finding of two. */
function begun(): Played {
  return given(new Played({ columns: 120, rows: 40 }, { staged: true }).answer(filesAnswer), stagedReport);
}

function given(played: Played, answer: StagedReport): Played {
  return played.answer({ kind: "staged", answer });
}

function rows({ state }: Played): readonly string[] {
  return frame(state, 0).map((line) => textOfLine(line).slice(1, 58).trimEnd());
}

test("a row that went stays struck out, with a sign, until the cursor leaves it", () => {
  const played = given(begun(), { ...stagedReport, findings: [fragile] });
  const kept = rows(played).findIndex((row) => />× ✗ group-conflict/.test(row));

  expect(kept).toBeGreaterThan(0);
  expect(
    frame(played.state, 0)[kept]?.some(({ label, text }) => label === "gone" && text.includes("group-conflict")),
  ).toBe(true);
  played.keys("j");
  expect(rows(played).some((row) => row.includes("×"))).toBe(false);
  expect(played.state.staged.cursor).toMatchObject({ id: fragile.id, index: 2 });
});

test("when it is back the row is as before", () => {
  const played = given(given(begun(), { ...stagedReport, findings: [fragile] }), stagedReport);

  expect(played.state.staged).toMatchObject({ gone: undefined, cursor: { id: conflict.id } });
});

test("a finding that has moved to another line of its file has the cursor there", () => {
  const moved = { ...conflict, id: "moved", place: "groups/dc-par1.yml:12" };
  const played = given(begun(), { ...stagedReport, findings: [fragile, moved] });

  expect(played.state.staged).toMatchObject({ gone: undefined, cursor: { id: "moved" } });
});

test("keys say that nothing of the row is left", () => {
  const played = given(begun(), { ...stagedReport, findings: [fragile] });

  expect(played.keys("enter").state.message?.text).toBe("nothing of this row is left");
  expect(played.keys("e").state.message?.text).toMatch(/^no file is known/);
});

test("where no other row is left the list is empty", () => {
  const set = { ...stagedReport.set, changes: [], blocks: [] };
  const played = given(begun(), { ...stagedReport, findings: [], older: [], set });
  played.answer({ kind: "files", answer: { files: [], message: undefined } });

  expect(rows(played).join("\n")).toContain("nothing differs from HEAD");
});
