import { expect, test } from "vitest";
import type { NameMention } from "../../../src/model/inventory/definition.ts";
import { joinApplications, withApplications } from "../../../src/resolve/ancestry/applications.ts";
import { at } from "../../support/value.ts";

const list = (text: string): readonly NameMention[] =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ name: word.replace("~", ""), remove: word.startsWith("~"), origin: at("x.yml") }));
const names = (mentions: readonly NameMention[]): string => mentions.map(({ name }) => name).join(" ");

test.each([
  ["a b", "c a", "a b c", ""],
  ["a b", "~a", "b", ""],
  ["a b", "~a a", "b a", ""],
  ["a b", "a ~a", "b", ""],
  ["", "x ~x y", "y", ""],
  ["", "~x x", "x", "x"],
  ["a", "~b ~b", "a", "b b"],
])("%j with the list %j becomes %j; removals of nothing: %j", (gathered, own, result, useless) => {
  const reported: NameMention[] = [];

  expect(names(withApplications(list(gathered), list(own), (removal) => reported.push(removal)))).toBe(result);
  expect(names(reported)).toBe(useless);
});

test("what an ancestor gathered comes after what was there, each name once", () => {
  expect(names(joinApplications(list("a b"), list("b c a d")))).toBe("a b c d");
});
