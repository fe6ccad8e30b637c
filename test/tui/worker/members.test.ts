import { expect, test } from "vitest";
import { rowText } from "../../../src/report/text/row.ts";
import { newRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

/** Three nodes with the class prod, two with lab, one with both; a secret and a value that is the same. */
function repo() {
  const made = newRepo();
  const node = (classes: string, more = "") => `classes: [${classes}]\nparameters: {zone: eu${more}}\n`;
  made.commit("first", {
    "heir.yml": "secrets: [pw]\n",
    "nodes/p1.yml": node("prod"),
    "nodes/p2.yml": node("prod"),
    "nodes/l1.yml": node("lab", ", http: {workers: 2}"),
    "nodes/l2.yml": node("lab"),
    "nodes/other.yml": "parameters: {http: {workers: 77}}\n",
    "classes/prod.yml": "parameters: {http: {workers: 8}, pw: geheim-prod, alert: true}\n",
    "classes/lab.yml": "parameters: {http: {workers: 1}, pw: geheim-lab}\n",
  });
  return made;
}

const target = { kind: "members", of: "class", names: ["prod", "lab"], word: "HEAD" } as const;

test("of the nodes of two classes the paths are listed that have other values, each value with its number of nodes", async () => {
  const set = only(await worker(repo())({ kind: "changes", ask: { target } }), "changes");

  expect(set.changes.map(({ row }) => rowText(row))).toEqual([
    "- alert  A: true (2 nodes)  B: not set",
    "~ http:workers  A: 8 (2 nodes)  B: 2 (1 node), 1 (1 node)",
  ]);
  expect(set.blocks.map(({ text }) => text)).toEqual(["class: A is prod, 2 nodes; B is lab, 2 nodes"]);
  expect([...set.nodes].sort()).toEqual(["l1", "l2", "p1", "p2"]);
});

test("a path of both has each value with its nodes, and the layers of the node of the row", async () => {
  const ask = worker(repo());
  const set = only(await ask({ kind: "changes", ask: { target } }), "changes");
  const change = set.changes[1]?.id ?? "";
  const value = only(await ask({ kind: "value", ask: { target, change, node: "l1" } }), "value");

  expect(value.sides?.map(rowText)).toEqual([
    "A  prod",
    "   8  on  p[1-2]",
    "",
    "B  lab",
    "   2  on  l1",
    "   1  on  l2",
    "",
  ]);
  expect(value.now?.layers.map(({ layer, value: text }) => [layer, text])).toEqual([
    ["class lab", "1"],
    ["node l1", "2"],
  ]);
  expect(value.old).toBeUndefined();
});
