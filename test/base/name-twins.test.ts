import { expect, test } from "vitest";
import { skeleton, twinDifference } from "../../src/base/name-twins.ts";

test("names are twins if they differ only in case, in Unicode form, or in both", () => {
  const twins = ["Gr\u00fcn", "gr\u00fcn", "gru\u0308n", "GRU\u0308N"];
  expect(new Set(twins.map(skeleton))).toEqual(new Set(["gr\u00fcn"]));
  expect(skeleton("stra\u00dfe")).toBe(skeleton("STRASSE"));
  expect(skeleton("web1")).not.toBe(skeleton("webl"));
});

test("twins that look alike are written out in ASCII", () => {
  const alike = twinDifference("gr\u00fcn", "gru\u0308n");
  expect([alike.difference, alike.shown("gru\u0308n")]).toEqual(["Unicode form", "gru\\u0308n"]);
  expect(twinDifference("Gr\u00fcn", "gr\u00fcn").difference).toBe("upper case");
  expect(twinDifference("Gr\u00fcn", "gru\u0308n").difference).toBe("upper case and Unicode form");
  expect(twinDifference("Web", "web").shown("classes/Web.yml")).toBe("classes/Web.yml");
});

test("letters of another script and signs that nobody sees make twins, digits do not", () => {
  expect(skeleton("\u0440\u0430\u0443")).toBe("pay");
  expect(skeleton("we\u200bb")).toBe(skeleton("\uff37eb"));
  expect(skeleton("\u039f\u03a7")).toBe("ox");
  expect(skeleton("web1")).not.toBe(skeleton("webl"));
  const { kind, shown } = twinDifference("pay", "\u0440\u0430\u0443");
  expect([kind, shown("\u0440\u0430y")]).toEqual(["letters", "\\u0440\\u0430y"]);
});
