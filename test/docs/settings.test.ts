import { expect, test } from "vitest";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import { headings, page } from "./pages.ts";

const KEY = /^`(\w+)`$/;

test("docs/reference/settings.md has a heading for every setting, and for no other", () => {
  const titles = headings(page("docs/reference/settings.md"));
  const described = titles.flatMap((title) => KEY.exec(title)?.[1] ?? []);
  expect([...described].sort()).toEqual(Object.keys(defaultSettings).sort());
});
