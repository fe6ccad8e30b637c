import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "../../src/encoding/packed.ts";
import { placeOf, type SourceFile } from "../../src/model/values/value.ts";

/** What comes out at the other end of a pipe. */
function passed(data: unknown, ofFiles?: "places" | "texts", known?: Iterable<SourceFile>): unknown {
  // `packed` made it.
  return unpacked(JSON.parse(JSON.stringify(packed(data, ofFiles))), known);
}

const leaf = fc.oneof(fc.string(), fc.double(), fc.bigInt(), fc.boolean(), fc.constant(null));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.array(leaf, { maxLength: 3 }).map((items) => new Set(items)),
    fc.array(fc.tuple(leaf, tie("tree")), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.dictionary(fc.string(), tie("tree"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test("data of any kind is what it was: numbers of any size, sets, maps, and the order of keys", () => {
  fc.assert(
    fc.property(tree, (data) => {
      expect(passed(data)).toEqual(data);
    }),
  );
});

test("what several parts share stays shared, and functions and undefined members are left out", () => {
  const shared = { a: 1 };
  const read = passed([shared, shared, { b: undefined, c: () => 1 }]);

  expect(read).toEqual([{ a: 1 }, { a: 1 }, {}]);
  expect(Array.isArray(read) && read[0] === read[1]).toBe(true);
});

test("of a file without its text all places stay", () => {
  const text = fc.array(fc.constantFrom("a", "ü", "𐀀", "\n", "\r", "\t"), { maxLength: 12 });
  fc.assert(
    fc.property(text, fc.nat(14), (characters, start) => {
      const file = { path: "classes/a.yml", blob: "1", text: characters.join("") };
      // A file is a file again.
      const read = passed(file) as SourceFile;
      expect(placeOf({ file: read, start, end: start })).toEqual(placeOf({ file, start, end: start }));
      expect(read.text).toMatch(/^[ 𐀀\n]*$/u);
    }),
  );
});

test("a file with its text says what of it is hidden, and a file of this process takes the place of an equal one", () => {
  const file: SourceFile = { path: "nodes/n.yml", blob: "1", text: "key: secret", hidden: [{ start: 5, end: 11 }] };
  const other = { path: "nodes/n.yml", blob: "2", text: "" };

  expect(passed([file, other], "texts")).toEqual([file, other]);
  expect(passed([file, other], "texts", [file])).toEqual([file, other]);
  const read = passed([file, other], "texts", [file]);
  expect(Array.isArray(read) && read[0] === file && read[1] !== other).toBe(true);
});
