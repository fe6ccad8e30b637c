import { expect, test } from "vitest";
import { selectorOf } from "../../../src/compare/blocks/selector.ts";
import { type Members, tableMembers } from "../../../src/model/results/comparison.ts";

const nodes = ["db1", "db2", "web1", "web2", "web3", "web4"];

function members(
  classes: Readonly<Record<string, readonly string[]>>,
  groups: Readonly<Record<string, readonly string[]>> = {},
): Members {
  const sets = (named: typeof classes) => new Map(Object.entries(named).map(([name, own]) => [name, new Set(own)]));
  return tableMembers({ nodes: new Set(nodes), classes: sets(classes), groups: sets(groups) });
}

const web = ["web1", "web2", "web3", "web4"];

test("the smallest set that is true is named, of equal ones all nodes, a group, a class", () => {
  expect(selectorOf(nodes, members({ base: nodes }, { all: nodes }))).toBe("all");
  expect(selectorOf(web, members({ web }, { web }))).toBe("group:web");
  expect(selectorOf(web, members({ base: nodes, web }))).toBe("class:web");
  expect(selectorOf(web, members({ role: web, "role.web": web }))).toBe("class:role.web");
});

test("of equal sets, that of the edited class is named", () => {
  const same = members({ "app.carts": web, "app.orders": web, "base.deep.down": web });
  expect(selectorOf(web, same)).toBe("class:base.deep.down");
  expect(selectorOf(web, same, "app.orders")).toBe("class:app.orders");
});

test("at most three nodes are exceptions, and fewer than are meant", () => {
  expect(selectorOf(["web1", "web2", "web3"], members({ web }))).toBe("class:web and not web4");
  expect(selectorOf(["web1", "web2"], members({ base: nodes }))).toBeUndefined();
  expect(selectorOf(web, members({}))).toBe("all and not db[1-2]");
});

test("two classes describe nodes that only these have both", () => {
  const both = members({ "dc.fra": ["web1", "web2", "db1", "db2"], "role.web": ["web1", "web2", "web3", "web4"] });
  expect(selectorOf(["web1", "web2"], both)).toBe("class:dc.fra and class:role.web");
});

test("one node needs no description, and a node that is gone has none", () => {
  expect(selectorOf(["web1"], members({ web: ["web1"] }))).toBeUndefined();
  expect(selectorOf(["web1", "gone"], members({ web }))).toBeUndefined();
});
