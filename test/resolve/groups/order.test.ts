import { describe, expect, test } from "vitest";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { groupAncestors, newOrderFault, nodeGroups } from "../../../src/resolve/groups/node-groups.ts";
import { orderOf } from "../../../src/resolve/groups/order.ts";
import { withChain } from "../../../src/resolve/proposals/proposals.ts";
import { type Drawn, filesOf, orderIn } from "../../support/arbitrary/drawn-groups.ts";
import { briefly } from "../../support/inventory.ts";
import { Sides } from "../../support/side.ts";

const blog = { debian: "", debian10: "debian", dc1: "" };

describe("the order", () => {
  test.each<readonly [string, Drawn, string]>([
    ["without any edge it is only for display: parents first, then by name", { groups: blog }, "dc1 debian debian10"],
    ["an edge at a leaf", { groups: blog, order: ["debian10 dc1"] }, "debian debian10 dc1"],
    [
      "one edge at the root also orders what is below it",
      { groups: blog, order: ["debian dc1"] },
      "debian debian10 dc1",
    ],
    [
      "a group below both lists them",
      { groups: { ...blog, "dc1-over-debian": "debian dc1" } },
      "debian debian10 dc1 dc1-over-debian",
    ],
    ["turned round the other side wins", { groups: blog, order: ["dc1 debian"] }, "dc1 debian debian10"],
    [
      "an edge between two in the middle",
      {
        groups: { linux: "", debian: "linux", debian10: "debian", europe: "", france: "europe" },
        order: ["linux europe"],
      },
      "linux debian debian10 europe france",
    ],
    [
      "the nearer edge counts",
      { groups: { os: "", debian: "os", debian10: "debian", dc: "", dc1: "dc" }, order: ["os dc", "dc debian"] },
      "os dc dc1 debian debian10",
    ],
    [
      "a chain holds where its middle does not hold the node",
      { groups: { os: "", dc: "", env: "" }, order: ["os dc env"], out: "dc" },
      "os env",
    ],
    [
      "one chain of three roots",
      { groups: { os: "", debian: "os", dc: "", dc1: "dc", env: "", prod: "env" }, order: ["os dc env"] },
      "os debian dc dc1 env prod",
    ],
    ["the last of two parents", { groups: { p1: "", p2: "", p3: "p1 p2" } }, "p1 p2 p3"],
    ["the last of two parents, turned round", { groups: { p1: "", p2: "", p3: "p2 p1" } }, "p2 p1 p3"],
    ["a diamond", { groups: { p: "", a: "p", b: "p", d: "a b" } }, "p a b d"],
    [
      "a list of parents also orders what is beside it",
      { groups: { p1: "", p2: "", p3: "p1 p2", p4: "p1" } },
      "p1 p4 p2 p3",
    ],
    [
      "by UTF-16 units where nothing decides",
      { groups: { b: "", B: "", "\uff5e": "", "\u{1f600}": "" } },
      "B b \u{1f600} \uff5e",
    ],
  ])("%s", async (_, drawn, linear) => {
    const order = await orderIn(drawn);

    expect(order.linear.join(" ")).toBe(linear);
    expect(order.diagnostics).toEqual([]);
  });

  test.each<readonly [string, Drawn, string]>([
    ["nothing orders two roots", { groups: { a: "", b: "" } }, "a b"],
    ["nothing orders two children of one", { groups: { p: "", a: "p", b: "p" } }, "a b"],
    [
      "a list of parents counts only for nodes in the group",
      { groups: { a: "", b: "", prio: "a b" }, out: "prio" },
      "a b",
    ],
    [
      "who is below both ends of an edge is not moved by it",
      { groups: { os: "", dc: "", x: "os dc", y: "os dc" }, order: ["os dc"] },
      "x y",
    ],
    ["who is below one end of two alike", { groups: { os: "", x: "os", y: "os", dc: "" }, order: ["os dc"] }, "x y"],
  ])("%s", async (_, drawn, pair) => {
    const { isBelow } = await orderIn(drawn);
    const [one = "", other = ""] = pair.split(" ");

    expect([isBelow(one, other), isBelow(other, one)]).toEqual([false, false]);
  });

  test("umbrellas, groups of all their parents and disabled groups take part", async () => {
    const { inventory } = await new Sides().of({
      "nodes/n1.yml": "{}",
      "groups/os.yml": "{}",
      "groups/debian.yml": "{parents: [os], nodes: [n1], enabled: false}",
      "groups/dc.yml": "{}",
      "groups/dc1.yml": "{parents: [dc], nodes: [n1]}",
      "groups/zz-os-over-dc.yml": "parents: [dc, os]",
    });
    const node = inventory.node("n1");

    expect(node && nodeGroups(inventory, node).groups.map(({ id }) => id)).toEqual([
      "dc",
      "dc1",
      "os",
      "debian",
      "zz-os-over-dc",
    ]);
  });
});

