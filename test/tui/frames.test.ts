import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/base/terminal-text.ts";
import { type Size, textOfLine } from "../../src/tui/draw/line.ts";
import { frame } from "../../src/tui/frame.ts";
import type { AskedPlace } from "../../src/tui/state/compared.ts";
import { type Look, painter } from "../../src/tui/terminal/theme.ts";
import type { Answer } from "../../src/tui/worker/questions.ts";
import { branchesAnswer, mergeAnswer, mergeChanges, mergeValue } from "../support/tui/merge.ts";
import { explainAnswer, list, nodeAnswers, timelineAnswers } from "../support/tui/nodes.ts";
import { bare, changes, detail, firstAnswers, hasOrders, Played } from "../support/tui/played.ts";
import {
  filesAnswer,
  findingAnswer,
  hunksAnswer,
  planAnswer,
  stagedAnswer,
  stagedReport,
} from "../support/tui/staged.ts";

/*
 * Whole screens as text files, to be looked at: UPDATE=1 writes them. What they hold is the fixed state of
 * test/support/tui/played.ts. Where colours are kept, \e stands for the escape.
 */
const folder = join(import.meta.dirname, "frames");
const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 12 },
  { columns: 200, rows: 60 },
];

const scenes: Readonly<Record<string, (played: Played) => Played>> = {
  start: (played) => played,
  commits: (played) => played.answer(...firstAnswers),
  changes: (played) => played.answer(...firstAnswers).keys("enter", ">", "k"),
  change: (played) =>
    played
      .answer(...firstAnswers)
      .keys("enter", ">", "k", "enter")
      .answer({ kind: "value", answer: detail }),
  unfolded: (played) => played.answer(...firstAnswers).keys("enter", ">", "k", "l", "j"),
  "by-node": (played) => played.answer(...firstAnswers).keys("enter", "`", "l", "j"),
  nodes: (played) => toWeb01(played.answer(...firstAnswers)),
  node: (played) =>
    toWeb01(played.answer(...firstAnswers))
      .keys("enter", "n")
      .answer(...nodeAnswers),
  explain: (played) =>
    asked(played.answer(...firstAnswers).keys("enter", ">", "k", "x"), (place) => [explainAnswer(place)]),
  timeline: (played) => asked(played.answer(...firstAnswers).keys("enter", ">", "k", "t"), timelineAnswers).keys("j"),
  filter: (played) => played.answer(...firstAnswers).keys("enter", "/", ...Array.from("path:server")),
  goto: (played) => played.answer(...firstAnswers, ...nodeAnswers).keys(":", ...Array.from("ntp"), "down"),
  staged: (played) => staged(played).answer(findingAnswer(played)),
  "staged-change": (played) => staged(played).keys("j", "j"),
  "staged-choice": (played) =>
    staged(played).answer(findingAnswer(played)).keys("enter", ">", "k").answer(findingAnswer(played)),
  "staged-question": (played) => staged(played).answer(findingAnswer(played)).keys("enter", "enter").answer(planAnswer),
  "staged-hunks": (played) => staged(played).keys("k").answer(hunksAnswer).keys("enter", "j"),
  "staged-commit": (played) => staged(played).keys("c", ..."dns: second"),
  branches: (played) =>
    played
      .answer(...firstAnswers)
      .keys("m")
      .answer(branchesAnswer),
  merge: (played) =>
    played
      .answer(...firstAnswers)
      .keys("m")
      .answer(branchesAnswer)
      .keys("enter")
      .answer(mergeAnswer, mergeValue),
  "merge-value": (played) => scenes["merge"]?.(played).keys("enter") ?? played,
  "merge-report": (played) => scenes["merge"]?.(played).keys("y", "s") ?? played,
  help: (played) => played.answer(...firstAnswers).keys("?"),
};

function asked(played: Played, answers: (place: AskedPlace) => readonly Answer[]): Played {
  const { insight } = played.state;
  return insight === undefined ? played : played.answer(...answers(insight.place));
}

function toWeb01(played: Played): Played {
  const above = list.names.indexOf("web01.par1");
  return played
    .keys("3")
    .answer(...nodeAnswers)
    .keys(...Array.from({ length: above }, () => "j"))
    .answer(...nodeAnswers);
}

function staged(played: Played): Played {
  return played
    .answer(...firstAnswers)
    .keys("4")
    .answer(filesAnswer, stagedAnswer);
}

for (const [name, scene] of Object.entries(scenes)) {
  for (const size of sizes) {
    test(`${name} at ${size.columns}x${size.rows}`, () => {
      const lines = drawn(scene(new Played(size)), { colour: false, ascii: false });

      expect(lines).toHaveLength(size.rows - 1);
      for (const line of lines) expect(displayWidth(line), line).toBe(size.columns);
      compare(`${name}-${size.columns}x${size.rows}.txt`, lines);
    });
  }
}

test.each(["commits", "change", "staged", "merge"])("%s in colour", (name) => {
  compareColours(`${name}-colour.txt`, scenes[name]?.(new Played()) ?? new Played());
});

test.each(["commits", "change", "staged"])("%s in three columns and in colour", (name) => {
  const wide = { columns: 200, rows: 60 };
  compareColours(`${name}-200x60-colour.txt`, scenes[name]?.(new Played(wide)) ?? new Played(wide));
});

