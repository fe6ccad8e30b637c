import { expect, test, vi } from "vitest";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import type { Masked } from "../../../src/model/secrets/masked.ts";
import { GradualChanges } from "../../../src/tui/worker/opened/gradual-changes.ts";
import { emptyState } from "../../../src/workspace/load/states.ts";
import type { GradualComparison } from "../../../src/workspace/workspace.ts";

type Asked = Parameters<GradualChanges["of"]>[0];

/** A comparison of so many nodes, one in each step. */
function comparison(total: number): GradualComparison {
  let done = 0;
  return {
    get done() {
      return done;
    },
    total,
    async more() {
      done += 1;
      return done === total;
    },
    soFar: () => `${done} of ${total}` as unknown as Masked<Comparison>,
  };
}

async function counted(
  counting: GradualChanges,
  begin: Asked["begin"],
  options: Parameters<GradualChanges["of"]>[1] = {},
): Promise<unknown> {
  let last: unknown;
  const asked = { key: "a", ends: [emptyState, emptyState] as const, inFront: [], begin };
  for await (const each of counting.of(asked, options)) last = each.comparison();
  return last;
}

test("a count that is interrupted goes on from there; another one begins anew", async () => {
  const counting = new GradualChanges();
  const begin = vi.fn(async () => comparison(3));
  const given = new AbortController();
  const interrupted = counted(counting, begin, { signal: given.signal, rest: async () => given.abort() });
  await expect(interrupted).rejects.toThrow();
  expect(counting.key).toBe("a");

  expect(await counted(counting, begin)).toBe("3 of 3");
  expect(begin).toHaveBeenCalledTimes(1);
  expect(counting.key).toBeUndefined();

  expect(await counted(counting, begin)).toBe("3 of 3");
  expect(begin).toHaveBeenCalledTimes(2);
});

test("what is forgotten begins anew", async () => {
  const counting = new GradualChanges();
  const begin = vi.fn(async () => comparison(2));
  const given = new AbortController();
  given.abort();
  await expect(counted(counting, begin, { signal: given.signal })).rejects.toThrow();
  counting.forget();
  await counted(counting, begin);

  expect(begin).toHaveBeenCalledTimes(2);
});
