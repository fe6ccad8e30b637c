import { expect, test } from "vitest";
import type { LinePair } from "../../../../src/report/text/text-diff.ts";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import type { LineRange } from "../../../../src/tui/worker/answers/value.ts";
import { detail, firstAnswers, Played } from "../../../support/tui/played.ts";

const same = (count: number): readonly LinePair[] =>
  Array.from({ length: count }, (_, at) => ({ old: `same ${at}`, now: `same ${at}` }));
/** Two new lines with ten lines between them. */
const lines: readonly LinePair[] = [{ old: undefined, now: "first" }, ...same(10), { old: undefined, now: "second" }];

/** What the pane of the value holds, from its first line on. */
function shown(own?: LineRange): readonly string[] {
  const played = new Played({ columns: 160, rows: 40 })
    .answer(...firstAnswers)
    .keys("enter", ">", "k")
    .answer({ kind: "value", answer: { ...detail, lines, ...(own && { own }) } });
  const texts = frame(played.state, 0).map((line) => /│([^│]*)│\s*$/.exec(textOfLine(line))?.[1]?.trim() ?? "");
  return texts.filter((text) => /first|second|same \d|folded/.test(text));
}

test("of the neighbours of a value those far from it are folded, also where they differ", () => {
  expect(shown()).toContain("… 4 unchanged lines folded (|)");
  expect(shown({ from: 11, end: 12 })).toEqual([
    "… 8 lines folded, 1 of other changes (|)",
    ...["same 7", "same 8", "same 9", "+ second"],
  ]);
});

test("a value that is equal itself is in sight with its neighbours", () => {
  expect(shown({ from: 3, end: 4 })).toEqual([
    "+ first",
    ...["same 0", "same 1", "same 2", "same 3", "same 4", "same 5"],
    "… 5 lines folded, 1 of other changes (|)",
  ]);
});

test("of two long lines the part that differs is in sight; | shows them whole, and a line that only one side has always is", () => {
  const long = (end: string) => `motd: ${"word ".repeat(40)}${end}`;
  const pairs: readonly LinePair[] = [
    { old: long("one"), now: long("two") },
    { old: undefined, now: long("three") },
  ];
  const played = new Played({ columns: 160, rows: 40 })
    .answer(...firstAnswers)
    .keys("enter", ">", "k")
    .answer({ kind: "value", answer: { ...detail, lines: pairs } });
  const text = () => frame(played.state, 0).map((line) => /│([^│]*)│\s*$/.exec(textOfLine(line))?.[1]?.trimEnd() ?? "");

  expect(text().filter((line) => /^[-+] …/.test(line))).toEqual([
    expect.stringMatching(/^- ….* one$/),
    expect.stringMatching(/^\+ ….* two$/),
  ]);
  expect(text().join("\n")).toMatch(/^\+ motd: [^…]*three$/m);
  played.keys("|");
  expect(text().join("\n")).toMatch(/^- motd: [^…]*one\n\+ motd: [^…]*two$/m);
});
