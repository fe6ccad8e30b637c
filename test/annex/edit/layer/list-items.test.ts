import { expect, test } from "vitest";
import { itemsRemoved, nameAdded } from "../../../../src/annex/edit/layer/list-items.ts";
import { DraftedText } from "../../../../src/annex/edit/text/drafted-text.ts";
import { SourceText } from "../../../../src/annex/edit/text/source-text.ts";
import { bytesAfter } from "../../../../src/model/results/file-edit.ts";

function textAfter(text: string, change: (source: SourceText) => ReturnType<typeof nameAdded>): string | undefined {
  const source = new SourceText("nodes/a.yml", Buffer.from(text));
  const changes = change(source);
  return changes && Buffer.from(bytesAfter(source.edit(changes))).toString();
}

test.each<[string, string, number, string]>([
  ["classes:\n- a  # x\n\np: 1\n", "b", 1, "classes:\n- a  # x\n- b\n\np: 1\n"],
  ["classes:\n  # first\n  - a\n", "b", 0, "classes:\n  # first\n  - b\n  - a\n"],
  ["classes:\r\n  - a", "b", 1, "classes:\r\n  - a\r\n  - b"],
  ["classes: [a]\n", "b", 1, "classes: [a, b]\n"],
  ["classes: [a]\n", "b", 0, "classes: [b, a]\n"],
  ["classes: []\n", "b", 0, "classes: [b]\n"],
  ["classes: [\n  a,\n]\n", "b", 1, "classes: [\n  a,\n  b\n]\n"],
  ["classes:\np: 1\n", "b", 0, "classes:\n  - b\np: 1\n"],
  ["p: 1\n", "b", 0, "p: 1\nclasses:\n  - b\n"],
  ["{p: 1}\n", "b", 0, "{p: 1, classes: [b]}\n"],
  ["# nothing\n", "10", 0, "# nothing\nclasses:\n  - '10'\n"],
])("%j with the class %s at %i is %j", (text, name, index, after) => {
  expect(textAfter(text, (source) => nameAdded(source, { key: "classes", index }, name))).toBe(after);
});

test.each<[string, number[], string]>([
  ["classes:\n  - a   # twice\n  - b\n", [0], "classes:\n  - b\n"],
  ["classes:\n- a\n- b\n- c", [1, 2], "classes:\n- a"],
  ["classes:\n- a\n# between\n- b\np: 1\n", [1], "classes:\n- a\n# between\np: 1\n"],
  ["classes: [a, b, c, d]\n", [0, 2], "classes: [b, d]\n"],
  ["classes: [a, b, c]\n", [1, 2], "classes: [a]\n"],
  ["classes: [a]\np: 1\n", [0], "p: 1\n"],
  ["# x\nclasses:\n  - a\n", [0], "# x\n"],
  ["{classes: [a], p: 1}\n", [0], "{p: 1}\n"],
])("%j without the items %j is %j", (text, leaving, after) => {
  expect(textAfter(text, (source) => itemsRemoved(source, "classes", new Set(leaving)))).toBe(after);
});

test("an item that an alias stands for is not taken out", () => {
  expect(textAfter("classes:\n- &a a\nx: *a\n", (source) => itemsRemoved(source, "classes", new Set([0])))).toBe(
    undefined,
  );
});

test("several steps are changes of the first text", () => {
  const draft = new DraftedText(new SourceText("a.yml", Buffer.from("\ufeffä: 1\nb: 2\nc: 3\n")));
  draft.apply([{ start: 5, end: 10, text: "" }]);
  draft.apply([{ start: 5, end: 5, text: "d: 4\n" }]);
  draft.apply([
    { start: 3, end: 4, text: "10" },
    { start: 8, end: 9, text: "5" },
  ]);
  expect(draft.now.text).toBe("ä: 10\nd: 5\nc: 3\n");
  expect(draft.edit()?.changes).toEqual([
    { start: 7, end: 8, text: "10" },
    { start: 9, end: 14, text: "d: 5\n" },
  ]);
});
