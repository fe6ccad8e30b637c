import { expect, test } from "vitest";
import { atTop } from "../../../src/tui/list/cursor.ts";
import { changeTest, commitFits, filterOf, nodeTest, onHit } from "../../../src/tui/list/filter.ts";
import type { CommitRow } from "../../../src/tui/worker/answers/history.ts";
import type { CommitCounts } from "../../../src/tui/worker/rows/change-set.ts";
import { changes } from "../../support/tui/played.ts";

/** Titles of the changes that fit. */
function fitting(text: string): readonly string[] {
  const fits = changeTest(filterOf(text), changes);
  return changes.changes.filter((row) => fits(row)).map(({ title }) => title.slice(0, 11));
}

test.each([
  ["", ["fails: unre", "ntp:server", "ssh:permit_", "backup:serv"]],
  ["ntp", ["ntp:server"]],
  ["path:server", ["ntp:server", "backup:serv"]],
  ["path:ntp.server", ["ntp:server"]],
  ["path:ssh.**", ["ssh:permit_"]],
  ["path:*:server", ["ntp:server", "backup:serv"]],
  ["class:backuppc.*", ["ssh:permit_", "backup:serv"]],
  ["class:dc.par1", ["ntp:server"]],
  ["kind:+", ["backup:serv"]],
  ["kind:added", ["backup:serv"]],
  ["kind:!", ["fails: unre"]],
  ["node:db*", ["ntp:server"]],
  ["node:db* kind:+", []],
  ["WEB09", ["fails: unre"]],
  ["path: node:", ["fails: unre", "ntp:server", "ssh:permit_", "backup:serv"]],
])("changes that fit %j", (text, titles) => {
  expect(fitting(text)).toEqual(titles);
});

test("on a node only what that node has fits", () => {
  const fits = changeTest(filterOf("node:db01*"), changes);
  const [, first] = changes.changes;
  const [web, db] = [changes.nodes.indexOf("web01.par1"), changes.nodes.indexOf("db01.par1")];

  expect(first && [fits(first, web), fits(first, db)]).toEqual([false, true]);
});

const commit: CommitRow = {
  id: changes.key,
  shortId: "9d21ab4",
  parent: undefined,
  time: 0,
  author: "Ann Ops",
  subject: "par1: second ntp server",
};
const counts: CommitCounts = { nodes: 13, changed: 2, added: 1, removed: 0, failing: 1, resolving: 0, unknown: 0 };

test.each([
  ["second", true],
  ["9d21", true],
  ["author:ann", true],
  ["author:team", false],
  ["kind:! author:ops", true],
  ["kind:-", false],
  ["path:ntp.** node:db*", true],
  ["path:motd", false],
])("whether a commit fits %j", (text, expected) => {
  expect(commitFits(filterOf(text), commit, { set: changes, counts })).toBe(expected);
});

test("a commit of which nothing is known yet fits by its author and subject only", () => {
  const unknown = { set: undefined, counts: undefined };

  expect(commitFits(filterOf("second"), commit, unknown)).toBe(true);
  expect(commitFits(filterOf("kind:~"), commit, unknown)).toBe(false);
});

test.each([
  ["web0", ["web01.par1", "web09.fra1"]],
  ["node:*.fra1", ["web09.fra1"]],
  ["kind:fails", ["web09.fra1"]],
  ["kind:+", ["web01.par1"]],
  ["path:ntp", ["db01.par1", "web01.par1"]],
  ["path:ntp web", ["web01.par1"]],
])("nodes that fit %j", (text, expected) => {
  const fits = nodeTest(filterOf(text), changes, new Map([["web09.fra1", "fails"]]));

  expect(["db01.par1", "web01.par1", "web09.fra1"].filter(fits)).toEqual(expected);
});

test("hits are gone through in both directions, and from one end on to the other", () => {
  const isHit = (index: number): boolean => index === 1 || index === 4;

  const shown = { list: { count: 6, id: String }, height: 6 };
  const search = { text: "", last: "x" };
  const from = (index: number, by: 1 | -1): number | undefined =>
    onHit({ cursor: { id: String(index), index, top: 0 }, search }, by, { shown, isHit })?.index;

  expect([0, 1, 4].map((index) => from(index, 1))).toEqual([1, 4, 1]);
  expect([0, 1, 4].map((index) => from(index, -1))).toEqual([4, 4, 1]);
  expect(onHit({ cursor: atTop, search }, 1, { shown, isHit: () => false })).toBeUndefined();
  expect(onHit({ cursor: atTop, search: { text: "", last: "" } }, 1, { shown, isHit })).toBeUndefined();
});
