import fc from "fast-check";
import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { valueJson } from "../../../src/encoding/json.ts";
import type { ItemEdit } from "../../../src/model/results/change.ts";
import { type Plain, value } from "../../support/value.ts";

function edits(before: readonly Plain[], after: readonly Plain[]): readonly ItemEdit[] {
  const [change] = valueChanges(value("a.yml", before), value("b.yml", after), ["l"]);
  return change?.kind === "changed" ? change.items : [];
}

/** `- 0 "a"`, `+ 1 "b"`, `> 2 0 "c"`, `~ 1 1 name: shell` */
function lines(before: readonly Plain[], after: readonly Plain[]): string[] {
  return edits(before, after).map((edit) => {
    if (edit.kind === "added") return `+ ${edit.newIndex} ${valueJson(edit.after)}`;
    if (edit.kind === "removed") return `- ${edit.oldIndex} ${valueJson(edit.before)}`;
    if (edit.kind === "moved") return `> ${edit.oldIndex} ${edit.newIndex} ${valueJson(edit.after)}`;
    const inside = edit.changes.map((change) => change.path.join(":")).join(",");
    return `~ ${edit.oldIndex} ${edit.newIndex} ${edit.key ?? "position"}: ${inside}${edit.moved ? " (moved)" : ""}`;
  });
}

test("items come and go without disturbing their neighbours", () => {
  expect(lines(["a", "b", "c"], ["a", "c", "d"])).toEqual(['- 1 "b"', '+ 2 "d"']);
});

test("one item that jumps is the one that moved", () => {
  expect(lines(["a", "b", "c", "d"], ["d", "a", "b", "c"])).toEqual(['> 3 0 "d"']);
});

test("an item at its old index has not moved, and of the others as few as possible have", () => {
  expect(lines(["c", "b", "a"], ["a", "b", "c"])).toEqual(['> 2 0 "a"', '> 0 2 "c"']);
  const letters = ["a", "b", "c", "d", "e", "f"];
  const shuffled = fc.shuffledSubarray(letters, { minLength: letters.length });
  fc.assert(
    fc.property(shuffled, (after) => {
      const moved = edits(letters, after).flatMap((edit) => (edit.kind === "moved" ? [edit.after] : []));
      expect(moved.length).toBe(fewestMoved(letters, after));
      for (const [at, letter] of letters.entries()) {
        if (after[at] === letter) expect(moved.map(valueJson)).not.toContain(JSON.stringify(letter));
      }
    }),
    { numRuns: 200 },
  );
});

/** By trying all sets of items that stay: those at their old index among them, and in the same order on both sides. */
function fewestMoved(before: readonly string[], after: readonly string[]): number {
  let most = 0;
  for (let set = 0; set < 2 ** before.length; set += 1) {
    const stays = (letter: string) => (set & (1 << before.indexOf(letter))) !== 0;
    const [old, now] = [before.filter(stays), after.filter(stays)];
    const isFine = before.every((letter, at) => after[at] !== letter || stays(letter)) && old.join() === now.join();
    if (isFine) most = Math.max(most, old.length);
  }
  return before.length - most;
}

test("an item put in front of a repeated one moves nothing", () => {
  expect(lines(["x", "a"], ["a", "x", "a"])).toEqual(['+ 0 "a"']);
});

test("maps are matched by name, wherever they stand", () => {
  const before = [{ name: "bob", shell: "a" }, { name: "eve", shell: "a" }, { name: "old" }];
  const after = [{ name: "new" }, { name: "eve", shell: "a" }, { name: "bob", shell: "b" }];
  expect(lines(before, after)).toEqual(['- 2 {"name":"old"}', '+ 0 {"name":"new"}', "~ 0 2 name: shell (moved)"]);
});

test("a matched map can change and move at once", () => {
  const before = [{ id: 1 }, { id: 2 }, { id: 3, x: 0 }];
  const after = [{ id: 3, x: 1 }, { id: 1 }, { id: 2 }];
  expect(lines(before, after)).toEqual(["~ 2 0 id: x (moved)"]);
});

test("a key identifies only if it is unique in both lists", () => {
  const before = [
    { name: "a", id: 1, v: 1 },
    { name: "a", id: 2 },
  ];
  const after = [
    { name: "a", id: 2 },
    { name: "a", id: 1, v: 2 },
  ];
  expect(lines(before, after)).toEqual(["~ 0 1 id: v (moved)"]);
});

test("maps without an identifying key are matched by position between equal items", () => {
  const before = [{ port: 1, up: true }, "x", { port: 2 }];
  const after = ["new", { port: 9, up: true }, "x", { port: 2 }];
  expect(lines(before, after)).toEqual(['+ 0 "new"', "~ 0 1 position: port"]);
});

test("maps that share no key are two items", () => {
  expect(lines([{ a: 1 }], [{ b: 1 }])).toEqual(['- 0 {"a":1}', '+ 0 {"b":1}']);
});

test("lists inside lists are matched by position", () => {
  expect(lines([[1, 2], [3]], [[1, 2], [4]])).toEqual(["~ 1 1 position: "]);
});

test("half of a long list moves: so many edits and no more", () => {
  const before = Array.from({ length: 10_000 }, (_, index) => ({ name: `user${index}`, uid: index }));
  const after = [...before.slice(5_000), { name: "new", uid: 1 }, ...before.slice(0, 4_999)];

  expect(edits(before, after)).toHaveLength(5_001);
});
