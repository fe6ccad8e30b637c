import fc from "fast-check";
import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { Identities } from "../../../src/compare/identity.ts";
import { longestRun } from "../../../src/compare/three-way/sequences.ts";
import { valueJson } from "../../../src/encoding/json.ts";
import { applyChanges } from "../../support/apply-changes.ts";
import { anyList, anyMap, anyPlain } from "../../support/arbitrary/values.ts";
import { type Plain, value } from "../../support/value.ts";

function roundTrip(before: Plain, after: Plain): void {
  const old = value("a.yml", before);
  const now = value("b.yml", after);
  const result = applyChanges(old, valueChanges(old, now, []));
  if (!new Identities().same(result, now)) expect(valueJson(result)).toBe(valueJson(now));
}

test("the changes between two trees, applied to the first, give the second", () => {
  fc.assert(fc.property(anyMap, anyMap, roundTrip), { numRuns: 500 });
  fc.assert(fc.property(anyPlain, anyPlain, roundTrip), { numRuns: 300 });
});

test("the edits between two lists, applied to the first, give the second", () => {
  fc.assert(fc.property(anyList, anyList, roundTrip), { numRuns: 1000 });
});

test("a shuffled list comes out in its new order", () => {
  const shuffled = anyList.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list])));
  fc.assert(
    fc.property(shuffled, ([list, part]) => roundTrip(list, part)),
    { numRuns: 500 },
  );
});

test("there are changes if and only if the JSON differs", () => {
  const sorted = (data: Plain): string => JSON.stringify(JSON.parse(valueJson(value("a.yml", data)), sortKeys));
  fc.assert(
    fc.property(anyMap, anyMap, (before, after) => {
      const changes = valueChanges(value("a.yml", before), value("a.yml", after), []);
      const same = new Identities().same(value("a.yml", before), value("a.yml", after));
      expect(changes.length === 0).toBe(same);
      if (same) expect(sorted(before)).toBe(sorted(after));
    }),
  );
});

test("moved changes alter nothing", () => {
  fc.assert(
    fc.property(anyMap, (data) => {
      const old = value("a.yml", data);
      const now = value("b.yml", data);
      const changes = valueChanges(old, now, [], { moved: true });
      expect(changes.every((change) => change.kind === "moved")).toBe(true);
      expect(valueJson(applyChanges(old, changes))).toBe(valueJson(old));
    }),
  );
});

test("a longest run is increasing and no shorter than any other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 9 }), (numbers) => {
      const run = longestRun(numbers).map((position) => numbers[position] ?? Number.NaN);
      expect(run.every((number, index) => index === 0 || number > (run[index - 1] ?? Infinity))).toBe(true);
      expect(run.length).toBe(longest(numbers));
    }),
  );
});

/** All runs, one by one. */
function longest(numbers: readonly number[], above = -1): number {
  return numbers.reduce((best, number, index) => {
    return number > above ? Math.max(best, 1 + longest(numbers.slice(index + 1), number)) : best;
  }, 0);
}

function sortKeys(_: string, part: unknown): unknown {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
}
