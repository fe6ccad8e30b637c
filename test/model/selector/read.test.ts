import { expect, test } from "vitest";
import { nameSetText } from "../../../src/base/name-set.ts";
import { type Atom, holds, readSelectors, type Selector } from "../../../src/model/selector/selector.ts";

const nodes = ["web01", "web02", "web03", "web11", "r8", "r12", "a, b", "and", "x:y", "web[1]", "all"];

function readSelector(text: string): Selector {
  const selector = readSelectors([text]);
  if (selector === undefined) throw new Error(text);
  return selector;
}

function byName(text: string): readonly string[] {
  const selector = readSelector(text);
  return nodes.filter((name) => holds(selector, ({ of, fits }) => of === "all" || fits(name)));
}

function shape(selector: Selector): unknown {
  if (selector.kind === "atom") return selector.text;
  return selector.kind === "not" ? { not: shape(selector.of) } : { [selector.kind]: selector.parts.map(shape) };
}

test("not binds before and, and before or, and a comma before all", () => {
  expect(shape(readSelector("a or b and not c,d"))).toEqual({
    or: ["a", { and: ["b", { not: { or: ["c", "d"] } }] }],
  });
  expect(shape(readSelector("(a or b) and not not c"))).toEqual({ and: [{ or: ["a", "b"] }, { not: { not: "c" } }] });
});

test.each([
  ["web[01-02,11]", ["web01", "web02", "web11"]],
  ["web0[13]", ["web01", "web03"]],
  ["r[8-12]", ["r8", "r12"]],
  ['"a, b"', ["a, b"]],
  ["node:and or node:all", ["and", "all"]],
  ['"x:y"', ["x:y"]],
  ["web[1]", ["web[1]"]],
  ['"web*"', []],
])("%s means %j", (text, names) => {
  expect(byName(text)).toEqual(names);
});

test("what is printed of a set of names is read as this set", () => {
  for (let from = 0; from < nodes.length; from += 1) {
    const some = nodes.slice(from, from + 4);
    expect(byName(nameSetText(some)).toSorted()).toEqual(some.toSorted());
  }
});

test("what is not known decides only where nothing else does", () => {
  const ask = (known: Readonly<Record<string, boolean>>) => (atom: Atom) => known[atom.text];
  expect(holds(readSelector("a and b"), ask({ a: false }))).toBe(false);
  expect(holds(readSelector("a and b"), ask({ a: true }))).toBeUndefined();
  expect(holds(readSelector("a or not b"), ask({ b: false }))).toBe(true);
  expect(holds(readSelector("not a"), ask({}))).toBeUndefined();
});

test.each([
  [["a and"], "a name is missing at its end"],
  [["(a"], "a ) is missing"],
  [["clas:web"], '"clas" is no kind of condition'],
  [["class:"], "class: needs a name"],
  [['class:"web'], "a quote is not closed"],
  [["a AND b"], '"AND" is not expected there'],
  [["a", "or", "b"], '"or" is a word of a selector'],
  [["a", "not b"], "several selectors add up"],
  [[`${"(".repeat(300)}a`], "too many levels"],
])("%j is no selector", (words, message) => {
  expect(() => readSelectors(words)).toThrow(message);
});
