import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import type { Value } from "../../../src/model/values/value.ts";
import { type ChangeOptions, changeRows } from "../../../src/report/blocks/cause.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { float, type Plain, typed, value } from "../../support/value.ts";

function text(before: Value, after: Value, options: ChangeOptions & { moved?: boolean } = {}): string {
  const changes = valueChanges(before, after, ["parameters"], { moved: options.moved ?? false });
  return changes.flatMap((change) => changeRows({ change }, options).map(rowText)).join("\n");
}
const was = (data: Readonly<Record<string, Plain>>): Value => value("classes/dc/par1.yml:7", data);
const now = (data: Readonly<Record<string, Plain>>): Value => value("classes/dc/par2.yml:9", data);

test("a changed scalar shows both values and both places", () => {
  expect(text(was({ ntp: { server: "ntp1" } }), now({ ntp: { server: "ntp2" } }))).toBe(`\
  ~ ntp:server  "ntp1" -> "ntp2"
      classes/dc/par1.yml:7 -> classes/dc/par2.yml:9`);
});

test("a place that stays is printed once", () => {
  expect(text(was({ port: 22 }), was({ port: "22" }))).toBe(`\
  ~ port  22 -> "22"
      classes/dc/par1.yml:7`);
});

test("types can be told apart", () => {
  const before = { a: 1, b: null, c: true, d: typed("datetime", "2024-02-03 10:00:00"), e: float(Number.NaN) };
  const after = { a: float(1), b: "null", c: "true", d: "x", e: "NaN" };
  const heads = text(was(before), was(after))
    .split("\n")
    .filter((line) => line.startsWith("  ~"));
  expect(heads).toEqual([
    "  ~ a  1 -> 1.0",
    '  ~ b  null -> "null"',
    '  ~ c  true -> "true"',
    '  ~ d  2024-02-03T10:00:00 -> "x"',
    '  ~ e  NaN -> "NaN"',
  ]);
});

test("what is added or removed is shown whole while it is short", () => {
  expect(text(was({ old: [1, 2] }), now({ backup: { server: "bpc01" } }))).toBe(`\
  + backup  {server: "bpc01"}
      classes/dc/par2.yml:9
  - old  [1, 2]
      classes/dc/par1.yml:7`);
});

test("a long map is a block, cut unless all is asked for", () => {
  const hosts = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`host${index + 10}`, "192.0.2.1"]));
  expect(text(was({}), now({ hosts }))).toBe(`\
  + hosts  {14 keys}
      classes/dc/par2.yml:9
      host10: "192.0.2.1"
      host11: "192.0.2.1"
      host12: "192.0.2.1"
      host13: "192.0.2.1"
      host14: "192.0.2.1"
      host15: "192.0.2.1"
      host16: "192.0.2.1"
      host17: "192.0.2.1"
      host18: "192.0.2.1"
      host19: "192.0.2.1"
      host20: "192.0.2.1"
      host21: "192.0.2.1"
      ... 2 more lines (--full)`);
  expect(text(was({}), now({ hosts }), { full: true }).split("\n")).toHaveLength(16);
});

test("blocks are indented as YAML is", () => {
  const long = "x".repeat(40);
  expect(text(was({}), now({ a: { "b c": [[long, long], { d: long, e: long }], "": 1, "x:y": {} } }))).toBe(`\
  + a  {3 keys}
      classes/dc/par2.yml:9
      b c:
        - - "${long}"
          - "${long}"
        - d: "${long}"
          e: "${long}"
      "": 1
      "x:y": {}`);
});

