import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupOrder } from "../../src/resolve/groups/order.ts";
import { type Drawn, orderIn, words } from "../support/arbitrary/drawn-groups.ts";

/** Groups g0 to g7, each below some of those before it; chains that go upwards, so that nothing leads round. */
const drawn: fc.Arbitrary<Required<Drawn>> = fc
  .tuple(
    fc.array(fc.uniqueArray(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 }),
    fc.array(fc.uniqueArray(fc.nat(7), { minLength: 2, maxLength: 3 }), { maxLength: 4 }),
    fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
  )
  .map(([parents, chains, out]) => ({
    groups: Object.fromEntries(
      parents.map((above, at) => [`g${at}`, names([...new Set(above.filter((each) => each < at))].sort())]),
    ),
    order: chains.map((chain) => names(chain.toSorted((one, other) => one - other))),
    out: names(out),
  }));

/** The same with parents in any order and chains in any direction. */
const tangled: fc.Arbitrary<Drawn> = fc
  .tuple(
    fc.array(fc.uniqueArray(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 }),
    fc.array(fc.uniqueArray(fc.nat(7), { minLength: 2, maxLength: 3 }), { maxLength: 3 }),
    fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
  )
  .map(([parents, chains, out]) => ({
    groups: Object.fromEntries(parents.map((above, at) => [`g${at}`, names(above.filter((each) => each < at))])),
    order: chains.map(names),
    out: names(out),
  }));

const names = (numbers: readonly number[]): string => numbers.map((each) => `g${each}`).join(" ");

test("the order is a strict partial order that has all edges, and linear follows it", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const { linear, isBelow, diagnostics } = await orderIn(given);
      const held = new Set(linear);
      const pairs = linear.flatMap((one) => linear.map((other) => [one, other] as const));

      for (const [one, other] of pairs) {
        expect(isBelow(one, other) && isBelow(other, one)).toBe(false);
        if (isBelow(one, other)) expect(linear.indexOf(one)).toBeLessThan(linear.indexOf(other));
        for (const third of linear) {
          if (isBelow(one, other) && isBelow(other, third)) expect(isBelow(one, third)).toBe(true);
        }
      }
      if (diagnostics.some(({ code }) => code === "order-cycle")) return;
      for (const [lower, higher] of writtenEdges(given, held)) expect(isBelow(lower, higher)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("an edge that other edges make already changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, fc.nat(), fc.nat(), async (given, pick, from) => {
      const chain = words(given.order[pick % Math.max(given.order.length, 1)] ?? "");
      fc.pre(chain.length > 0);
      // A step that parents imply already decides nothing, and so makes no longer one.
      const ids = Object.keys(given.groups);
      const lineage = closure(ids, parentPairs(given));
      fc.pre(chain.slice(1).every((higher, at) => !lineage.has(`${chain[at]}<${higher}`)));
      const [lower, higher] = [chain[from % (chain.length - 1)], chain.at(-1)];
      const after = await orderIn({ ...given, order: [...given.order, `${lower} ${higher}`] });

      expect(after.signature).toBe((await orderIn(given)).signature);
    }),
    { numRuns: 100 },
  );
});

test("it is what the rule says, worked out pair by pair", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(drawn, tangled), async (given) => {
      const { linear, isBelow, diagnostics } = await orderIn(given);
      const expected = byTheRule(given);
      const found = linear.flatMap((one) =>
        linear.flatMap((other) => (isBelow(one, other) ? [`${one}<${other}`] : [])),
      );

      expect({ pairs: found.sort(), faults: [...new Set(diagnostics.map(({ code }) => code))] }).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("another group that is tied to none of them changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const before = await orderIn(given);
      const groups = { ...given.groups, other: "", another: "other" };
      const held = await orderIn({ ...given, groups });
      const pairs = (order: GroupOrder): readonly string[] =>
        before.linear.flatMap((one) =>
          before.linear.flatMap((each) => (order.isBelow(one, each) ? [`${one}<${each}`] : [])),
        );

      expect(pairs(held)).toEqual(pairs(before));
      expect((await orderIn({ ...given, groups, out: `${given.out} other another` })).signature).toBe(before.signature);
    }),
    { numRuns: 100 },
  );
});