test.each(["staged", "merge"])("%s with ASCII signs only", (name) => {
  compare(`${name}-ascii.txt`, drawn(scenes[name]?.(new Played()) ?? new Played(), { colour: false, ascii: true }));
});

test("commits with ASCII signs only", () => {
  compare("commits-ascii.txt", drawn(new Played().answer(...firstAnswers), { colour: false, ascii: true }));
});

test("a change without boxes, for screen readers", () => {
  const played = new Played({ columns: 80, rows: 24 }, { plain: true })
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter");

  compare("change-plain.txt", drawn(played.answer({ kind: "value", answer: detail }), { colour: false, ascii: false }));
});

test("commits for screen readers: nothing stands side by side", () => {
  const played = new Played({ columns: 120, rows: 40 }, { plain: true }).answer(...firstAnswers);

  compare("commits-plain.txt", drawn(played, { colour: false, ascii: false }));
});

test.each(["whole", "side by side"])("a value laid out %s", (layout) => {
  const played = new Played()
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer({ kind: "value", answer: detail });
  while (played.state.changes.layout !== layout) played.keys("|");

  compare(`value-${layout.replaceAll(" ", "-")}.txt`, drawn(played, { colour: false, ascii: false }));
});

test("names and values that hold orders for a terminal cannot break a frame", () => {
  const hostile = "\u001b[2J\u001b]0;x\u0007\u202ea\tb\r\n日本語👩‍👩‍👧‍👦";
  const [first, ...others] = changes.changes;
  const set = {
    ...changes,
    subject: hostile,
    nodes: changes.nodes.map((name) => hostile + name),
    changes:
      first === undefined ? [] : [{ ...first, title: hostile, old: hostile, now: hostile, cause: hostile }, ...others],
    files: [hostile],
    summary: hostile,
  };
  for (const size of sizes) {
    for (const keys of [[], ["enter"], ["enter", "l", "j"], ["enter", "enter"]]) {
      const played = new Played(size).answer(...firstAnswers, { kind: "changes", answer: set }).keys(...keys);
      for (const line of painted(played, { colour: true, ascii: false })) {
        expect(hasOrders(bare(line)), line).toBe(false);
        expect(displayWidth(bare(line))).toBe(size.columns);
      }
    }
  }
});

test("what is staged, found and merged can hold orders for a terminal as well", () => {
  const hostile = "\u001b[2J\u001b]0;x\u0007\u202ea\tb\r\n日本語👩‍👩‍👧‍👦";
  const { report, view } = hostileAnswers(hostile);
  for (const size of sizes) {
    for (const keys of [["4"], ["4", "o", "j"], ["4", "enter"], [], ["enter"]]) {
      const played = new Played(size, { merge: hostile })
        .answer(...firstAnswers)
        .keys(...keys)
        .answer(report, view);
      for (const line of painted(played, { colour: true, ascii: false })) {
        expect(hasOrders(bare(line)), line).toBe(false);
        expect(displayWidth(bare(line))).toBe(size.columns);
      }
    }
  }
});

test("in a terminal that is too small one line says so, and q still quits", () => {
  const played = new Played({ columns: 28, rows: 6 });

  const lines = drawn(played, { colour: false, ascii: false }).map((line) => line.trimEnd());
  expect(lines).toEqual(["terminal too small (28x6)", "needs 30x8, q quits", "", "", ""]);
  expect(played.keys("q").wants.at(-1)).toEqual({ kind: "quit", code: 0 });
});

test("a line that a key does not change is not drawn again", () => {
  const played = new Played({ columns: 140, rows: 40 }).answer(...firstAnswers);
  const before = frame(played.state, 0);
  const after = frame(played.keys("j").state, 0);
  const drawn = after.filter((line) => !before.includes(line)).map(textOfLine);

  expect(drawn.join("\n")).toContain(">");
  const texts = before.map(textOfLine);
  // The header, the upper border and the keys are drawn anew also if they say the same.
  expect(drawn.filter((text) => texts.includes(text)).length).toBeLessThanOrEqual(3);
});

function hostileAnswers(text: string): { readonly report: Answer; readonly view: Answer } {
  const findings = stagedReport.findings.map((row) => ({ ...row, message: text, place: text }));
  const set = { ...stagedReport.set, summary: text, changes: [] };
  const rows = mergeChanges.changes.map((row) => ({ ...row, title: text, words: text, note: text }));
  return {
    report: { kind: "staged", answer: { ...stagedReport, findings, set } },
    view: { kind: "changes", answer: { ...mergeChanges, key: `merge ${text} into HEAD`, changes: rows } },
  };
}

function painted(played: Played, look: Look): readonly string[] {
  return frame(played.state, 0).map(painter(look));
}

/** Without the attribute of the line of the cursor, which `>` says too. */
function drawn(played: Played, look: Look): readonly string[] {
  return painted(played, look).map(bare);
}

/** With colours; \e stands for the escape. */
function compareColours(name: string, played: Played): void {
  const lines = painted(played, { colour: true, ascii: false });
  compare(
    name,
    lines.map((line) => line.replaceAll("\u001b", "\\e")),
  );
}

function compare(name: string, lines: readonly string[]): void {
  const path = join(folder, name);
  const text = `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
  if (process.env["UPDATE"] === "1") {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
}
