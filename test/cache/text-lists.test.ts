import { expect, test } from "vitest";
import { NumberedTexts, TextLists } from "../../src/cache/text-lists.ts";

test("each name has its texts in the order in which they were given, also after the block has grown", () => {
  const lists = new TextLists();
  const many = Array.from({ length: 3000 }, (_, index) => `t${index}`);
  lists.set("few", ["t5", "t1"]);
  lists.set("none", []);
  lists.set("many", many);

  expect([...(lists.get("few") ?? [])]).toEqual(["t5", "t1"]);
  expect([...(lists.get("none") ?? ["?"])]).toEqual([]);
  expect([...(lists.get("many") ?? [])]).toEqual(many);
  expect(["t1", "t2", "x"].map((text) => lists.get("few")?.has(text))).toEqual([true, false, false]);
  expect(lists.get("x")).toBeUndefined();
});

test("lists that share their texts share the numbers, which is what is written", () => {
  const texts = new NumberedTexts(["a"]);
  const [one, other] = [new TextLists(texts), new TextLists(texts)];
  one.set("n", ["b", "a"]);
  other.setNumbers("n", [...(one.numbers("n") ?? [])]);

  expect([texts.all, [...(one.numbers("n") ?? [])]]).toEqual([
    ["a", "b"],
    [1, 0],
  ]);
  expect([...(other.get("n") ?? [])]).toEqual(["b", "a"]);
});
