import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { MAX_WORK, WorkAllowance } from "../../../src/resolve/limits.ts";
import { Trail } from "../../../src/resolve/merge/trail.ts";

const origin = { file: { path: "nodes/n1.yml", blob: "0", text: "" }, start: 0, end: 0 };

function filled(hops: number) {
  const found: Diagnostic[] = [];
  const trail = new Trail((diagnostic) => found.push(diagnostic));
  const values = Array.from({ length: hops }, (_, at) => ({ kind: "template", at }));
  for (const [at, what] of values.entries()) trail.push({ what, path: [`a${at}`], origin });
  return { trail, values, found };
}

test("100,000 steps of a chain are followed, and one more is reported", () => {
  const { trail, found } = filled(100_000);

  expect(trail.enter({}, ["b"], origin)).toBe(true);
  expect(trail.accepts({})).toBe(false);
  expect(trail.enter({}, ["c"], origin)).toBe(false);
  expect(found.map(({ message }) => message)).toEqual(["a chain of references is longer than 100000"]);
});

test.each([3, 31, 32, 33, 5000])("a value on a trail of %d is found until it leaves", (hops) => {
  const { trail, values, found } = filled(hops);
  const [first, last] = [values[0] ?? {}, values.at(-1) ?? {}];

  expect([trail.accepts(first), trail.accepts(last)]).toEqual([false, false]);
  trail.pop();
  expect([trail.accepts(first), trail.accepts(last)]).toEqual([false, true]);
  expect(trail.enter(first, [], origin)).toBe(false);
  expect(found).toMatchObject([{ code: "reference-cycle" }]);
});

test("of a long loop the first steps are named", () => {
  const { trail, values, found } = filled(1000);

  trail.enter(values[10] ?? {}, [], origin);

  expect(found[0]?.message).toMatch(/^reference cycle: a10 -> a11 -> .* -> a59 -> 940 more -> a10$/);
  expect(found[0]?.related).toHaveLength(49);
});

test("a node that is read again and again may take less each time that it takes too much", () => {
  const allowance = new WorkAllowance();
  const spent = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
    const trail = new Trail(() => {}, allowance);
    while (trail.spend(MAX_WORK / 256, origin));
    return Math.floor((trail.spent * 64) / MAX_WORK);
  });

  expect(spent).toEqual([64, 32, 16, 8, 4, 2, 1, 1]);
});

test("nothing is followed beyond the first limit, which alone is reported", () => {
  const { trail, found } = filled(0);

  expect([trail.spend(MAX_WORK, origin), trail.enter({}, ["a"], origin)]).toEqual([true, true]);
  expect([trail.spend(1, origin), trail.spend(1, origin)]).toEqual([false, false]);
  expect([trail.enter({}, ["b"], origin), trail.accepts({})]).toEqual([false, false]);
  expect(found.map(({ code }) => code)).toEqual(["reference-limit"]);
});
