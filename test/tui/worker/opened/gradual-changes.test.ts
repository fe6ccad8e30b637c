import { expect, test } from "vitest";
import { GradualChanges } from "../../../../src/tui/worker/opened/gradual-changes.ts";
import { emptyState } from "../../../../src/workspace/load/states.ts";
import { fakeWorkspace } from "../../../support/workspace.ts";

/** A comparison of so many nodes, one at a time; counts how often it was begun. */
async function begun(total: number) {
  const comparison = await fakeWorkspace().compare(emptyState, emptyState);
  const counted = { begun: 0, compared: 0 };
  const begin = async () => {
    counted.begun += 1;
    let done = 0;
    return {
      total,
      get done() {
        return done;
      },
      more: async () => {
        done += 1;
        counted.compared += 1;
        return done >= total;
      },
      soFar: () => comparison,
    };
  };
  return { counted, begin };
}

async function last(changes: GradualChanges, asked: Parameters<GradualChanges["of"]>[0], signal?: AbortSignal) {
  let found: unknown;
  for await (const each of changes.of(asked, signal === undefined ? {} : { signal })) found = each;
  return found;
}

test("a comparison that was interrupted goes on where it was; another one, and one of other states, begins anew", async () => {
  const { counted, begin } = await begun(5);
  const changes = new GradualChanges();
  const asked = { key: "a", ends: [emptyState, emptyState], inFront: [], begin } as const;
  await expect(last(changes, asked, AbortSignal.abort())).rejects.toThrow("aborted");
  expect([counted, changes.key]).toEqual([{ begun: 1, compared: 1 }, "a"]);

  expect(await last(changes, asked)).not.toHaveProperty("soFar");
  expect([counted, changes.key]).toEqual([{ begun: 1, compared: 5 }, undefined]);

  await expect(last(changes, asked, AbortSignal.abort())).rejects.toThrow("aborted");
  await last(changes, { ...asked, ends: [emptyState, { ...emptyState, id: "moved" }] });
  expect(counted).toEqual({ begun: 3, compared: 11 });

  await expect(last(changes, asked, AbortSignal.abort())).rejects.toThrow("aborted");
  changes.forget("a");
  expect(changes.key, "it is still waited for").toBe("a");
  changes.forget("b");
  expect(changes.key).toBeUndefined();
});

test("what the first nodes show comes before it is known which can differ, and is not taken back", async () => {
  const [few, all] = [await begun(3), await begun(5)];
  const order: string[] = [];
  const first = async () => ({ comparison: await few.begin(), total: 100 });
  const begin = () => {
    order.push("begun");
    return all.begin();
  };
  const ends = [emptyState, emptyState] as const;
  for await (const { soFar } of new GradualChanges().of({ key: "a", ends, inFront: [], first, begin }, {}))
    order.push(JSON.stringify(soFar ?? "whole"));

  expect(order).toEqual(['{"done":1,"total":100}', "begun", '"whole"']);
});

test("the order of the nodes in front stays while the comparison is waited for, and is that of the next question afterwards", async () => {
  const { begin } = await begun(2);
  const orders: string[] = [];
  const noted = (inFront: readonly string[]) => {
    orders.push(inFront.join(" "));
    return begin();
  };
  const changes = new GradualChanges();
  const first = async (inFront: readonly string[]) => ({ comparison: await noted(inFront), total: 100 });
  const ask = (signal: AbortSignal | undefined, ...inFront: readonly string[]) =>
    last(changes, { key: "a", ends: [emptyState, emptyState], inFront, first, begin: noted }, signal);

  await expect(ask(AbortSignal.abort(), "web2", "web1")).rejects.toThrow("aborted");
  changes.forget("b");
  await ask(undefined, "db1");
  await ask(undefined, "db1");
  expect(orders).toEqual(["web2 web1", "web2 web1", "web2 web1", "db1", "db1"]);
});
