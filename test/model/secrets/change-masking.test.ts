import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import { changeRows } from "../../../src/report/blocks/cause.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { comparison, on } from "../../support/comparison.ts";
import { secretsAt } from "../../support/secrets.ts";
import { type Plain, value } from "../../support/value.ts";

type Given = Readonly<Record<string, Plain>>;

function compared(before: Given, after: Given): Comparison {
  return comparison({
    changes: on(["n1"], valueChanges(value("a.yml", before), value("a.yml", after), ["parameters"])),
  });
}

/** The changes as people see them, without places. */
function lines(before: Given, after: Given, paths: readonly string[]): readonly string[] {
  const { changes } = mask("comparison", compared(before, after), secretsAt(paths));
  return changes.flatMap((change) =>
    changeRows(change).map((row) =>
      rowText(row)
        .trimEnd()
        .replace(/ +a\.yml:1$/, ""),
    ),
  );
}

test("a secret that has changed is told as changed", () => {
  expect(lines({ pw: "one" }, { pw: "two" }, ["pw"])).toEqual(["  ~ pw  (secret) -> (secret), changed", ""]);
  expect(lines({ pw: "one\ntwo\n" }, { pw: 2 }, ["pw"])).toEqual(["  ~ pw  (secret) -> (secret), changed", ""]);
});

test("a value that is encrypted on one side only is shown on neither", () => {
  expect(lines({ pw: "plain" }, { pw: "ENC[PKCS7,abc]" }, [])).toEqual(["  ~ pw  (secret) -> (secret), changed", ""]);
});

test("an item of a list that is encrypted on one side only is shown on neither", () => {
  expect(lines({ l: ["a", "plain"] }, { l: ["a", "ENC[b]"] }, [])).toEqual([
    "  ~ l  [2 items] -> [2 items]",
    "      - (secret)",
    "      + (secret)",
  ]);
  expect(lines({ l: [{ id: 1, key: "plain" }] }, { l: [{ id: 2, key: "ENC[b]" }] }, [])).toEqual([
    "  ~ l  [1 item] -> [1 item]",
    "      - {id: 1, key: (secret)}",
    "      + {id: 2, key: (secret)}",
  ]);
});

test("secrets in what is new or gone as a whole are masked", () => {
  expect(lines({ old: { pw: "a", x: 1 } }, { now: ["pw", { pw: "b" }] }, ["**:pw"])).toEqual([
    '  + now  ["pw", {pw: (secret)}]',
    "",
    "  - old  {pw: (secret), x: 1}",
    "",
  ]);
});

test("below a mapping that is a secret all is one", () => {
  expect(lines({ a: { keys: { one: "x", two: "y" } } }, { a: { keys: { one: "z", two: "y" } } }, ["*:keys"])).toEqual([
    "  ~ a:keys:one  (secret) -> (secret), changed",
    "",
  ]);
});

test("the edits inside a list that is a secret are not told", () => {
  expect(lines({ keys: ["a", "b"] }, { keys: ["a", "c"] }, ["keys"])).toEqual([
    "  ~ keys  (secret) -> (secret), changed",
    "",
  ]);
});

test("the edits inside a list name secrets of its items, deep down as well", () => {
  const before = {
    users: [
      { name: "ann", pw: "a", more: [{ name: "x", pw: "b" }] },
      { name: "bob", pw: "c" },
    ],
  };
  const after = {
    users: [
      { name: "ann", pw: "d", more: [{ name: "x", pw: "e" }] },
      { name: "eve", pw: "f" },
    ],
  };

  expect(lines(before, after, ["**:pw"])).toEqual([
    "  ~ users  [2 items] -> [2 items]",
    '      - {name: "bob", pw: (secret)}',
    "      ~ name=ann: more [1 item] -> [1 item]",
    "          ~ name=x: pw (secret) -> (secret), changed",
    "      ~ name=ann: pw (secret) -> (secret), changed",
    '      + {name: "eve", pw: (secret)}',
  ]);
});

test("what is no secret is shown as it is", () => {
  const given = compared({ a: 1, l: [1] }, { a: 2, l: [2] });
  expect(mask("comparison", given, secretsAt(["pw"]))).toEqual(given);
});
