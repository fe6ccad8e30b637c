import { expect, test } from "vitest";
import { actionKeys, actionOf, bindings, hintOf, nameFault, noOpReason } from "../../src/tui/keymap.ts";
import { screens } from "../../src/tui/screens/table.ts";

test("on no screen does a key have two meanings", () => {
  for (const { name } of screens) {
    const keys = bindings.filter(({ on }) => on === undefined || on.includes(name)).flatMap((each) => each.keys);

    expect(keys).toEqual([...new Set(keys)]);
  }
});

test("keys name screens that there are", () => {
  const names = screens.map(({ name }) => name);

  expect(bindings.flatMap(({ on = [] }) => on).filter((name) => !names.includes(name))).toEqual([]);
});

test("every screen has a number, and a key that leads to it", () => {
  for (const [at, { name }] of screens.entries()) expect(actionOf(`${at + 1}`, name)).toBe(`screen-${at + 1}`);
});

test("a key that does nothing here says where it does something", () => {
  expect(noOpReason("}", "commits")).toBe("} (next node that has the change) works only on changes and nodes");
  expect(noOpReason("X", "commits")).toBe("X does nothing, ? shows all keys");
});

test("a key of the user's own is named first, and a usual one that means something else there not at all", () => {
  const own = { quit: "Q", help: "ctrl-g q" };

  expect(actionKeys("quit", "commits", own)).toEqual(["Q"]);
  expect(actionKeys("help", "commits", own)).toEqual(["ctrl-g", "q", "?"]);
  expect(hintOf("help", "commits", own)).toEqual({ key: "Ctrl-G", words: "keys" });
  expect(hintOf("quit", "commits", { help: "q" })).toBeUndefined();
  expect(actionKeys("swap", "commits", { stage: "r" }), "among changes nothing is staged").toEqual(["r"]);
  expect(noOpReason("X", "commits", { "next-node": "X" })).toBe(
    "X (next node that has the change) works only on changes and nodes",
  );
  expect(noOpReason("X", "commits", own)).toBe("X does nothing, Ctrl-G shows all keys");
});

test("a setting of a key that is no more says what does the same now", () => {
  const text = "heir.key.edit-old is no more, see heir.key.edit on the row of an old layer";

  expect(nameFault({ "edit-old": "E" })).toEqual({ text, isError: false });
});
