import fc from "fast-check";
import { entries, float, type Plain } from "../value.ts";

const key = fc.oneof(
  fc.constantFrom("a", "b", "c", "name", "id", "__proto__", "constructor"),
  fc.string({ maxLength: 3 }),
);
const scalar: fc.Arbitrary<Plain> = fc.oneof(
  fc.constantFrom<Plain>(null, true, false, 0, 1, "", "1", "a", "b", float(1), float(Number.NaN)),
  fc.integer(),
  fc.bigInt(),
  fc.string({ maxLength: 4 }),
);

const tree = fc.letrec<{ value: Plain; map: Plain; list: readonly Plain[] }>((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalar, tie("map"), tie("list")),
  map: fc
    .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 6 })
    .map((pairs) => entries(...pairs)),
  list: fc.array(tie("value"), { maxLength: 8 }),
}));

/** Any value that plain data can say. */
export const anyPlain: fc.Arbitrary<Plain> = tree.value;

export const anyMap: fc.Arbitrary<Plain> = tree.map;

/** Lists with many repeated items, as edits of lists find them. */
export const anyList: fc.Arbitrary<readonly Plain[]> = fc.oneof(
  tree.list,
  fc.array(fc.constantFrom<Plain>("a", "b", "c", 1, null), { maxLength: 12 }),
  fc.uniqueArray(fc.record({ name: fc.integer({ min: 0, max: 9 }), x: fc.integer({ min: 0, max: 2 }) }), {
    selector: (item) => item.name,
    maxLength: 10,
  }),
);
