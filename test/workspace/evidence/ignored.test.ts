import fc from "fast-check";
import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { Identities } from "../../../src/compare/identity.ts";
import { ignoredKind } from "../../../src/workspace/evidence/reviewed.ts";
import { type Plain, value } from "../../support/value.ts";

const { values } = fc.letrec<{ values: Plain; leaf: Plain; list: Plain; map: Plain }>((tie) => ({
  values: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("list"), tie("map")),
  leaf: fc.constantFrom<Plain>(1, 2, "1", true, null),
  list: fc.array(tie("values"), { maxLength: 3 }),
  map: fc.dictionary(fc.constantFrom("name", "x"), tie("values"), { maxKeys: 2 }),
}));

/** A text that is equal for values that differ in the order of items alone, written down from the rule. */
function bag(of: Plain): string {
  if (Array.isArray(of)) return `[${of.map(bag).sort().join()}]`;
  if (of === null || typeof of !== "object") return JSON.stringify(of);
  return `{${Object.entries(of)
    .map(([key, each]) => `${key}:${bag(each)}`)
    .sort()
    .join()}}`;
}

test("lists are bags at every depth: types and the number of equal items count", () => {
  const lists = fc.array(values, { maxLength: 4 });
  const pairs = lists.chain((one) =>
    fc.tuple(fc.constant(one), fc.oneof(fc.shuffledSubarray(one, { minLength: one.length }), lists)),
  );
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const [before, after] = [value("a.yml", one), value("b.yml", other)];
      expect(new Identities({ isOrdered: false }).same(before, after)).toBe(bag(one) === bag(other));
      const [change] = valueChanges(before, after, ["l"]);
      const isSame = change === undefined || ignoredKind(change) !== undefined;
      if (bag(one) === bag(other)) expect(isSame).toBe(true);
      else if (change !== undefined && ignoredKind(change) !== "type") expect(isSame).toBe(false);
    }),
    { numRuns: 300 },
  );
});
