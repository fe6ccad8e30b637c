import { expect, test } from "vitest";
import { textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import { chosenNode, shownNames } from "../../../src/tui/screens/nodes/panes.ts";
import { nodeAnswers } from "../../support/tui/nodes.ts";
import { firstAnswers, Played } from "../../support/tui/played.ts";

function text(played: Played): string {
  return frame(played.state, 0).map(textOfLine).join("\n");
}

function commits({ state }: Played): readonly string[] {
  return state.commits.rows.map(({ shortId }) => shortId);
}

test("a list is filtered with every letter, and letters that are keys are letters", () => {
  const played = new Played().answer(...firstAnswers).keys("/", "c", "l", "a");

  expect(commits(played)).toEqual(["1f00a2c"]);
  expect(commits(played.keys("backspace"))).toEqual(["3ab90ff", "1f00a2c"]);
  expect(text(played)).toContain("/cl_");
  expect(text(played)).toContain("2 of 6 · searched 6 of 6");
});

test("Enter keeps the filter, and the next Esc clears it before it does anything else", () => {
  const played = new Played().answer(...firstAnswers).keys("enter", "/", ...Array.from("kind:+"), "enter");

  expect(text(played)).toContain("/kind:+");
  expect(played.state.changes.isOpen).toBe(false);
  expect(played.keys("esc").state.screen).toBe("changes");
  expect(played.state.changes.search.text).toBe("");
  expect(played.keys("esc").state.screen).toBe("commits");
});

test("Esc while typing clears the filter, and the chosen commit stays chosen", () => {
  const played = new Played().answer(...firstAnswers).keys("/", "r", "o", "l", "e", "esc");

  expect(commits(played)).toHaveLength(6);
  expect(played.state.commits.cursor.id).toBe("c41d0aa".padEnd(40, "0"));
});

test("arrows move while a filter is typed", () => {
  const played = new Played().answer(...firstAnswers).keys("/", "c", "l", "down");

  expect(played.state.commits.cursor.index).toBe(1);
  expect(played.state.isTyping).toBe(true);
});

test("n and N go from hit to hit of the last filter, also when all is shown again", () => {
  const played = new Played().answer(...firstAnswers).keys("/", "c", "l", "esc", "<", "n");
  const at = (): string => played.state.commits.rows[played.state.commits.cursor.index]?.shortId ?? "";

  expect(at()).toBe("3ab90ff");
  played.keys("n");
  expect(at()).toBe("1f00a2c");
  played.keys("n", "N");
  expect(at()).toBe("1f00a2c");
});

test("grouped by node only nodes with hits are left, with their hits", () => {
  const played = new Played({ columns: 120, rows: 40 })
    .answer(...firstAnswers)
    .keys("enter", "`", "/", ...Array.from("kind:+ node:web01"));
  const shown = text(played.keys("enter", "l"));

  expect(shown).toMatch(/▾ web01\.par1 {2}1/);
  expect(shown).toContain("backup:server");
  expect(shown).not.toContain("web02");
});

test("where nothing fits the screen says so", () => {
  expect(text(new Played().answer(...firstAnswers).keys("/", "%"))).toContain("nothing here matches the filter");
});

test("what commits change is searched in all of them, and the list says how far that is", () => {
  const played = new Played().answer(...firstAnswers).keys("/", ...Array.from("class:motd"));
  expect(text(played)).toContain("Enter compares all commits with their parents");
  played.wanted();

  expect(played.keys("enter").wanted()).toEqual(["search"]);
  const found = { text: "class:motd", found: [], searched: 4, total: 6 };
  expect(text(played.answer({ kind: "search", answer: { ...found, reached: "searching" } }))).toContain(
    "searched 4 of 6…",
  );
  expect(text(played.answer({ kind: "search", answer: { ...found, searched: 6, reached: "whole" } }))).toContain(
    "0 of 6 · searched 6 of 6 ",
  );
});

test("pasted text is text of the filter", () => {
  const played = new Played().answer(...firstAnswers).keys("/");
  played.event({ kind: "input", input: { kind: "paste", text: "author:team\nx" } });

  expect(commits(played)).toEqual(["5c0ffee", "c41d0aa", "3ab90ff"]);
});

test("nodes are filtered by how they stand", () => {
  const played = new Played()
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers)
    .keys("/", ...Array.from("kind:fails"));

  expect(shownNames(played.state)).toEqual(["web09.fra1"]);
  expect(chosenNode(played.state)).toBe("web09.fra1");
});

test("s sorts otherwise, says how, and the chosen commit stays chosen", () => {
  const played = new Played().answer(...firstAnswers).keys("j", "j", "s");

  expect(commits(played).slice(0, 3)).toEqual(["9d21ab4", "c41d0aa", "77be310"]);
  expect(played.state.message?.text).toBe("sorted by nodes");
  expect(played.state.commits.cursor.id).toBe("c41d0aa".padEnd(40, "0"));
  expect(commits(played.keys("s")).slice(0, 2)).toEqual(["77be310", "9d21ab4"]);
});

test("of nodes those that fail come first, then partial ones, then those that change", () => {
  const played = new Played()
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers);

  expect(shownNames(played.state).slice(0, 3)).toEqual(["web09.fra1", "db01.par1", "db02.par1"]);
});

test("changes sorted by name stand in the order of their paths", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys("enter", "s");
  const shown = text(played);

  expect(shown.indexOf("backup:server")).toBeLessThan(shown.indexOf("ntp:server"));
});
