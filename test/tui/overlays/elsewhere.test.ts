import { expect, test } from "vitest";
import { frame } from "../../../src/tui/frame.ts";
import type { TuiState } from "../../../src/tui/state.ts";
import { branchesAnswer, mergeAnswer } from "../../support/tui/merge.ts";
import { list, nodeAnswers } from "../../support/tui/nodes.ts";
import { firstAnswers, Played } from "../../support/tui/played.ts";
import { stagedAnswer } from "../../support/tui/staged.ts";

const size = { columns: 120, rows: 40 };

/** On a value of the node `web01.par1`. */
function nodes(): Played {
  const played = new Played(size)
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers);
  const downs = Array.from({ length: list.names.indexOf("web01.par1") }, () => "j");
  return played.keys(...downs).answer(...nodeAnswers);
}

function staged(): Played {
  return new Played(size)
    .answer(...firstAnswers)
    .keys("4")
    .answer(stagedAnswer);
}

function merge(): Played {
  return new Played(size)
    .answer(...firstAnswers)
    .keys("m")
    .answer(branchesAnswer)
    .keys("enter")
    .answer(mergeAnswer);
}

/** What the menu of `y` offers, and what each would copy. */
function copies(played: Played): Readonly<Record<string, string>> {
  const { overlay } = played.keys("y").state;
  const items = overlay?.kind === "menu" ? overlay.own.items : [];
  return Object.fromEntries(items.map(({ text, choice }) => [text, choice.kind === "copy" ? choice.text : ""]));
}

test("y on a node copies its value, path and name, and the command that shows it in the commit", () => {
  const id = "9d21ab4".padEnd(40, "0");

  expect(copies(nodes().keys("enter", "n"))).toEqual({
    value: '"ntp2.par1.example.org"',
    path: "ntp:server",
    node: "web01.par1",
    "heir command": `heir show web01.par1 ntp:server -r ${id}`,
    commit: id,
    "file:line": "classes/dc/par1.yml:7",
  });
});

test("y on the staged screen copies a finding, or a change as elsewhere", () => {
  const played = staged();

  expect(copies(played)).toMatchObject({
    code: "group-conflict",
    "heir command": "heir check --staged",
    "file:line": "groups/dc-par1.yml:9",
  });
  expect(copies(played.keys("esc", ">", "k", "k", "k", "k"))).toMatchObject({
    path: "ntp:server",
    "heir command": "heir diff --staged --node web01.par1 --path ntp:server",
  });
});

test("y on a merge copies what it copies of a change, the branch, the command and the report, or saves that", () => {
  expect(copies(merge())).toEqual({
    value: '"ntp2.par1.example.net"',
    "old value": '"ntp1.par1.example.net"',
    path: "ntp:server",
    node: "web01.par1",
    branch: "feature/par1-dns",
    "heir command": "heir merge-check feature/par1-dns --into HEAD",
    "whole report": "merge of feature/par1-dns (3 commits) into HEAD\n",
    "save the report": "",
    "file:line": "classes/dc/par1.yml:7",
  });
});

test.each([
  ["a value of a node", nodes().keys("enter", "n"), "classes/dc/par1.yml", 7],
  ["a finding", staged(), "groups/dc-par1.yml", 9],
  ["a change that is staged", staged().keys(">", "k", "k", "k", "k"), "classes/dc/par1.yml", 7],
  ["a merged value", merge(), "classes/dc/par1.yml", 7],
])("e opens %s where it is written", (_, played, file, line) => {
  played.wanted();

  played.keys("e");
  expect(played.wants.at(-1)).toEqual({ kind: "edit", root: "/srv/fleet", file, line });
});

test("where only the file is known e opens it, and where not even that is known e says so", () => {
  const played = nodes().keys("enter", "<");

  expect(played.keys("e").wants.at(-1)).toMatchObject({ file: "nodes/web01.par1.yml", line: 1 });
  expect(copies(played)).toMatchObject({ file: "nodes/web01.par1.yml" });
  expect(merge().keys("j", "j", "j", "e").state.message?.text).toMatch(/no file is known/);
});

/** How many columns the first box of the screen takes. */
function firstBox(state: TuiState): number {
  const lines = frame(state, 0).map((line) => line.map(({ text }) => text).join(""));
  const [, title = ""] =
    lines.map((line) => /(?:^|[┐┓])([┏┌][^┐┓]*(?:Nodes|Changes)[^┐┓]*[┐┓])/.exec(line)).find((found) => found) ?? [];
  return title.length;
}

test.each([
  ["nodes", nodes, 120],
  ["nodes", nodes, 200],
  ["staged", staged, 200],
])("+ gives the list of the screen %s more room, then all of it", (_, at, columns) => {
  const played = at().event({ kind: "resized", size: { columns, rows: 40 } });
  const widths = [played, played, played].map((each, index) =>
    firstBox(index === 0 ? each.state : each.keys("+").state),
  );

  expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
  expect(widths[2]).toBe(columns);
});

test("where there is room for only one pane + says so", () => {
  expect(new Played({ columns: 40, rows: 12 }).keys("+").state.message?.text).toBe("there is room for only one pane");
});
