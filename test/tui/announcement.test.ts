import { expect, test } from "vitest";
import { announced } from "../../src/tui/announcement.ts";
import { textOfLine } from "../../src/tui/draw/line.ts";
import { frame } from "../../src/tui/frame.ts";
import { firstAnswers, Played } from "../support/tui/played.ts";
import { filesAnswer, stagedAnswer, stagedReport } from "../support/tui/staged.ts";

const size = { columns: 120, rows: 24 };

function said(played: Played): string {
  return textOfLine(announced(played.state, frame(played.state, 0))).trim();
}

function reading(): Played {
  return new Played(size, { plain: true }).answer(...firstAnswers);
}

test("each move of the cursor is announced as the line it moves to", () => {
  const played = reading();

  expect(said(played)).toBe(
    "par1: second ntp server, root login for backups, 13 nodes, 2 changed, 1 added, 1 newly fail, ops, 2 Mar, 9d21ab4",
  );
  expect(said(played.keys("j"))).toBe("docs: how groups work, 0 nodes, team, 1 Mar, 5c0ffee");
  expect(said(played.keys("end"))).toBe("first classes, not computed yet, ops, 2024-06, 1f00a2c");
});

test("signs are announced as words, and cells as parts of a sentence", () => {
  expect(said(reading().keys("enter"))).toBe(
    "folded, 1 node, newly fails web09.fra1, fails: unresolved-reference: dc:net is not set, classes/ntp/client.yml:6",
  );
  expect(said(reading().keys("enter", "n"))).toBe(
    'folded, 12 nodes, changed ntp:server, "ntp1.par1.example.org" to "ntp2.par1.example.org"',
  );
});

test("a message comes before the cursor's line, and what is typed before both", () => {
  const played = reading();

  expect(said(played.keys("u"))).toBe(played.state.message?.text);
  expect(said(played.keys("/"))).toContain("node: path: class:");
});

test("for a screen reader nothing stands side by side, however wide the terminal is", () => {
  const lines = frame(new Played({ columns: 200, rows: 50 }, { plain: true }).answer(...firstAnswers).state, 0).map(
    textOfLine,
  );

  expect(lines.join("")).not.toMatch(/[│┌─└]/);
  const commit = lines.findIndex((line) => line.includes("5c0ffee"));
  expect(lines[commit]).toMatch(/docs: how groups work\s+·\s*$/);
});

test("on the screen of work the verdict is there without boxes, another one is announced, and so is what is typed", () => {
  const played = reading().keys("4").answer(filesAnswer, stagedAnswer, { kind: "trees", answer: stagedReport.trees });
  const text = frame(played.state, 0).map(textOfLine).join("\n");
  expect(text).toContain("a commit would be stopped");

  const verdicts = { index: false, worktree: false };
  played.answer({ kind: "staged", answer: { ...stagedReport, findings: [], verdicts } });
  expect(said(played)).toBe("a commit would pass");
  expect(said(played.keys("c", "x"))).toMatch(/^commit: x_/);
});

test("the row of the work tree is told without a day and an author", () => {
  expect(said(reading().answer(filesAnswer))).toMatch(/^work tree, 2 files, not computed yet$/);
});
