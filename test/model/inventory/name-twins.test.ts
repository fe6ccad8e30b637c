import { expect, test } from "vitest";
import { foldedName, twinDifference } from "../../../src/model/inventory/name-twins.ts";

test("names are twins if they differ only in case, in Unicode form, or in both", () => {
  const twins = ["Gr\u00fcn", "gr\u00fcn", "gru\u0308n", "GRU\u0308N"];
  expect(new Set(twins.map(foldedName))).toEqual(new Set(["gr\u00fcn"]));
  expect(foldedName("stra\u00dfe")).toBe(foldedName("STRASSE"));
  expect(foldedName("web1")).not.toBe(foldedName("webl"));
});

test("twins that look alike are written out in ASCII", () => {
  const alike = twinDifference("gr\u00fcn", "gru\u0308n");
  expect([alike.difference, alike.shown("gru\u0308n")]).toEqual(["Unicode form", "gru\\u0308n"]);
  expect(twinDifference("Gr\u00fcn", "gr\u00fcn").difference).toBe("upper case");
  expect(twinDifference("Gr\u00fcn", "gru\u0308n").difference).toBe("upper case and Unicode form");
  expect(twinDifference("Web", "web").shown("classes/Web.yml")).toBe("classes/Web.yml");
});
