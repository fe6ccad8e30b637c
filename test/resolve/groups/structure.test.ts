import { expect, test } from "vitest";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { type GroupStructure, groupStructure } from "../../../src/resolve/groups/structure.ts";
import { briefly } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

test("an umbrella as parent asks for its own parents, of however many umbrellas; a group of its parents for them all", async () => {
  const { groups } = await structureOf({
    "groups/managed.yml": "nodes: []",
    "groups/os.yml": "parents: [managed]",
    "groups/linux.yml": "parents: [os]",
    "groups/debian.yml": "{parents: [linux], nodes: []}",
    "groups/dc.yml": "nodes: []",
    "groups/dc-over-linux.yml": "parents: [linux, dc]",
  });
  const asked = Object.fromEntries(
    [...groups].map(([id, { role, asked: ids }]) => [id, `${role}: ${[...ids].join(" ")}`]),
  );

  expect(asked).toEqual({
    dc: "nodes: ",
    "dc-over-linux": "priority: linux dc",
    debian: "nodes: managed",
    linux: "umbrella: managed",
    managed: "nodes: ",
    os: "umbrella: managed",
  });
});

test("groups are judged after those that they depend on", async () => {
  const { evaluation } = await structureOf({
    "groups/a.yml": "match: {all: [{group: umbrella}]}",
    "groups/umbrella.yml": "{}",
    "groups/z.yml": "{parents: [umbrella], match: {all: [{group: y}]}}",
    "groups/y.yml": "{parents: [x], match: {all: []}}",
    "groups/x.yml": "nodes: []",
  });

  expect(evaluation).toEqual(["x", "y", "z", "umbrella", "a"]);
});

test.each([
  [
    "a parent that there is not",
    { "groups/child.yml": "parents: [parent1]" },
    ["missing-parent at groups/child.yml:1:11: group child has the parent parent1, which has no file"],
  ],
  [
    "a chain with a group that there is not",
    { "groups/a.yml": "{}", "order.yml": "order: [[a, nope]]" },
    ["unknown-group at order.yml:1:13: group nope is listed in order.yml but has no file"],
  ],
  [
    "a criterion with a group that there is not",
    { "groups/a.yml": "match: {all: [{group: nope}]}" },
    ["unknown-group at groups/a.yml:1:23: a criterion of group a names group nope, which has no file"],
  ],
  [
    "a group that is its own parent",
    { "groups/a.yml": "{parents: [a], nodes: []}" },
    ["parent-cycle at groups/a.yml:1:12: group a is its own parent"],
  ],
  [
    "parents in a loop, and no second finding because of it",
    {
      "groups/a.yml": "parents: [b]",
      "groups/b.yml": "{parents: [c], match: {all: []}}",
      "groups/c.yml": "parents: [a]",
      "groups/d.yml": "parents: [a]",
      "order.yml": "order: [[a, b], [b, a]]",
    },
    [
      "parent-cycle at groups/a.yml:1:11: a has the parent b, which has the parent c, which has the parent a again: a group cannot be above itself",
    ],
  ],
  [
    "criteria in a loop",
    {
      "groups/a.yml": "match: {all: [{group: b}]}",
      "groups/b.yml": "match: {all: [{group: a}]}",
      "groups/c.yml": "match: {all: [{group: a}]}",
    },
    ["membership-cycle at groups/a.yml:1:23: whether a node is in a depends on b, which depends on a again"],
  ],
  [
    "a criterion that asks for the group itself",
    { "groups/a.yml": "match: {all: [{group: a}]}" },
    ["membership-cycle at groups/a.yml:1:23: whether a node is in a depends on itself"],
  ],
  [
    "a criterion and parents in a loop",
    {
      "groups/a.yml": "{parents: [b], match: {all: []}}",
      "groups/b.yml": "match: {all: [{group: a}]}",
    },
    ["membership-cycle at groups/a.yml:1:12: whether a node is in a depends on b, which depends on a again"],
  ],
  [
    "a criterion and an umbrella in a loop",
    {
      "groups/child.yml": "{parents: [up], match: {all: [{group: up}]}}",
      "groups/up.yml": "{}",
    },
    [
      "membership-cycle at groups/child.yml:1:39: whether a node is in child depends on up, which depends on child again",
    ],
  ],
  [
    "a group that names its nodes depends on nothing",
    {
      "groups/a.yml": "{parents: [b], nodes: []}",
      "groups/b.yml": "match: {all: [{group: a}]}",
    },
    [],
  ],
  [
    "chains against each other",
    {
      "groups/a.yml": "{}",
      "groups/b.yml": "{}",
      "order.yml": "order: [[a, b], [b, a]]",
    },
    ["order-cycle at order.yml:1:21: the order of groups is a loop: a over b over a"],
  ],
  [
    "a chain against the hierarchy",
    {
      "groups/a.yml": "{}",
      "groups/b.yml": "parents: [a]",
      "groups/c.yml": "parents: [b]",
      "order.yml": "order: [[c, a]]",
    },
    ["order-cycle at order.yml:1:13: the order of groups is a loop: a over c over b over a"],
  ],
  [
    "a list of parents against the hierarchy",
    {
      "groups/debian.yml": "{}",
      "groups/debian10.yml": "parents: [debian]",
      "groups/x.yml": "parents: [debian10, debian]",
      "groups/below-x.yml": "parents: [x, debian10]",
    },
    [
      "order-cycle at groups/below-x.yml:1:14: the order of groups is a loop: debian10 over x over debian10",
      "order-cycle at groups/x.yml:1:21: the order of groups is a loop: debian over debian10 over debian",
    ],
  ],
  [
    "a list of parents against that of an ancestor",
    {
      "groups/a.yml": "{}",
      "groups/b.yml": "{}",
      "groups/c.yml": "parents: [a, b]",
      "groups/d.yml": "parents: [b, a, c]",
    },
    ["order-cycle at groups/d.yml:1:14: the order of groups is a loop: a over b over a"],
  ],
  [
    "lists of groups that no group is below are left to nodes which are in both",
    {
      "groups/a.yml": "{}",
      "groups/b.yml": "{}",
      "groups/c.yml": "parents: [a, b]",
      "groups/d.yml": "parents: [b, a]",
    },
    [],
  ],
] as const)("%s", async (_, files, expected) => {
  const { diagnostics } = await structureOf(files);

  expect(diagnostics.map(briefly)).toEqual(expected);
});

