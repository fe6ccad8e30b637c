import { expect, test } from "vitest";
import { actionOf, bindings, whyNothing } from "../../src/tui/keymap.ts";
import { screens } from "../../src/tui/screens.ts";

test("on no screen does a key have two meanings", () => {
  for (const { name } of screens) {
    const keys = bindings.filter(({ on }) => on === undefined || on.includes(name)).flatMap((each) => each.keys);

    expect(keys).toEqual([...new Set(keys)]);
  }
});

test("every screen has a number, and a key that leads to it", () => {
  for (const { number, name } of screens) expect(actionOf(number, name)).toBe(`screen-${number}`);
});

test("a key that does nothing here says where it does something", () => {
  expect(whyNothing("c", "commits")).toBe("c (next change) works on changes and nodes only");
  expect(whyNothing("X", "commits")).toBe("X does nothing, ? shows all keys");
});
