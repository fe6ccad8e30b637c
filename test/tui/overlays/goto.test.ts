import { expect, test } from "vitest";
import { goalsFor } from "../../../src/tui/overlays/goals.ts";
import { chosenNode } from "../../../src/tui/screens/nodes/chosen.ts";
import { shownTree } from "../../../src/tui/screens/nodes/panes.ts";
import { placeOf } from "../../../src/tui/screens/place.ts";
import type { Answer } from "../../../src/tui/worker/protocol/questions.ts";
import { list, nodeAnswers } from "../../support/tui/nodes.ts";
import { changes, firstAnswers, Played } from "../../support/tui/played.ts";

const namesAnswer: Answer = { kind: "nodes", answer: list };

/** All that is known of nodes is there, though their screen was never opened. */
function played(): Played {
  return new Played({ columns: 120, rows: 40 }).answer(...firstAnswers, ...nodeAnswers);
}

function go(text: string, from: Played = played()): Played {
  return from.keys(":", ...Array.from(text), "enter");
}

test("names of nodes and classes are asked for when they are not there", () => {
  const fresh = new Played().answer(...firstAnswers);
  fresh.wanted();

  expect(fresh.keys(":").wanted()).toEqual(["nodes"]);
  const known = played();
  known.wanted();
  expect(known.keys(":").wanted()).toEqual([]);
});

test("parts of a name are enough, in whatever order, and a kind before them narrows the search", () => {
  const { state } = played();
  const goals = (text: string): readonly string[] =>
    goalsFor(state, text).map(({ kind, text: name }) => `${kind} ${name}`);

  expect(goals("par1 web03")[0]).toBe("node web03.par1");
  expect(goals("sshroot")).toContain("path ssh:permit_root_login");
  expect(goals("server")[0]).toBe("path ntp:server");
  expect(goals("class:ssh")).toEqual(["class ssh.server"]);
  expect(goals("commit:first")).toEqual(["commit 1f00a2c first classes"]);
  expect(goals("zzz")).toEqual([]);
});

test("a node leads to its row, of which t asks, not to a value of it", () => {
  const { state } = go("node:web03");

  expect([state.screen, chosenNode(state), state.nodes.isOpen]).toEqual(["nodes", "web03.par1", false]);
  expect(placeOf(state).path).toBeUndefined();
});

test("a node and a path lead to that value, unfolded, and it can be asked about before the tree is there", () => {
  const early = go("web01.par1 motd:text", new Played({ columns: 120, rows: 40 }).answer(...firstAnswers, namesAnswer));
  expect(placeOf(early.state)).toMatchObject({ node: "web01.par1", path: "motd:text" });

  const { state } = early.answer(...nodeAnswers);
  expect(placeOf(state)).toMatchObject({ path: "motd:text", source: "classes/os/debian.yml:5" });
  expect(shownTree(state).map(({ path }) => path)).toContain("motd:text");
});

test("of a path that the node does not have it says so", () => {
  expect(go("web01.par1 motd:colour").answer(...nodeAnswers).state.message?.text).toBe("web01.par1 has no motd:colour");
});

test("a path leads to its change, without the filter that would hide it", () => {
  const filtered = played().keys("enter", "/", ..."kind:+", "enter");
  const { state } = go("path:ntp server", filtered);

  expect([state.screen, state.changes.cursor.id, state.changes.search.text]).toEqual(["changes", "~ ntp:server", ""]);
});

test("a path that does not change leads to the value of the chosen node, and what hides it is unfolded", () => {
  const onNode = played().keys("3", ...Array.from({ length: list.names.indexOf("web01.par1") }, () => "j"));
  const { state } = go("path:motd text", onNode.answer(...nodeAnswers));

  expect([state.screen, state.nodes.treeCursor.id]).toEqual(["nodes", "motd:text"]);
  expect(shownTree(state).map(({ path }) => path)).toContain("motd:text");
});

test("a class leads to the changes that it causes", () => {
  const { state } = go("class:backuppc");

  expect([state.screen, state.changes.search.text]).toEqual(["changes", "class:backuppc.client"]);
});

test("a commit leads to its line", () => {
  const { state } = go("77be310");

  expect([state.screen, state.commits.cursor.index]).toEqual(["commits", 3]);
});

test("arrows choose, and nothing is gone to where nothing fits", () => {
  const { state } = played().keys(":", ..."zzz", "enter");
  expect(state.overlay?.kind).toBe("goto");

  const chosen = played().keys(":", ..."commit:", "down", "enter").state;
  expect(chosen.commits.cursor.id).toBe("5c0ffee".padEnd(40, "0"));
  expect(chosen.commits.rows[0]?.id).toBe(changes.key);
});