test("each step of a loop is shown at its place", async () => {
  const { diagnostics } = await structureOf({
    "groups/a.yml": "{}",
    "groups/b.yml": "\nparents: [a]",
    "groups/c.yml": "{}",
    "order.yml": "order:\n  - [b, c, a]",
  });
  const related = diagnostics.flatMap((each) => each.related);

  expect(diagnostics.map(briefly)).toEqual([
    "order-cycle at order.yml:2:12: the order of groups is a loop: a over c over b over a",
  ]);
  expect(diagnostics[0]?.note).toBe("here a chain puts a over c");
  expect(related.map(({ span, caption }) => `${placeText(placeOf(span))} ${caption}`)).toEqual([
    "order.yml:2:9 a chain puts c over b",
    "groups/b.yml:2:11 b has the parent a",
  ]);
});

test("every loop is told", async () => {
  const { diagnostics } = await structureOf({
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [`groups/${id}.yml`, "{}"])),
    "order.yml": "order: [[a, b], [b, a], [c, d], [d, c], [b, c], [e, c]]",
  });

  expect(diagnostics.map(({ message }) => message.split(": ")[1])).toEqual(["a over b over a", "c over d over c"]);
});

test.each([
  ["missing-parent", { "groups/child.yml": "parents: [paernt]" }],
  ["unknown-group", { "groups/g.yml": "match: {all: [{group: paernt}]}" }],
  ["unknown-group", { "order.yml": "order: [[parent, paernt]]" }],
] as const)("%s gives the nearest name as a hint", async (code, files) => {
  const { diagnostics } = await structureOf({ "groups/parent.yml": "nodes: []", ...files });

  expect(diagnostics.map((each) => [each.code, each.hint])).toEqual([[code, "did you mean parent?"]]);
});

test("a thousand groups above each other are no trouble", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`groups/g${at}.yml`, at === 0 ? "nodes: []" : `parents: [g${at - 1}]`]),
  );
  const { groups, diagnostics } = await structureOf(files);

  expect(groups.get("g999")?.ancestors.size).toBe(1000);
  expect(diagnostics).toEqual([]);
});

async function structureOf(files: Files): Promise<GroupStructure> {
  return groupStructure((await new Sides().of(files)).inventory.groups);
}
