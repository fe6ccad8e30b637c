import fc from "fast-check";
import { expect, test } from "vitest";
import { PathLines } from "../../src/base/path-lines.ts";
import { compareText } from "../../src/base/text-order.ts";

const name = fc.constantFrom("a", "a.b", "b", "Z", "é", "￮", "𐀀");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const files = fc.dictionary(path, fc.constantFrom("1", "22"));

function linesOf(heads: Readonly<Record<string, string>>): PathLines {
  return PathLines.of(Object.entries(heads));
}

function read(lines: PathLines): readonly (readonly [string, string])[] {
  return Array.from({ length: lines.count }, (_, at) => [lines.path(at), lines.head(at, 0)] as const);
}

function sorted(heads: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] {
  return [...heads].sort(([one], [other]) => compareText(one, other));
}

test("lines are found by their paths, and those in a folder are neighbours", () => {
  fc.assert(
    fc.property(files, path, fc.boolean(), (heads, asked, isAll) => {
      const lines = isAll ? linesOf(heads).expectAll() : linesOf(heads);
      const all = sorted(Object.entries(heads));
      const below = all.filter(([each]) => each.startsWith(`${asked}/`));

      expect(read(lines)).toEqual(all);
      expect(lines.find(asked)).toBe(all.findIndex(([each]) => each === asked));
      expect(read(lines).slice(...lines.range(`${asked}/`))).toEqual(below);
      expect(read(lines.part(...lines.range(`${asked}/`), Buffer.byteLength(asked) + 1))).toEqual(
        below.map(([each, head]) => [each.slice(asked.length + 1), head]),
      );
      expect(Array.from(lines.ending(".b"), (at) => lines.path(at))).toEqual(
        all.map(([each]) => each).filter((each) => each.endsWith(".b")),
      );
    }),
    { numRuns: 300 },
  );
});

test("edited lines are as if they had been listed so", () => {
  fc.assert(
    fc.property(files, files, fc.uniqueArray(path), (heads, added, removed) => {
      const gone = new Set(removed.filter((each) => !(each in added)));
      const kept = Object.entries(heads).filter(([each]) => !gone.has(each) && !(each in added));

      expect(read(linesOf(heads).edited(linesOf(added), gone))).toEqual(sorted([...kept, ...Object.entries(added)]));
    }),
    { numRuns: 300 },
  );
});

test("a path that is no UTF-8 is not taken for one that is", () => {
  expect(linesOf({ "\ufffd": "1" }).find("\udcff")).toBe(-1);
});

test("lines of two lists differ where a path has another head, or is in one of them alone", () => {
  fc.assert(
    fc.property(files, files, (before, after) => {
      const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText);
      const differing = paths.filter((each) => before[each] !== after[each]);

      expect([...linesOf(before).differing(linesOf(after))]).toEqual(differing);
    }),
    { numRuns: 300 },
  );
});
