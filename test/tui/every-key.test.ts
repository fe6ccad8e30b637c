import { expect, test } from "vitest";
import type { Size } from "../../src/tui/draw/layout.ts";
import { frame } from "../../src/tui/frame.ts";
import { bindings } from "../../src/tui/keymap.ts";
import { screens } from "../../src/tui/screens/table.ts";
import type { Answer } from "../../src/tui/worker/protocol/questions.ts";
import { branchesAnswer, mergeAnswer, mergeValue } from "../support/tui/merge.ts";
import { list, nodeAnswers } from "../support/tui/nodes.ts";
import { detail, firstAnswers, Played } from "../support/tui/played.ts";
import { filesAnswer, hunksAnswer, stagedAnswer } from "../support/tui/staged.ts";

const value: Answer = { kind: "value", answer: detail };
const keys = [...new Set(bindings.flatMap((each) => each.keys))];
const sizes: readonly Size[] = [
  { columns: 200, rows: 60 },
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
];

/** On every screen before anything is known, with its list, and in its detail. */
const situations: Readonly<Record<string, (size: Size) => Played>> = {
  "commits, none yet": (size) => new Played(size),
  commits: (size) => new Played(size).answer(...firstAnswers),
  "the last commit": (size) => new Played(size).answer(...firstAnswers).keys(">"),
  "changes, no commit chosen": (size) => new Played(size).keys("2"),
  changes: (size) => new Played(size).answer(...firstAnswers).keys("enter", ">", "k"),
  "a change": (size) =>
    new Played(size)
      .answer(...firstAnswers)
      .keys("enter", ">", "k", "enter")
      .answer(value),
  "an edit": (size) => new Played(size).answer(...firstAnswers).keys("enter"),
  "an edit, opened": (size) => new Played(size).answer(...firstAnswers).keys("enter", "enter"),
  "a change of a whole node": (size) => new Played(size).answer(...firstAnswers).keys("enter", "n"),
  "nodes, none yet": (size) => new Played(size).keys("3"),
  nodes: (size) =>
    new Played(size)
      .answer(...firstAnswers)
      .keys("3")
      .answer(...nodeAnswers),
  "a node": (size) => {
    const played = new Played(size)
      .answer(...firstAnswers)
      .keys("3")
      .answer(...nodeAnswers);
    return played.keys(...list.names.slice(list.names.indexOf("web01.par1") * -1).map(() => "j")).keys("enter");
  },
  "a tab of a node": (size) =>
    new Played(size)
      .answer(...firstAnswers)
      .keys("3")
      .answer(...nodeAnswers)
      .keys("enter", "]"),
  "staged, none yet": (size) => new Played(size).keys("4"),
  staged: (size) => new Played(size).keys("4").answer(stagedAnswer),
  "staged files": (size) => new Played(size).keys("4").answer(filesAnswer, stagedAnswer).keys("<"),
  "a staged hunk": (size) =>
    new Played(size).keys("4").answer(filesAnswer, stagedAnswer).keys("<", "j").answer(hunksAnswer).keys("enter"),
  "a staged finding": (size) => new Played(size).keys("4").answer(stagedAnswer).keys("enter"),
  "a staged change": (size) => new Played(size).keys("4").answer(stagedAnswer).keys(">"),
  "merge, not compared yet": (size) => new Played(size, { merge: "feature/par1-dns" }),
  merge: (size) => new Played(size).keys("m").answer(branchesAnswer).keys("enter").answer(mergeAnswer),
  "a merged value": (size) =>
    new Played(size)
      .keys("m")
      .answer(branchesAnswer)
      .keys("enter")
      .answer(mergeAnswer)
      .keys("enter")
      .answer(mergeValue),
};

/** All that is on the screen, colours of borders included. */
function seen({ state }: Played): string {
  return JSON.stringify(frame(state, 0));
}

for (const [name, begin] of Object.entries(situations)) {
  test.each(sizes)(`${name}: every key does something or says why not, at $columns x $rows`, (size) => {
    const silent = keys.filter((key) => {
      const played = begin(size);
      played.wanted();
      const before = seen(played);
      const isAsking = played.keys(key).wanted().length > 0;
      return !isAsking && seen(played) === before;
    });

    expect(silent).toEqual([]);
  });
}

test("the situations are on every screen", () => {
  const [size] = sizes;
  const fronts = Object.values(situations).map((begin) => begin(size ?? { columns: 80, rows: 24 }).state.screen);

  expect([...new Set(fronts)].sort()).toEqual(screens.map(({ name }) => name).sort());
});