describe("what cannot be ordered", () => {
  test.each<readonly [string, Drawn, readonly string[]]>([
    [
      "two lists of parents against each other, for a node in both",
      { groups: { a: "", b: "", x: "a b", y: "b a" } },
      ["order-cycle at groups/y.yml:1:15: the order of groups is a loop: a over b over a"],
    ],
    ["for a node in one of them all is well", { groups: { a: "", b: "", x: "a b", y: "b a" }, out: "y" }, []],
    [
      "two edges, neither of them nearer",
      { groups: { p: "", q: "", r: "", s: "", x: "p q", y: "r s" }, order: ["p r", "s q"] },
      [
        "order-contradiction at order.yml:1:13: groups x and y are ordered in both ways: y is over x, since r is over p, and x over y, since q is over s",
      ],
    ],
    [
      "what is below the two adds nothing to it",
      {
        groups: { p: "", q: "", r: "", s: "", x: "p q", y: "r s", x2: "x", y2: "y" },
        order: ["p r", "s q"],
      },
      [
        "order-contradiction at order.yml:1:13: groups x and y are ordered in both ways: y is over x, since r is over p, and x over y, since q is over s",
      ],
    ],
    [
      "an edge of the two themselves decides",
      {
        groups: { p: "", q: "", r: "", s: "", x: "p q", y: "r s" },
        order: ["p r", "s q", "y x"],
      },
      [],
    ],
    [
      // x is under y by the first edge, y under z by the second, z under x by the third: no two of them meet at a pair.
      "edges that lead round once they are lifted",
      {
        groups: { x1: "", x2: "x1", x: "x2", y1: "", y2: "y1", y: "y2", z1: "", z2: "z1", z: "z2" },
        order: ["x1 y1", "y2 z1", "z2 x2"],
      },
      ["order-cycle at order.yml:1:34: the order of groups is a loop: x over z over y over x"],
    ],
  ])("%s", async (_, drawn, expected) => {
    const order = await orderIn(drawn);

    expect(order.diagnostics.map(briefly)).toEqual(expected);
  });

  test("a contradiction shows every edge at its place, and how to end it", async () => {
    const { diagnostics } = await orderIn({
      groups: { p: "", m: "", q: "", r: "", s: "", x: "p q", y: "r s" },
      order: ["p m r", "s q"],
      out: "m",
    });
    const [fault] = diagnostics;

    expect(fault?.related.map(({ span, caption }) => `${placeText(placeOf(span))} ${caption}`)).toEqual([
      "order.yml:1:13 a chain puts m over p",
      "order.yml:1:24 a chain puts q over s",
    ]);
    expect(fault?.hint).toBe("add [x, y] or [y, x] to order.yml: an edge between the two themselves decides");
  });

  test("in a loop nothing is below anything", async () => {
    const { linear, isBelow } = await orderIn({ groups: { a: "", b: "", x: "a b", y: "b a" } });

    expect(linear).toEqual(["a", "b", "x", "y"]);
    expect(isBelow("a", "x")).toBe(false);
  });

  test("an error in the files or in how they hang together takes all groups from every node", async () => {
    const { inventory } = await new Sides().of({
      "nodes/n1.yml": "{}",
      "groups/a.yml": "nodes: [n1]",
      "groups/b.yml": "parents: [nope]",
    });
    const node = inventory.node("n1");
    const found = node && nodeGroups(inventory, node);

    expect(found?.groups).toEqual([]);
    expect(found?.diagnostics.map(({ code }) => code)).toEqual(["missing-parent"]);
  });
});

describe("one more chain", () => {
  test("orders as those in order.yml do", async () => {
    const { inventory } = await new Sides().of(filesOf({ groups: blog }));
    const all = new Set(Object.keys(blog));
    const tried = orderOf(withChain(inventory, ["debian", "dc1"]), all);

    expect(tried.linear).toEqual(["debian", "debian10", "dc1"]);
    expect(tried.isBelow("debian10", "dc1")).toBe(true);
    expect(orderOf(inventory, all).isBelow("debian10", "dc1")).toBe(false);
  });

  test("can close a loop, for all groups or for those of a node", async () => {
    const { inventory } = await new Sides().of(filesOf({ groups: blog, order: ["debian10 dc1"] }));
    const refused = (chain: readonly string[]): string | undefined =>
      newOrderFault(inventory, withChain(inventory, chain));

    expect(refused(["dc1", "debian"])).toBe("the order of groups is a loop: dc1 over debian10 over debian over dc1");
    expect(refused(["debian", "dc1"])).toBeUndefined();
  });

  test("gives a group's own line of ancestors another order too", async () => {
    const { inventory } = await new Sides().of(filesOf({ groups: { a: "", b: "", c: "b a", d: "c" } }));

    expect(groupAncestors(inventory, "d").groups.map(({ id }) => id)).toEqual(["b", "a", "c", "d"]);
    expect(groupAncestors(withChain(inventory, ["a", "b"]), "d").diagnostics).toHaveLength(1);
  });
});

describe("a step that parents imply", () => {
  const groups = { os: "", "os.debian": "os", "os.windows": "os", dc: "" };

  test.each<readonly [string, Drawn]>([
    ["in a list of parents", { groups: { ...groups, listed: "os os.debian" }, order: ["os.debian dc"] }],
    ["in a chain", { groups, order: ["os os.debian dc"] }],
  ])("%s says nothing of its siblings", async (_, drawn) => {
    const { isBelow } = await orderIn(drawn);

    expect(isBelow("os.debian", "dc")).toBe(true);
    expect(isBelow("os.windows", "dc")).toBe(false);
  });

  test("an edge that only other edges and parents imply does", async () => {
    const { isBelow } = await orderIn({ groups, order: ["os.debian dc", "os dc"] });

    expect(isBelow("os.windows", "dc")).toBe(true);
  });
});

test("equal orders have equal signatures, and other orders of the same groups have others", async () => {
  const signature = async (order: readonly string[]): Promise<string> =>
    (await orderIn({ groups: { a: "", b: "", c: "" }, order })).signature;

  expect(await signature(["a b c"])).toBe(await signature(["b c", "a b", "a c"]));
  expect(await signature(["a b c"])).not.toBe(await signature(["a b"]));
  expect(await signature(["a b"])).not.toBe(await signature([]));
});
