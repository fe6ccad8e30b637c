import { expect, test } from "vitest";
import { displayWidth } from "../../../../src/base/terminal-text.ts";
import { type Size, textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import { chosenNode, shownTree } from "../../../../src/tui/screens/nodes/panes.ts";
import { nodesScreen } from "../../../../src/tui/screens/nodes/screen.ts";
import { failed, groupRows, list, nodeAnswers, tree } from "../../../support/tui/nodes.ts";
import { changes, firstAnswers, hasOrders, Played } from "../../../support/tui/played.ts";

const wide: Size = { columns: 120, rows: 40 };

/** On the node `web01.par1`, with its tree. */
function onWeb01(size: Size = wide): Played {
  const played = new Played(size)
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers);
  return played.keys(...Array.from({ length: list.names.indexOf("web01.par1") }, () => "j")).answer(...nodeAnswers);
}

function paths(played: Played): readonly string[] {
  return shownTree(played.state).map(({ sign = " ", path }) => `${sign} ${path}`);
}

test("the screen asks for its nodes once, and then for the one under the cursor and for how those in sight stand", () => {
  const played = new Played(wide).answer(...firstAnswers);
  played.wanted();

  expect(played.keys("3").wanted()).toEqual(["nodes"]);
  expect(played.answer({ kind: "nodes", answer: list }).wanted()).toEqual(["node", "statuses"]);
});

test("where only the list is in sight, on a small terminal, no node is asked for", () => {
  const played = new Played({ columns: 50, rows: 14 }).answer(...firstAnswers).keys("3");
  played.wanted();

  expect(played.answer({ kind: "nodes", answer: list }).wanted()).toEqual(["statuses"]);
  expect(played.keys("enter").wanted()).toEqual(["node"]);
});

test("a selector that is typed is answered by the worker; a wrong one is told in place of the nodes", () => {
  const played = new Played(wide)
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers);
  played.wanted();
  const text = "class:role.mon";
  played.keys("/", ...text);
  expect(played.wanted()).toContain("nodes");
  expect(chosenNode(played.state)).toBe(undefined);

  played.answer({ kind: "nodes", answer: { ...list, typed: { text, names: ["mon01.fra1"] } } });
  expect(chosenNode(played.state)).toBe("mon01.fra1");

  const fault = ['no class is called "role.mon"', "did you mean role.web?"];
  played.answer({ kind: "nodes", answer: { ...list, typed: { text, names: [], fault } } });
  expect(frame(played.state, 0).map(textOfLine).join("\n")).toMatch(/no class is called.*"role\.mon".*did you mean/s);
});

test("what holds changes is unfolded, with the sign of each, and what is the same is not", () => {
  expect(paths(onWeb01())).toEqual([
    "  classes",
    "  parameters",
    "  ntp",
    "~ ntp:server",
    "  ntp:iburst",
    "  ssh",
    "~ ssh:permit_root_login",
    "  ssh:port",
    "  backup",
    "+ backup:server",
    "  motd",
  ]);
});

test("a value that is gone stands below what held it", () => {
  const [, first] = changes.changes;
  const gone = { ...first, id: "gone", sign: "-", title: "ssh:banner", old: '"hello"', now: undefined } as const;
  const set = { ...changes, changes: first === undefined ? [] : [{ ...first, ...gone }] };
  const played = onWeb01().answer({ kind: "changes", answer: set });

  expect(paths(played)).toEqual([
    "  classes",
    "  parameters",
    "  ntp",
    "  ssh",
    "  ssh:permit_root_login",
    "  ssh:port",
    "- ssh:banner",
    "  backup",
    "  motd",
  ]);
});

test("h folds and then goes up, l unfolds and then goes in", () => {
  const played = onWeb01().keys("enter", "n", "h");
  const cursor = (): string | undefined => played.state.nodes.treeCursor.id;

  expect(cursor()).toBe("ntp");
  played.keys("h");
  expect(paths(played)).not.toContain("~ ntp:server");
  played.keys("l", "l");
  expect(cursor()).toBe("ntp:server");
});

test("n leads from change to change, and } to the same value of the next node", () => {
  const played = onWeb01().keys("n", "n");

  expect(played.state.nodes.treeCursor.id).toBe("ssh:permit_root_login");
  expect(chosenNode(played.keys("}").state)).toBe("web02.par1");
  expect(played.state.nodes.treeCursor.id).toBe("ssh:permit_root_login");
});

test("tabs go round, and each is asked for when it comes to the front", () => {
  const played = onWeb01();
  played.wanted();

  expect(played.keys("]", "]").wants).toMatchObject([
    { request: { kind: "tab", ask: { tab: "sources" } } },
    { request: { kind: "tab", ask: { tab: "groups" } } },
  ]);
  expect(text(played.answer({ kind: "tab", answer: groupRows }))).toContain("is in os.debian");
  expect(played.keys("[", "[", "[").state.nodes.tab).toBe("properties");
});

test("of a node that does not resolve the screen says why", () => {
  const played = new Played(wide)
    .answer(...firstAnswers)
    .keys("3")
    .answer(...nodeAnswers)
    .keys("<");

  expect(text(played.answer({ kind: "node", answer: failed }))).toContain("unresolved-reference");
});

test("of 10,000 nodes only those in sight are drawn and asked about", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `node${String(index).padStart(5, "0")}`);
  const played = new Played(wide).answer(...firstAnswers).keys("3");
  played.answer({ kind: "nodes", answer: { ...list, names } });
  played.wants.splice(0);
  played.keys(">");

  expect(text(played)).toContain("node09999");
  const [last] = played.wants.filter((want) => want.kind === "ask" && want.request.kind === "statuses");
  expect(last).toMatchObject({ request: { ask: { first: { length: 35 } } } });
});

function text(played: Played): string {
  return nodesScreen.draw(played.state).map(textOfLine).join("\n");
}

test("names and values that hold orders for a terminal cannot break a frame", () => {
  const hostile = "\u001b[2J\u202ea\tb\r\n日本語👩‍👩‍👧‍👦";
  const names = list.names.map((name) => hostile + name);
  const rows = tree.rows.map((row) => ({ ...row, key: hostile, value: hostile, place: hostile }));
  for (const size of [wide, { columns: 80, rows: 24 }, { columns: 40, rows: 12 }]) {
    for (const keys of [[], ["enter"], [":", "a"], ["enter", "x"], ["/", "a"]]) {
      const played = new Played(size).answer(...firstAnswers).keys("3");
      played.answer({ kind: "nodes", answer: { ...list, names } });
      played.answer({ kind: "node", answer: { ...tree, node: names[0] ?? "", rows } }).keys(...keys);
      for (const line of frame(played.state, 0).map(textOfLine)) {
        expect(hasOrders(line), line).toBe(false);
        expect(displayWidth(line), line).toBe(size.columns);
      }
    }
  }
});
