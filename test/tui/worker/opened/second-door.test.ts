import { expect, test } from "vitest";
import { secondDoor } from "../../../../src/tui/worker/opened/opened.ts";

const texts = new Set<string>();
const door = secondDoor([{ texts, isName: (text) => text === "web-one" }]);
texts.add("hunter-2-hunter");
texts.add("web-one");

test("a secret text that is left anywhere in an answer is replaced", () => {
  const answer = {
    kind: "value",
    answer: { rows: [[{ label: "value", text: "a: hunter-2-hunter!" }]], node: "web-one", count: 3, none: undefined },
  };

  expect(door(answer, {})).toEqual({
    kind: "value",
    answer: { rows: [[{ label: "value", text: "a: (secret)!" }]], node: "web-one", count: 3, none: undefined },
  });
});

test("an answer without one is the same object, and keys and other objects stay", () => {
  const answer = { rows: ["nothing"], "hunter-2-hunter": 1, bytes: new Uint8Array(2) };

  expect(door(answer, {})).toBe(answer);
});

test("what the question says is repeated, so that no guess is confirmed", () => {
  const answer = { text: "hunter-2-hunter", found: ["a hunter-2-hunter"] };

  expect(door(answer, { text: "hunter-2-hunter", range: undefined })).toEqual({
    text: "hunter-2-hunter",
    found: ["a (secret)"],
  });
});

test("secrets of states that are read later count, too", () => {
  expect(door("a later-secret-1", {})).toBe("a later-secret-1");
  texts.add("later-secret-1");
  expect(door("a later-secret-1", {})).toBe("a (secret)");
});
