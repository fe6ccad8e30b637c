import { expect, test } from "vitest";
import { textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import { comparedKey } from "../../../src/tui/state/compared.ts";
import { branchesAnswer, mergeAnswer } from "../../support/tui/merge.ts";
import { list, nodeAnswers } from "../../support/tui/nodes.ts";
import { changes, detail, firstAnswers, Played } from "../../support/tui/played.ts";

const size = { columns: 120, rows: 40 };
const tip = changes.key;
const parent = "5c0ffee".padEnd(40, "0");

function commits(): Played {
  return new Played(size).answer(...firstAnswers, branchesAnswer);
}

function compared(text: string, at: Played = commits()): unknown {
  return at.keys("d", ...text, "enter").state.changes.target;
}

test("d lists the parent, the three states, branches with the current one last, tags and remotes", () => {
  const { state } = commits().keys("d");
  const rows = frame(state, 0).map((line) => textOfLine(line).slice(1, 40).trim());

  expect(rows.slice(2, 11).map((row) => row.replace(/^> /, "").split(/\s{2,}/)[1])).toEqual([
    "parent",
    "work tree",
    "index",
    "HEAD",
    "feature/par1-dns",
    "main",
    "v1",
    "origin/main",
    undefined,
  ]);
});

test.each([
  ["", { kind: "commit", id: tip, parent }],
  ["v1", { kind: "states", words: ["v1", tip], staged: false }],
  ["work", { kind: "states", words: ["WORKTREE", tip], staged: false }],
  ["main", { kind: "states", words: ["main", tip], staged: false }],
  ["HEAD~3", { kind: "states", words: ["HEAD~3", tip], staged: false }],
  ["main...v1", { kind: "states", words: ["main...v1"], staged: false }],
])("what is chosen is compared with the state in front: %s", (text, target) => {
  expect(compared(text)).toEqual(target);
});

test("the commit that is checked out is called by its branch", () => {
  const header = { branch: "main", states: [], keys: {}, mouse: false };
  const trees = { head: tip, refs: "r", index: "i", worktree: "w", root: "/srv/fleet" };
  const at = commits().answer({ kind: "header", answer: header }, { kind: "trees", answer: trees }, branchesAnswer);

  expect(compared("v1", at)).toMatchObject({ words: ["v1", "main"] });
});

test("on what a merge would give the merged state is compared, not the side into which is merged", () => {
  const merge = { branch: "feature/par1-dns", into: "HEAD" };
  const at = commits().keys("m", "enter").answer(mergeAnswer);

  expect(compared("v1", at)).toEqual({ kind: "states", words: ["v1"], staged: false, merge });
  const { target } = at.state.changes;
  at.answer({ kind: "changes", answer: { ...changes, key: target === undefined ? "" : comparedKey(target) } });
  expect(compared("index", at), "and again").toEqual({ kind: "states", words: ["INDEX"], staged: false, merge });
});

test("r looks from the other side, at a commit, two states and two nodes", () => {
  const at = commits().keys("enter", "r");
  expect(at.state.changes.target).toMatchObject({ words: [tip, parent] });
  expect(at.keys("r").state.changes.target).toMatchObject({ words: [parent, tip] });

  expect(commits().keys("d", ..."a...b", "enter", "r").state.message?.text).toBe("this comparison has no other side");
});

test("on the row of a node the other nodes come first, and both are compared in one state", () => {
  const at = commits()
    .keys("3")
    .answer(...nodeAnswers)
    .keys(...Array.from({ length: list.names.indexOf("web01.par1") }, () => "j"));

  expect(compared("web03", at)).toEqual({
    kind: "states",
    words: [tip, tip],
    staged: false,
    nodes: ["web01.par1", "web03.par1"],
  });
  expect(textOfLine(frame(at.state, 0)[0] ?? [])).toContain("web01.par1 → web03.par1");
  expect(at.keys("r").state.changes.target).toMatchObject({ nodes: ["web03.par1", "web01.par1"] });
});

/** The tree of a node, on its first class. */
function onClass(): Played {
  const at = commits()
    .keys("3")
    .answer(...nodeAnswers)
    .keys(...Array.from({ length: list.names.indexOf("web01.par1") }, () => "j"));
  return at.keys("enter", "<", "l", "j");
}

test("commits that come later do not replace the question about what was picked", () => {
  const [header, history] = firstAnswers;
  const early = new Played(size).answer(...[header, branchesAnswer].flatMap((each) => each ?? [])).keys("m", "enter");
  early.wants.splice(0);

  expect(early.answer(...[history].flatMap((each) => each ?? [])).wanted()).not.toContain("changes");
});

test("on the row of a class other classes come first, and the nodes of both are compared in one state", () => {
  const lines = frame(onClass().keys("d").state, 0).map(textOfLine);

  expect(lines[1]).toContain("compare class ssh.server with");
  expect(lines[2]).toContain("> class   backuppc.client");
  expect(compared("dc.par1", onClass())).toEqual({
    kind: "members",
    of: "class",
    names: ["ssh.server", "dc.par1"],
    word: tip,
  });
  expect(onClass().keys("d", ..."dc.par1", "enter", "r").state.changes.target).toMatchObject({
    names: ["dc.par1", "ssh.server"],
  });
});

test("Enter on a class of a node lists the nodes that have it, where d compares them with those of another class", () => {
  const at = onClass().keys("enter");

  expect(at.state.nodes.only?.test).toBe("classes=ssh.server");
  expect(compared("dc.par1", at)).toMatchObject({ kind: "members", names: ["ssh.server", "dc.par1"] });
});

test("on the layer of a class before a change the other class is compared in the older state", () => {
  const at = commits().keys("enter", ">", "k", "enter").answer({ kind: "value", answer: detail }).keys("<");
  at.answer({ kind: "nodes", answer: list });

  expect(compared("dc.par1", at)).toMatchObject({ names: ["os.debian", "dc.par1"], word: parent });
});

test("on a value the other state is shown at the same node and path, and Esc leads back", () => {
  const at = commits().keys("enter", ">", "k", "d", ..."v1", "enter");

  expect(at.state.changes.goal).toMatchObject({ node: "web01.par1", path: "ssh:permit_root_login" });
  expect(at.keys("esc").state.changes.target).toEqual({ kind: "commit", id: tip, parent });
});
