import { expect, test } from "vitest";
import { groupFindings } from "../../src/checks/groups.ts";
import { briefly } from "../support/inventory.ts";
import { type Files, Sides } from "../support/side.ts";

test.each<readonly [string, Files, readonly string[]]>([
  ["nothing is odd about no groups", {}, []],
  [
    "a name that no node has",
    { "groups/g.yml": "nodes: [n1, n2]" },
    ["unknown-node at groups/g.yml:1:13: group g lists node n2, which has no file"],
  ],
  [
    "a list of nobody",
    { "groups/g.yml": "nodes: []" },
    ["group-empty at groups/g.yml:1:1: group g can never have a node: none of its nodes exists"],
  ],
  [
    "an empty match",
    { "groups/g.yml": "match: {all: []}" },
    ["group-empty at groups/g.yml:1:8: group g can never have a node: no node can meet its match"],
  ],
  ["an empty match with not holds everybody", { "groups/g.yml": "match: {all: [], not: true}" }, []],
  [
    "an umbrella without children, and what has it as a parent",
    {
      "groups/g.yml": "{}",
      "groups/all.yml": "nodes: [n1]",
      "groups/prio.yml": "parents: [g, all]",
      "groups/child.yml": "{parents: [prio2], match: {all: [{group: g}]}}",
      "groups/prio2.yml": "{parents: [all], nodes: []}",
    },
    [
      "group-empty at groups/child.yml:1:27: group child can never have a node: prio2, which is above it, can have none",
      "group-empty at groups/g.yml:1:1: group g can never have a node: it has neither match nor nodes, and no child that can have one",
      "group-empty at groups/prio.yml:1:1: group prio can never have a node: g, which is above it, can have none",
      "group-empty at groups/prio2.yml:1:1: group prio2 can never have a node: none of its nodes exists",
    ],
  ],
  ["a group that a node joins is not empty", { "nodes/n2.yml": "groups: [g]", "groups/g.yml": "{}" }, []],
  ["nor is a match that finds no node today", { "groups/g.yml": "match: {all: [{nodeid: web9}]}" }, []],
  [
    "any of two groups that can hold a node will do",
    { "groups/a.yml": "nodes: [n1]", "groups/b.yml": "{}", "groups/g.yml": "match: {any: [{group: a}, {group: b}]}" },
    [
      "group-empty at groups/b.yml:1:1: group b can never have a node: it has neither match nor nodes, and no child that can have one",
    ],
  ],
  [
    "a fact that no node has",
    {
      "nodes/n2.yml": "facts: {os: {name: Debian}, disks: [{size: 1}]}",
      "groups/g.yml": [
        "match:",
        "  all:",
        "    - {fact: os.nmae, op: eq, value: Debian}",
        "    - {fact: os.name, op: eq, value: Ubuntu}",
        "    - {fact: disks.size, op: gt, value: 10}",
        "    - {fact: gpu, op: notExists}",
      ].join("\n"),
    },
    ["group-unknown-fact at groups/g.yml:3:7: group g tests the fact os.nmae, which no node has"],
  ],
  [
    "without any facts they may come from elsewhere",
    { "groups/g.yml": "match: {all: [{fact: os.name, op: eq, value: Debian}]}" },
    [],
  ],
])("%s", async (_, files, expected) => {
  const { inventory } = await new Sides().of({ "nodes/n1.yml": "{}", ...files });

  expect(groupFindings(inventory).map(briefly)).toEqual(expected);
});

test("hints give the nearest names", async () => {
  const { inventory } = await new Sides().of({
    "nodes/web01.yml": "facts: {os: {name: Debian}}",
    "groups/g.yml": "nodes: [wbe01, web01]",
    "groups/h.yml": "match: {all: [{fact: os.nmae, op: eq, value: Debian}]}",
  });

  expect(groupFindings(inventory).map(({ hint }) => hint)).toEqual(["did you mean web01?", "did you mean os.name?"]);
});
