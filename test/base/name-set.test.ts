import fc from "fast-check";
import { expect, test } from "vitest";
import { nameSet, nameSetText } from "../../src/base/name-set.ts";

test("numbers of equal padding share a range, in the order of the first names", () => {
  expect(nameSetText(["web03", "web01", "web02", "web11", "db1"])).toBe("db1,web[01-03,11]");
  expect(nameSetText(["n8", "n9", "n10", "n08"])).toBe("n[08,10],n[8-9]");
  expect(nameSetText(["n8", "n9", "n10"])).toBe("n[8-10]");
});

test("several numbers fold only where every combination is in the set", () => {
  expect(nameSetText(["w1.r10", "w1.r11", "w2.r10", "w2.r11"])).toBe("w[1-2].r[10-11]");
  expect(nameSetText(["w1.r10", "w1.r11", "w2.r10"])).toBe("w1.r[10-11],w2.r10");
});

test("a name that the notation cannot hold is JSON text", () => {
  expect(nameSetText(["a,b", "c d", "e[1]", "f"])).toBe('"a,b","c d","e[1]",f');
});

test("a member counts the names it means", () => {
  expect(nameSet(["w1.r1", "w1.r2", "w2.r1", "w2.r2", "x"]).map(({ size }) => size)).toEqual([4, 1]);
});

/** As ClusterShell reads a set: a padded first number pads all of its range. */
function expanded(text: string): readonly string[] {
  const members = text.match(/"(?:[^"\\]|\\.)*"|(?:\[[^\]]*\]|[^,[])+/g) ?? [];
  return members.flatMap((member) => {
    if (member.startsWith('"')) return [String(JSON.parse(member))];
    return member.split(/\[([^\]]*)\]/).reduce<string[]>(
      (heads, part, at) => {
        const tails = at % 2 === 0 ? [part] : part.split(",").flatMap(range);
        return heads.flatMap((head) => tails.map((tail) => head + tail));
      },
      [""],
    );
  });
}

function range(text: string): readonly string[] {
  const [first = "", last = first] = text.split("-");
  const width = first.startsWith("0") ? first.length : 0;
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, at) => String(Number(first) + at).padStart(width, "0"));
}

test("a set means its names and no others", () => {
  const name = fc.stringMatching(/^(?:web|db-)(?:\d{1,3})(?:\.r[012]\d?)?(?:[ ,x])?$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 40 }), (names) => {
      expect(expanded(nameSetText(names)).toSorted()).toEqual(names.toSorted());
    }),
    { numRuns: 1000 },
  );
});
