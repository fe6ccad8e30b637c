import { expect, test } from "vitest";
import { remembered } from "../../src/speed/kept.ts";

test("asked for the same of an object, the same comes back; asked for something else it is made anew", () => {
  const scaled = remembered("shared", ({ size }: { readonly size: number }, { by }: { readonly by: number }) => [
    size * by,
  ]);
  const [one, other] = [{ size: 2 }, { size: 2 }];
  const first = scaled(one, { by: 3 });

  expect(first).toEqual([6]);
  expect(scaled(one, { by: 3 })).toBe(first);
  expect(scaled(other, { by: 3 })).not.toBe(first);
  expect(scaled(one, { by: 4 })).toEqual([8]);
  expect(scaled(one, { by: 3 })).not.toBe(first);
});

test("a set is the same only if it is one", () => {
  const sized = remembered("shared", (_: object, names: ReadonlySet<string>) => [names.size]);
  const [of, names] = [{}, new Set(["a"])];

  expect(sized(of, names)).toBe(sized(of, names));
  expect(sized(of, new Set(["a", "b"]))).toEqual([2]);
});

test("with more options than before something else is asked for", () => {
  const joined = remembered("shared", (first: readonly string[], ...others: readonly string[]) =>
    [...first, ...others].join(""),
  );
  const first = ["a"];

  expect([joined(first), joined(first, "b"), joined(first)]).toEqual(["a", "ab", "a"]);
});
