import { expect, test } from "vitest";
import { mergeSequences } from "../../../src/compare/three-way/stretches.ts";

/** The kinds of stretches with what each side makes of them; what nobody changed is left out. */
function changed(base: string, ours: string, theirs: string): readonly string[] {
  const [old, here, there] = [base, ours, theirs].map((text) => [...text]);
  return mergeSequences(old ?? [], here ?? [], there ?? [], (item) => item).flatMap((stretch) => {
    const texts = [stretch.base, stretch.ours, stretch.theirs].map((items) => items.join(""));
    const [first, ...more] = stretch.ways.map((way) => way.join(""));
    const ofOne = first === texts[1] ? "ours" : "theirs";
    const kind = first === undefined ? "conflict" : more.length > 0 ? "order" : ofOne;
    return new Set(texts).size === 1 ? [] : [`${kind} ${texts.join("|")}`];
  });
}

test("changes in different places are those of a side, and equal ones are made once", () => {
  expect(changed("abcd", "xabcd", "abcdy")).toEqual(["ours |x|", "theirs ||y"]);
  expect(changed("abc", "ac", "abcd")).toEqual(["ours b||b", "theirs ||d"]);
  expect(changed("ab", "axb", "axb")).toEqual(["ours |x|x"]);
});

test("additions at one place, and neighbouring changes, can be put in two orders", () => {
  expect(changed("a", "ax", "ay")).toEqual(["order |x|y"]);
  expect(changed("ab", "xb", "ayb")).toEqual(["order a|x|ay"]);
});

test("changes of the same items are a conflict", () => {
  expect(changed("abc", "axc", "ayc")).toEqual(["conflict b|x|y"]);
  expect(changed("abcd", "ad", "abxcd")).toEqual(["conflict bc||bxc"]);
});
