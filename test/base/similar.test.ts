import fc from "fast-check";
import { expect, test } from "vitest";
import { didYouMean, NearNames, similar } from "../../src/base/similar.ts";

test.each([
  ["shw", ["show", "diff", "check"], ["show"]],
  ["SHOW", ["show", "diff"], ["show"]],
  ["sohw", ["show"], ["show"]],
  ["nodse", ["nodes", "node", "notes"], ["nodes", "node"]],
  ["web01", ["web02", "web03", "web04", "web05"], ["web02", "web03", "web04"]],
  ["a", ["b", "A"], ["A"]],
  ["ab", ["ac", "cd"], []],
  ["web", ["web1", "db1", "web2"], ["web1", "web2"]],
  ["web", ["web1", "db1", "web2", "WEB"], ["WEB"]],
  ["core", ["core1", "\u0441ore"], ["\u0441ore"]],
  ["w", ["w1", "w2", "w3", "w4", "w5", "w6"], ["w1", "w2", "w3", "w4", "w5"]],
  ["show", ["show"], []],
  ["inventory", ["init"], []],
  ["", ["a"], []],
])("%s is close to %j: %j", (typed, names, close) => {
  expect(similar(typed, names)).toEqual(close);
});

test("names to choose from are put into one question", () => {
  expect(didYouMean([])).toBeUndefined();
  expect(didYouMean(["a"])).toBe("did you mean a?");
  expect(didYouMean(["a", "b", "c"])).toBe("did you mean a, b or c?");
  expect(didYouMean(["Web"], "web")).toBe("did you mean Web?");
  expect(didYouMean(["gru\u0308n"], "gr\u00fcn")).toBe("did you mean gru\\u0308n, which differs in Unicode form?");
});

test("names are near by their distance in insertions, removals, replacements and swaps", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 3, maxLength: 7 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 4 }), (typed, names) => {
      const distances = new Map(names.filter((name) => name !== typed).map((name) => [name, distance(typed, name)]));
      fc.pre(!names.some((name) => name.startsWith(typed)));
      const limit = Math.min(2, Math.floor(typed.length / 3));
      const near = [...distances].filter(([, edits]) => edits <= limit).sort(([, one], [, other]) => one - other);
      expect(similar(typed, names)).toEqual(near.map(([name]) => name).slice(0, 3));
    }),
    { numRuns: 300 },
  );
});

test("among names that many are held to, the nearest is the same", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "B", "b", "-", "ü"), maxLength: 9 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 12 }), (typed, names) => {
      expect(new NearNames(names).nearest(typed)).toBe(similar(typed, names)[0]);
    }),
    { numRuns: 300 },
  );
});

test("the work for all names together is bounded: the first hundred have a suggestion, long ones fewer", () => {
  const asked = (length: number, names: number) => {
    const stem = "c".repeat(length);
    const near = new NearNames(Array.from({ length: names }, (_, at) => `${stem}${10_000 + at}`));
    return Array.from({ length: 200 }, (_, at) => near.nearest(`${stem}x${10_000 + at}`)).filter(Boolean).length;
  };

  expect(asked(10, 100)).toBe(100);
  expect(asked(180, 1000)).toBeLessThan(20);
  expect(asked(180, 1)).toBeGreaterThan(0);
});

/** By the definition, on the last letters of both. */
function distance(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const [shorter, narrower] = [left.slice(0, -1), right.slice(0, -1)];
  const replaced = distance(shorter, narrower) + (left.at(-1) === right.at(-1) ? 0 : 1);
  const swapped =
    left.length > 1 && right.length > 1 && left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1)
      ? distance(left.slice(0, -2), right.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY;
  return Math.min(replaced, swapped, distance(shorter, right) + 1, distance(left, narrower) + 1);
}
