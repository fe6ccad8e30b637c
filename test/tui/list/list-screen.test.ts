import { expect, test } from "vitest";
import { type Size, textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import type { QuestionKind } from "../../../src/tui/worker/questions.ts";
import { nodeAnswers } from "../../support/tui/nodes.ts";
import { firstAnswers, Played } from "../../support/tui/played.ts";

const narrow: Size = { columns: 40, rows: 12 };

function text({ state }: Played): string {
  return frame(state, 0).map(textOfLine).join("\n");
}

const [header, history] = firstAnswers;

test.each<readonly [QuestionKind, (played: Played) => Played]>([
  ["history", (played) => played],
  ["changes", (played) => played.answer(...firstAnswers.slice(0, 2)).keys("enter")],
  ["nodes", (played) => played.answer(...firstAnswers.slice(0, 2)).keys("3")],
  ["staged", (played) => played.keys("4")],
])("a list that cannot be read says why in its place: %s", (of, begin) => {
  const played = begin(new Played()).event({ kind: "news", news: { kind: "failed", of, message: "git broke" }, at: 0 });
  const [, ...below] = text(played).split("\n");

  // The bottom line says so too, until the next key.
  expect(below.slice(0, -1).join("\n")).toContain("git broke");
});

test("the list is where it was when the detail is closed again", () => {
  const changed = new Played(narrow).answer(...firstAnswers).keys("enter");
  const inList = text(changed);
  expect(text(changed.keys("enter", "esc"))).toBe(inList);

  const nodes = new Played(narrow)
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers)
    .keys(">", "k", "k");
  const inNodes = text(nodes);
  expect(text(nodes.keys("enter", "esc"))).toBe(inNodes);
});

test("a list that was not on the screen while the terminal changed its size is full again", () => {
  const lower = { kind: "resized", size: { ...narrow, rows: 11 } } as const;
  const begun = () => new Played(narrow).answer(...firstAnswers).keys("enter", "l", ">");

  expect(text(begun().keys("enter").event(lower).keys("esc"))).toBe(text(begun().event(lower)));
});

test("what is said in the place of a list is broken where it does not fit", () => {
  const played = new Played(narrow)
    .answer(...[header, history].flatMap((each) => each ?? []))
    .keys("/", ..."nothing", "enter");

  expect(text(played).replaceAll(/\s+/g, " ")).toContain("nothing here matches the filter; Esc clears it");
});