test("lists show their edits, each with its place", () => {
  const before = { users: [{ name: "bob", shell: "a" }, { name: "ann" }, { name: "eve" }, { name: "kim" }] };
  const after = { users: [{ name: "kim" }, { name: "bob", shell: "b", uid: 7 }, { name: "ann" }, { name: "new" }] };
  expect(text(was(before), now(after))).toBe(`\
  ~ users  [4 items] -> [4 items]
      - {name: "eve"}  classes/dc/par1.yml:7
      > {name: "kim"}  item 3 -> 0  classes/dc/par1.yml:7 -> classes/dc/par2.yml:9
      ~ name=bob: shell "a" -> "b"  classes/dc/par1.yml:7 -> classes/dc/par2.yml:9
      ~ name=bob: + uid 7  classes/dc/par2.yml:9
      + {name: "new"}  classes/dc/par2.yml:9`);
});

test("edits inside lists of lists are shown below their item", () => {
  expect(
    text(
      was({ m: [[1, 2], [3]] }),
      was({
        m: [
          [1, 2],
          [3, 4],
        ],
      }),
    ),
  ).toBe(`\
  ~ m  [2 items] -> [2 items]
      ~ item 1: [1 item] -> [2 items]  classes/dc/par1.yml:7
          + 4  classes/dc/par1.yml:7`);
});

test("many edits are cut", () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index);
  const lines = text(was({ l: [] }), was({ l: numbers })).split("\n");
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe("      ... 5 more edits (--full)");
});

test("text of several lines is compared line by line", () => {
  const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
  expect(text(was({ motd: before }), was({ motd: before.replace("five", "5\t!") }))).toBe(`\
  ~ motd  (7 lines) -> (7 lines)
      classes/dc/par1.yml:7
      @@ -2,6 +2,6 @@
       two
       three
       four
      -five
      +5→!
       six
       seven`);
});

test("a line end that goes away is said", () => {
  expect(text(was({ m: "a\nb\n" }), was({ m: "a\nb" }))).toContain(`\
      -b
      +b
      \\ no line end at the end of the text`);
});

test("a moved value shows where it comes from now", () => {
  expect(text(was({ a: 1 }), now({ a: 1 }), { moved: true })).toBe(`\
  > a  1
      classes/dc/par1.yml:7 -> classes/dc/par2.yml:9`);
});

test("a value behind a reference names the place of its target", () => {
  const via = (place: string) => ({ reference: "$[dc:net]", target: value(place, 1).origin });
  const scalar = value("classes/ntp.yml:6", 1);
  const rows = changeRows({
    change: {
      kind: "changed",
      path: ["parameters", "net"],
      before: { ...scalar, via: via("par1.yml:3") },
      after: { ...scalar, data: 2, via: via("par1.yml:4") },
      items: [],
    },
  });
  expect(rows.map(rowText)).toEqual([
    "  ~ net  1 -> 2",
    "      classes/ntp.yml:6 ($[dc:net] at par1.yml:3) -> classes/ntp.yml:6 ($[dc:net] at par1.yml:4)",
  ]);
});

test("data cannot reach the terminal raw", () => {
  const shown = text(
    was({ "k\u001b[2J": "\u001b]0;x\u0007\u202e\u009b\u200b" }),
    was({ "k\u001b[2J": "a\r\nb\u001b" }),
  );
  expect(shown).not.toMatch(/[^\P{C}\n]/u);
  expect(shown).toContain('"k\\u001b[2J"');
});

test("long values are cut to the width so that the difference stays in sight", () => {
  const long = (tail: string): string => `${"/very/long/path".repeat(10)}/${tail}/${"rest".repeat(20)}`;
  const [head = ""] = text(was({ p: long("OLD") }), was({ p: long("NEW") }), { width: 80 }).split("\n");
  expect(head.length).toBeLessThanOrEqual(80);
  expect(head).toContain("OLD");
  expect(head).toContain("NEW");
  expect(head).toMatch(/"?….* -> ….*…$/);
});

test("sections other than parameters are named", () => {
  const [change] = valueChanges(value("n.yml", ["a"]), value("n.yml", ["b"]), ["classes"]);
  if (change === undefined) throw new Error("no change");
  expect(changeRows({ change }).map(rowText)[0]).toBe("  ~ classes  [1 item] -> [1 item]");
});
