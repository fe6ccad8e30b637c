import { expect, test } from "vitest";
import {
  adapted,
  atTop,
  type Cursor,
  type Move,
  movedBy,
  onItem,
  type Shown,
  scrolledBy,
  steppedBy,
} from "../../../src/tui/list/cursor.ts";

function letters(text: string, height = 3): Shown {
  return { list: { count: text.length, id: (index) => text.charAt(index) }, height };
}

/** What is in sight, the chosen item as a capital. */
function sight({ index, top }: Cursor, text: string, height = 3): string {
  return [...text]
    .map((each, at) => (at === index ? each.toUpperCase() : each))
    .slice(top, top + height)
    .join("");
}

test("the list moves as little as it must, and the cursor stops at the ends", () => {
  const text = "abcdef";
  let cursor = atTop;
  const seen = [1, 1, 1, 1, 9, -1, -1, -1, -9].map((by) => {
    cursor = onItem(cursor, cursor.index + by, letters(text));
    return sight(cursor, text);
  });

  expect(seen).toEqual(["aBc", "abC", "bcD", "cdE", "deF", "dEf", "Def", "Cde", "Abc"]);
});

/** Where each of these moves leads, one after the other. */
function walk(moves: readonly Move[], by: (at: number, move: Move) => number): readonly number[] {
  let at = 0;
  return moves.map((move) => {
    at = by(at, move);
    return at;
  });
}

const EACH: readonly Move[] = ["down", "page-down", "up", "last", "down", "page-up", "first", "up"];

test("every move leads where it says, and not beyond the ends", () => {
  const text = "abcdefgh";
  let cursor = atTop;
  const items = walk(EACH, (_, move) => {
    cursor = movedBy(cursor, move, letters(text));
    return cursor.index;
  });

  expect(items).toEqual([1, 4, 3, 7, 7, 4, 0, 0]);
  expect(walk(EACH, (at, move) => steppedBy(at, move, { last: 7, page: 3 }))).toEqual(items);
});

test("a text scrolls until its last line is in sight, and one that fits does not scroll", () => {
  expect(walk(EACH, (top, move) => scrolledBy(top, move, { lines: 8, rows: 3 }))).toEqual([1, 4, 3, 5, 5, 2, 0, 0]);
  expect(walk(EACH, (top, move) => scrolledBy(top, move, { lines: 2, rows: 3 })).every((top) => top === 0)).toBe(true);
});

test("the chosen item stays chosen, on its line, when items come before it", () => {
  const cursor = onItem(atTop, 2, letters("abcdef"));

  expect(sight(adapted(cursor, letters("xyabcdef")), "xyabcdef")).toBe("abC");
});

test("when the chosen item goes, the one in its place is chosen", () => {
  const cursor = onItem(atTop, 2, letters("abcd"));

  expect(sight(adapted(cursor, letters("abd")), "abd")).toBe("abD");
  expect(sight(adapted(cursor, letters("ab")), "ab")).toBe("aB");
});

test("in less room the chosen item stays in sight", () => {
  const cursor = onItem(atTop, 5, letters("abcdef", 6));

  expect(sight(adapted(cursor, letters("abcdef", 2)), "abcdef", 2)).toBe("eF");
});

test("an empty list has no chosen item, and takes the first when there is one", () => {
  const none = adapted(onItem(atTop, 3, letters("abcd")), letters(""));

  expect(none).toEqual({ id: undefined, index: 0, top: 0 });
  expect(adapted(none, letters("ab")).id).toBe("a");
});
