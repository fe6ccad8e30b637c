import { expect, test } from "vitest";
import {
  findsValue,
  NearPaths,
  type PathFilter,
  parsePathFilter,
  printFilter,
} from "../../../src/model/values/path-filter.ts";
import { value } from "../../support/value.ts";

const node = value("a.yml", {
  parameters: {
    ntp: { server: "a", servers: ["b", "c"], port: 123 },
    users: { alice: { shell: "sh" }, bob: { shell: "zsh" } },
    "a:b": { c: 1 },
  },
  applications: ["web"],
});

function filterOf(text: string): PathFilter {
  const filter = parsePathFilter(text);
  if (typeof filter === "string") throw new Error(filter);
  return filter;
}

function near(text: string): readonly string[] {
  const paths = new NearPaths(filterOf(text).keys);
  paths.add(node);
  return paths.nearest(3).map(printFilter);
}

test.each([
  ["ntp", true],
  ["ntp:server", true],
  ["ntp:servers:1", true],
  ["ntp:servers:2", false],
  ["ntp:*", true],
  ["ntp:server:*", false],
  ["users:*:shell", true],
  ["users:*:shel", false],
  ["ntp:**", true],
  ["ntp:port:**", false],
  ["**:shell", true],
  ["**:shel", false],
  ['"a:b":c', true],
  ["applications:0", true],
  ["parameters", true],
  ["dns", false],
])("the node has a value at %s: %s", (text, isThere) => {
  expect(findsValue(filterOf(text), node)).toBe(isThere);
});

test("a filter finds what is inside a value at a path, and the value itself", () => {
  const inside = value("a.yml", { server: "a" });

  expect(findsValue(filterOf("ntp"), inside, ["parameters", "ntp"])).toBe(true);
  expect(findsValue(filterOf("ntp:server"), inside, ["parameters", "ntp"])).toBe(true);
  expect(findsValue(filterOf("ntp:servre"), inside, ["parameters", "ntp"])).toBe(false);
  expect(findsValue(filterOf("ntp"), inside, ["parameters", "ntp", "pool"])).toBe(true);
  expect(findsValue(filterOf("dns"), inside, ["parameters", "ntp"])).toBe(false);
});

test.each([
  ["ntpp", ["ntp"]],
  ["ntp:servre", ["ntp:server", "ntp:servers"]],
  ["ntpp:port", ["ntp:port"]],
  // Both keys are wrong, and each is found.
  ["npt:prot", ["ntp:port"]],
  // No such value below the near key: the key alone.
  ["ntpp:drift", ["ntp"]],
  ["users:*:shel", ["users:*:shell"]],
  ["user:*:shell", ["users:*:shell"]],
  // The first key is unknown, so the last one is searched for everywhere.
  ["shell", ["users:alice:shell", "users:bob:shell"]],
  ["service:port", ["ntp:port"]],
  // The keys of an existing mapping are better advice than the same key elsewhere.
  ["ntp:shell", []],
  ["**:shel", []],
  ['"a:d":c', ['"a:b":c']],
])("near %s are %j", (text, paths) => {
  expect(near(text)).toEqual(paths);
});

test("of the paths of several nodes, one that differs in the last key only comes first", () => {
  const paths = new NearPaths(filterOf("ntp:servr").keys);
  paths.add(value("a.yml", { parameters: { nts: { server: 1 } } }));
  paths.add(value("b.yml", { parameters: { ntp: { server: 1 } } }));

  expect(paths.nearest(3).map(printFilter)).toEqual(["ntp:server", "nts:server"]);
});
