import { expect, test } from "vitest";
import { textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import { goalRows } from "../../../src/tui/overlays/goals.ts";
import { chosenNode, shownNames, shownTree } from "../../../src/tui/screens/nodes/panes.ts";
import { rowPlace } from "../../../src/tui/screens/table.ts";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import type { Answer, Found, FoundValue } from "../../../src/tui/worker/questions.ts";
import { branchesAnswer } from "../../support/tui/merge.ts";
import { list, nodeAnswers } from "../../support/tui/nodes.ts";
import { changes, firstAnswers, Played } from "../../support/tui/played.ts";

const target: ComparedStates = { kind: "commit", id: changes.key, parent: "5c0ffee".padEnd(40, "0") };
const namesAnswer: Answer = { kind: "nodes", answer: list };

/** All that is known of nodes is there, though their screen was never opened. */
function played(): Played {
  return new Played({ columns: 120, rows: 40 }).answer(...firstAnswers, ...nodeAnswers);
}

const over = { kind: "news", news: { kind: "done", of: "find" }, at: 0 } as const;

function go(text: string, from: Played = played()): Played {
  return from.keys(":", ...Array.from(text), "enter").event(over);
}

test("names are asked for when they are not there, values with each text", () => {
  const fresh = new Played().answer(...firstAnswers);
  fresh.wanted();

  expect(fresh.keys(":").wanted()).toEqual(["nodes", "refs"]);
  const known = played().answer(branchesAnswer);
  known.wanted();
  expect(known.keys(":").wanted()).toEqual([]);
  expect(known.keys("n", "t").wanted()).toEqual(["find", "find"]);
  expect(known.keys("esc").wants.at(-1), "Esc stops the search").toEqual({ kind: "giveUp", of: "find" });
});

test("parts of a name are enough, in whatever order, and a kind before them narrows the search", () => {
  const { state } = played();
  const goals = (typed: string): readonly string[] =>
    goalRows(state, { typed, target, unfolded: new Set() }).map(
      (row) => `${row.kind} ${"text" in row ? row.text : ""}`,
    );

  expect(goals("par1 web03")[0]).toBe("node web03.par1");
  expect(goals("sshserv")).toEqual(["class ssh.server"]);
  expect(goals("class:ssh")).toEqual(["class ssh.server"]);
  expect(goals("group:deb")).toEqual(["group os.debian"]);
  expect(goals("commit:first")).toEqual(["commit 1f00a2c first classes"]);
  expect(goals("par1").slice(7), "eight of a kind, until the rest is unfolded").toEqual([
    "node web04.par1",
    "more ",
    "class dc.par1",
    "commit 9d21ab4 par1: second ntp server, root login for backups",
    "commit 77be310 web01 moves to par1",
  ]);
  expect(goals("zzz")).toEqual([]);
});

test("a commit holds each word as it is typed, and digits are not looked for here and there in names", () => {
  const { state } = played();
  const goals = (typed: string): readonly string[] =>
    goalRows(state, { typed, target, unfolded: new Set() }).map(
      (row) => `${row.kind} ${"text" in row ? row.text : ""}`,
    );

  expect(goals("1.1"), "not par1: … web01").toEqual([]);
  expect(goals("backups ntp")).toEqual(["commit 9d21ab4 par1: second ntp server, root login for backups"]);
  expect(goals("ssh-server"), "letters are").toEqual(["class ssh.server"]);
});

test("a node leads to its row, of which t asks, not to a value of it", () => {
  const { state } = go("node:web03");

  expect([state.screen, chosenNode(state), state.nodes.isOpen]).toEqual(["nodes", "web03.par1", false]);
  expect(rowPlace(state).path).toBeUndefined();
});

test("l is text on a name, and unfolds on the row that stands for more", () => {
  const unfolded = (keys: readonly string[]) => {
    const { overlay } = played().keys(":", ..."par1", ...keys).state;
    return overlay?.kind === "goto" ? [overlay.own.typed, [...overlay.own.unfolded]] : [];
  };

  expect(unfolded(["down", "l"])).toEqual(["par1l", []]);
  expect(unfolded([...Array.from({ length: 8 }, () => "down"), "l"])).toEqual(["par1", ["node"]]);
});

test("what is typed before there is a state to search is searched in the first one, and Enter waits for that", () => {
  const [header, history] = firstAnswers;
  if (header === undefined || history === undefined) throw new Error("two answers");
  const early = new Played({ columns: 120, rows: 40 }).keys(":", ..."ntp2", "enter");

  expect(early.state.overlay?.kind, "no search of commits").toBe("goto");
  early.wants.splice(0);
  expect(early.answer(header, history).wants).toContainEqual({
    kind: "ask",
    request: {
      kind: "find",
      ask: { target: { kind: "commit", id: changes.key, parent: target.parent }, text: "ntp2", isTest: false },
    },
  });
});

test("without a border what is typed stands above the rows, also while a message is in the bottom line", () => {
  const narrow = new Played({ columns: 40, rows: 12 }).answer(...firstAnswers, ...nodeAnswers).keys(":", ..."web01");
  const failed = { kind: "news", news: { kind: "failed", of: "find", message: "git broke" }, at: 0 } as const;

  expect(textOfLine(frame(narrow.event(failed).state, 0)[1] ?? [])).toMatch(/^:web01_/);
});

test("a node and a path lead to that value, unfolded, and it can be asked about before the tree is there", () => {
  const early = go("web01.par1 motd:text", new Played({ columns: 120, rows: 40 }).answer(...firstAnswers, namesAnswer));
  expect(rowPlace(early.state)).toMatchObject({ node: "web01.par1", path: "motd:text" });

  const { state } = early.answer(...nodeAnswers);
  expect(rowPlace(state)).toMatchObject({ path: "motd:text", source: "classes/os/debian.yml:5" });
  expect(shownTree(state).map(({ path }) => path)).toContain("motd:text");
});

test("of a path that the node does not have it says so", () => {
  expect(go("web01.par1 motd:colour").answer(...nodeAnswers).state.message?.text).toBe("web01.par1 has no motd:colour");
});

/** What the worker answers about a text. */
function found(text: string, part: Partial<Found>, isWhole = true): Answer {
  const count = part.nodes?.length ?? 0;
  const searched = { nodes: isWhole ? 14 : 3, of: 14, files: 9, isWhole };
  const none = { paths: [], values: [], nodes: [], count };
  return { kind: "find", answer: { key: changes.key, text, isTest: text.includes("="), ...none, ...part, searched } };
}

const root = "ssh:permit_root_login";
const value: FoundValue = {
  path: root,
  value: '"no"',
  nodes: 9,
  node: "db01.par1",
  place: "classes/ssh/server.yml:4",
  test: `${root}=no`,
};

function lines(at: Played): string {
  return frame(at.state, 0)
    .map((line) => textOfLine(line).trimEnd())
    .join("\n");
}

test("a part of a key finds paths, below each its values with their nodes; numbers that may grow end in +", () => {
  const paths = [{ path: root, nodes: 11, node: "db01.par1", values: [value] }];
  const at = played()
    .keys(":", ..."permit_root")
    .answer(found("permit_root", { paths }, false));

  expect(lines(at)).toMatch(/path {4}ssh:permit_root_login {2}11\+ nodes/);
  expect(lines(at)).toMatch(/value {3}ssh:permit_root_login {2}"no" +9\+ nodes {2}classes\/ssh\/server.yml:4/);
  expect(lines(at)).toContain("searching… · searched 3 of 14 nodes");
  expect(lines(at.answer(found("permit_root", { paths })))).toMatch(/11 nodes.* searched 14 of 14 nodes/s);
});

test("a value leads to its nodes, with the cursor on its path; Esc leads back", () => {
  const at = played()
    .keys(":", ..."permit_root")
    .answer(found("permit_root", { values: [value] }));
  at.wanted();
  const { state } = at.keys("enter");

  expect(rowPlace(state)).toMatchObject({ node: "db01.par1", path: root });
  expect(at.wants).toContainEqual(
    expect.objectContaining({ request: { kind: "find", ask: { target, text: `${root}=no`, isTest: true } } }),
  );
  const nodes = ["db01.par1", "web01.par1"].map((node) => ({ node, path: root, value: '"no"', place: "" }));
  expect(shownNames(at.answer(found(`${root}=no`, { nodes })).state)).toEqual(["db01.par1", "web01.par1"]);
  expect(at.keys("esc").state).toMatchObject({ screen: "commits", nodes: { only: undefined } });
});

test("a test lists the nodes that fit, and how many there are", () => {
  const nodes = [{ node: "db01.par1", path: root, value: '"yes"', place: "classes/role/db.yml:5" }];
  const at = played()
    .keys(":", ...`${root}=yes`)
    .answer(found(`${root}=yes`, { nodes }));

  expect(lines(at)).toMatch(/> node {4}db01.par1 {2}"yes" {2}classes\/role\/db.yml:5/);
  expect(lines(at)).toContain(" 1 node · searched 14 of 14 nodes ");
  expect(rowPlace(at.keys("enter").state)).toMatchObject({ node: "db01.par1", path: root });
});

test("a class and a group lead to their nodes", () => {
  expect(go("class:backuppc").state.nodes.only?.test).toBe("classes=backuppc.client");
  expect(go("group:debian").state.nodes.only?.test).toBe("groups=os.debian");
});

test("@REV searches another state, and leads into it", () => {
  const at = played().keys(":", ..."@v1 ntp");
  expect(at.wants.at(-1)).toMatchObject({ request: { ask: { target: { words: ["v1", "v1"] }, text: "ntp" } } });

  const other = played()
    .keys(":", ..."@v1 web03")
    .answer({ kind: "nodes", answer: { ...list, key: "v1 v1" } });
  expect(rowPlace(other.keys("enter").state)).toMatchObject({ target: { words: ["v1", "v1"] }, node: "web03.par1" });
});

test("where nothing is found it says what was searched, and a name that is near", () => {
  const at = played()
    .keys(":", ..."wbe03.par1")
    .answer(found("wbe03.par1", {}));

  expect(lines(at)).toContain('nothing holds "wbe03.par1": searched 9 files, 14 nodes; did you mean web03.par1?');
});

test("where a text cannot be searched for, it says why, above the last answer, of which it says the text", () => {
  const fault = '--with: a quote is not closed in "a';
  const failed = { kind: "news", news: { kind: "failed", of: "find", message: fault }, at: 0 } as const;
  const at = played()
    .keys(":", ..."permit_root")
    .answer(found("permit_root", { values: [value] }))
    .keys(...Array.from("permit_root", () => "backspace"), ...'"a=1')
    .event(failed);

  expect(lines(at)).toMatch(/a quote is not closed.*as of "permit_root".*value {3}ssh:permit_root_login/s);
  expect(at.keys("enter").state.overlay, "no row of it can be opened").toMatchObject({ kind: "goto" });
  expect(lines(at.keys("backspace")), "another text is searched for").not.toContain("as of");
});

test("Enter before anything is found opens the first row when the search is over, and keys after it act there", () => {
  const at = played().keys(":", ..."zzz", "enter", "t");
  expect(at.state.overlay).toMatchObject({ kind: "goto", own: { typed: "zzz" } });

  at.answer(found("zzz", { values: [value] })).event(over);
  expect(at.state.overlay?.kind).toBe("timeline");
  expect(at.state.insight?.place).toMatchObject({ node: "db01.par1", path: root });
});

test("Enter on a row that others may come before waits as well; Esc drops what waits", () => {
  const at = () => played().keys(":", ..."first classes", "enter", "t");
  expect(
    at()
      .answer(found("first classes", { values: [value] }))
      .event(over).state.overlay?.kind,
  ).toBe("timeline");

  expect(at().keys("esc").event(over).state.overlay?.kind).toBe("goto");
});

test("a commit leads to its line", () => {
  const { state } = go("77be310");

  expect([state.screen, state.commits.cursor.index]).toEqual(["commits", 3]);
});

test("arrows choose", () => {
  const chosen = played().keys(":", ..."commit:", "down", "enter").state;

  expect(chosen.commits.cursor.id).toBe("5c0ffee".padEnd(40, "0"));
});