test("the order of files, and of chains, does not matter", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const turned = {
        ...given,
        groups: Object.fromEntries(Object.entries(given.groups).reverse()),
        order: given.order.toReversed(),
      };

      expect((await orderIn(turned)).signature).toBe((await orderIn(given)).signature);
    }),
    { numRuns: 100 },
  );
});

/** Edges between groups that hold the node, as written: parents, and neighbours in chains. */
function writtenEdges(
  { groups, order = [] }: Drawn,
  held: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const parents = Object.entries(groups).flatMap(([id, above]) => words(above).map((parent) => [parent, id] as const));
  const chains = order.flatMap((chain) => {
    const ids = words(chain);
    return ids.slice(1).map((higher, at) => [ids[at] ?? "", higher] as const);
  });
  return [...parents, ...chains].filter((edge) => edge.every((id) => held.has(id)));
}

type Pairs = Set<string>;

/** Rule G5 in its own words, with sets of all pairs and no thought for speed. */
function byTheRule(given: Drawn): { readonly pairs: readonly string[]; readonly faults: readonly string[] } {
  const ids = Object.keys(given.groups);
  const held = ids.filter((id) => !words(given.out ?? "").includes(id));
  const parents = (id: string): readonly string[] => words(given.groups[id] ?? "");
  const chains = [...(given.order ?? []).map(words), ...held.map(parents)];
  const steps = chains.flatMap((chain) => chain.slice(1).map((higher, at) => `${chain[at]}<${higher}`));
  const lineage = closure(ids, parentPairs(given));
  const edges = closure(
    ids,
    steps.filter((step) => !lineage.has(step)),
  );
  const base = closure(ids, [...steps, ...lineage]);
  const reached = ids.filter((id) => held.includes(id) || held.some((each) => base.has(`${id}<${each}`)));
  if (reached.some((id) => base.has(`${id}<${id}`))) return { pairs: [], faults: ["order-cycle"] };
  const ancestors = (id: string): readonly string[] =>
    ids.filter((each) => each === id || lineage.has(`${each}<${id}`));
  const isAbove = (high: string, low: string): boolean => ancestors(low).includes(high);
  const lifted: string[] = [];
  let isDisputed = false;
  for (const x of held) {
    for (const y of held.filter((each) => x < each && !base.has(`${x}<${each}`) && !base.has(`${each}<${x}`))) {
      const candidates = ancestors(x)
        .filter((a) => !isAbove(a, y))
        .flatMap((a) => ancestors(y).flatMap((b) => (isAbove(b, x) ? [] : [{ a, b }])))
        .filter(({ a, b }) => edges.has(`${a}<${b}`) || edges.has(`${b}<${a}`));
      const near = candidates.filter(
        (far) => !candidates.some((each) => each !== far && isAbove(far.a, each.a) && isAbove(far.b, each.b)),
      );
      const ways = new Set(near.map(({ a, b }) => (edges.has(`${a}<${b}`) ? `${x}<${y}` : `${y}<${x}`)));
      if (ways.size > 1) isDisputed = true;
      else lifted.push(...ways);
    }
  }
  const order = closure(held, [...pairsAmong(held, base), ...lifted]);
  if (held.some((id) => order.has(`${id}<${id}`))) return { pairs: [], faults: ["order-cycle"] };
  return { pairs: [...order].sort(), faults: isDisputed ? ["order-contradiction"] : [] };
}

function parentPairs({ groups }: Drawn): readonly string[] {
  return Object.entries(groups).flatMap(([id, above]) => words(above).map((parent) => `${parent}<${id}`));
}

function pairsAmong(ids: readonly string[], pairs: Pairs): readonly string[] {
  return [...pairs].filter((pair) => pair.split("<").every((id) => ids.includes(id)));
}

function closure(ids: readonly string[], pairs: Iterable<string>): Pairs {
  const all = new Set(pairs);
  for (const middle of ids) {
    for (const low of ids.filter((id) => all.has(`${id}<${middle}`))) {
      for (const high of ids) if (all.has(`${middle}<${high}`)) all.add(`${low}<${high}`);
    }
  }
  return all;
}
