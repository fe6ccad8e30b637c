import { expect, test } from "vitest";
import { plainText } from "../../../src/report/text/row.ts";
import type { Ask } from "../../../src/tui/worker/questions.ts";
import { detail, firstAnswers, Played } from "../../support/tui/played.ts";

/** On a value of a node. */
function onValue(): Played {
  const played = new Played({ columns: 120, rows: 40 })
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer({ kind: "value", answer: detail });
  played.wanted();
  return played;
}

function askedPlan(played: Played): Ask<"setPlan"> {
  const [asked] = played.wants.splice(0);
  if (asked?.kind !== "ask" || asked.request.kind !== "setPlan") throw new Error("a plan is asked for");
  return asked.request.ask;
}

const trees = { head: "h", refs: "r", index: "i", worktree: "w", root: "/srv/fleet" };

test("a value that is typed is looked for a place for, shown, and written after a yes", () => {
  const played = onValue().keys("=", "4", "2", "enter");
  const asked = askedPlan(played);
  expect(asked.value).toBe("42");

  const plan = { ...asked, rows: [[plainText("+a: 42")]], number: 1 };
  played.answer({ kind: "setPlan", answer: { ...plan, value: "4" } });
  expect(played.state.overlay?.kind, "an answer to another value is none").toBe("newValue");
  played.answer({ kind: "setPlan", answer: plan });
  expect(played.state.overlay).toMatchObject({ kind: "question", own: { does: "writes it" } });
  expect(played.keys("y").wants.splice(0)).toEqual([
    { kind: "ask", request: { kind: "setWrite", ask: { number: 1 } } },
  ]);

  const words = "only a on 1 node: wrote nodes/a.yml";
  played.answer({ kind: "setWrite", answer: { kind: "done", words, output: "", trees, left: 1 } });
  expect(played.state.message?.text).toBe(words);
});

test("what has no place leaves the value to be typed again; a row without a value has none", () => {
  const played = onValue().keys("=", "4", "enter");
  const asked = askedPlan(played);
  const none = { ...asked, rows: [[plainText("no place is exact:")]], number: undefined };
  played.answer({ kind: "setPlan", answer: none });
  expect(played.state.overlay).toMatchObject({ kind: "newValue", own: { typed: "4", shown: none.rows } });

  const whole = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys("enter", "<", "=");
  expect(whole.state.message?.text).toBe("=: there is no value on this row");
});

test("what was done last is undone, an edit after a yes; nothing is, where nothing was done", () => {
  const played = onValue();
  expect(played.keys("u").wanted()).toEqual([]);
  played.answer({ kind: "setWrite", answer: { kind: "done", words: "wrote a", output: "", trees, left: 1 } });
  played.wanted();
  expect(played.keys("u").wanted()).toEqual(["undo"]);
  played.answer({ kind: "undo", answer: { kind: "asks", words: "wrote a" } }).keys("y");
  expect(played.wants.splice(0)).toEqual([{ kind: "ask", request: { kind: "undo", ask: { isSure: true } } }]);
  played.answer({ kind: "undo", answer: { kind: "done", words: "undone: wrote a", output: "", trees, left: 0 } });
  expect(played.state).toMatchObject({ message: { text: "undone: wrote a" }, undoable: 0 });
});
