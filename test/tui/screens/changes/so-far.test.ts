import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import { changes, firstAnswers, Played } from "../../../support/tui/played.ts";

const soFar = { ...changes, soFar: { done: 1240, total: 10_000 } };
const others = firstAnswers.filter(({ kind }) => kind !== "changes" && kind !== "counts");

function text(played: Played): string {
  return frame(played.state, 0).map(textOfLine).join("\n");
}

test("rows come while nodes are compared, and say so; they are no answer for anything else", () => {
  const played = new Played().answer(...others).keys("enter");
  played.answer({ kind: "changes", answer: soFar });

  expect(text(played)).toContain("comparing… so far 1,240 of 10,000 nodes");
  expect(text(played)).toMatch(/\d\+ nodes/);
  expect(played.state.pending.has("changes"), "more is to come").toBe(true);
  expect([played.state.sets.size, played.state.commits.counts.size]).toEqual([0, 0]);

  expect(text(played.keys("j"))).toContain("Edit #1 so far");
  played.keys("j");
  expect(text(played), "the value of the first of the nodes so far").toMatch(/\(1 of \d+\+\)/);
  const { id } = played.state.changes.cursor;
  played.answer({ kind: "changes", answer: changes });
  expect(text(played)).not.toMatch(/so far|\d\+ nodes/);
  expect([played.state.sets.size, played.state.commits.counts.size]).toEqual([1, 1]);
  expect(played.state.changes.cursor.id, "the cursor stays on its row").toBe(id);
});

test("a cursor that was never moved is on the first of all changes, whichever came first", () => {
  const whole = new Played()
    .answer(...others)
    .keys("enter")
    .answer({ kind: "changes", answer: changes });
  const last = { ...soFar, changes: changes.changes.slice(-1) };
  const played = new Played()
    .answer(...others)
    .keys("enter")
    .answer({ kind: "changes", answer: last });
  expect(played.state.changes.cursor.id).not.toBe(whole.state.changes.cursor.id);

  played.answer({ kind: "changes", answer: changes });
  expect(played.state.changes.cursor).toEqual(whole.state.changes.cursor);
});

test("changes that were left before they were whole are asked for again", () => {
  const played = new Played().answer(...others).keys("enter");
  played.answer({ kind: "changes", answer: soFar }).keys("esc");
  played.wants.length = 0;
  played.keys("enter");

  expect(played.wants.map((want) => want.kind === "ask" && want.request.kind)).toContain("changes");
});

test("a question that is asked anew begins without the progress of the one before", () => {
  const played = new Played().answer(...others).keys("enter");
  played.event({ kind: "news", news: { kind: "progress", of: "changes", done: 900, total: 1000 }, at: 0 });
  expect(played.state.progress.has("changes")).toBe(true);

  played.keys("esc", "enter");
  expect(played.state.progress.has("changes")).toBe(false);
});
