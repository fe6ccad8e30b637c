import { expect, test, vi } from "vitest";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import type { Masked } from "../../../src/model/secrets/masked.ts";
import { RunningCount } from "../../../src/tui/worker/gradual-changes.ts";
import type { GradualComparison } from "../../../src/workspace/workspace.ts";

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

test("a count that is interrupted goes on from there; another one begins anew", async () => {
  const counting = new RunningCount();
  const begin = vi.fn(async () => comparison(3));
  const given = new AbortController();
  const interrupted = counting.of({ key: "a", begin }, { signal: given.signal, rest: async () => given.abort() });
  await expect(interrupted).rejects.toThrow();
  expect(counting.key).toBe("a");

  expect(await counting.of({ key: "a", begin }, {})).toBe("3 of 3");
  expect(begin).toHaveBeenCalledTimes(1);
  expect(counting.key).toBeUndefined();

  expect(await counting.of({ key: "a", begin }, {})).toBe("3 of 3");
  expect(begin).toHaveBeenCalledTimes(2);
});

test("what is forgotten begins anew", async () => {
  const counting = new RunningCount();
  const begin = vi.fn(async () => comparison(2));
  const given = new AbortController();
  given.abort();
  await expect(counting.of({ key: "a", begin }, { signal: given.signal })).rejects.toThrow();
  counting.forget();
  await counting.of({ key: "a", begin }, {});

  expect(begin).toHaveBeenCalledTimes(2);
});
