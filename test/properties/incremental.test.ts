import fc from "fast-check";
import { expect, test } from "vitest";
import { compareText } from "../../src/base/text-order.ts";
import { KnownDependencies } from "../../src/cache/states/dependencies.ts";
import { dataChanges } from "../../src/compare/changes/nodes.ts";
import { valueChanges } from "../../src/compare/changes/values.ts";
import { Identities } from "../../src/compare/identity.ts";
import type { Change } from "../../src/model/results/change.ts";
import type { Rename } from "../../src/model/results/printed-parts.ts";
import type { Value } from "../../src/model/values/value.ts";
import { NodeData } from "../../src/resolve/data/node-data.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { dependencyReader } from "../../src/workspace/compare/affected-nodes.ts";
import { compareSides } from "../../src/workspace/compare/comparison.ts";
import type { Side } from "../../src/workspace/load/outcome.ts";
import { memoryAnswers } from "../support/answers.ts";
import { applyChanges } from "../support/apply-changes.ts";
import { anyGrouped, anyGroupedEdit } from "../support/arbitrary/groups.ts";
import { anyEdit, anyInventory } from "../support/arbitrary/inventory.ts";
import { anyOrders, type DrawnOrders, orderFiles } from "../support/arbitrary/orders.ts";
import { type Files, Sides } from "../support/side.ts";

const RUNS = { numRuns: 250 };

test("resolving only affected nodes finds what resolving all nodes from scratch finds", async () => {
  await fc.assert(fc.asyncProperty(anyInventory, anyEdit, sameAsFromScratch), RUNS);
});

test("so it does where groups, their order or policies change", async () => {
  await fc.assert(fc.asyncProperty(anyGrouped, anyGroupedEdit, sameAsFromScratch), { numRuns: 120 });
});

test("so it does where the order of groups decides which classes, names and answers a node has", async () => {
  await fc.assert(fc.asyncProperty(anyOrders, anyOrders, sameBetweenOrders), { numRuns: 40 });
});

/** From the files of one repository to some of those of another. */
async function sameBetweenOrders(one: DrawnOrders, other: DrawnOrders): Promise<void> {
  const [files, edited] = [orderFiles(one), orderFiles(other)];
  const paths = Object.keys(edited).filter((path) => edited[path] !== files[path]);
  for (const path of paths.filter((_, at) => at % 4 === 0)) {
    await sameAsFromScratch(files, { [path]: edited[path] ?? null });
  }
}

async function sameAsFromScratch(files: Files, edit: Readonly<Record<string, string | null>>): Promise<void> {
  const shared = new Sides();
  const edited = apply(files, edit);
  const incremental = await compareSides(await shared.of(files), await shared.of(edited));
  const [before, after] = [await new Sides().of(files), await new Sides().of(edited)];

  const expected = fromScratch(before, after, incremental.nodes.renamed);

  const found = incremental.changes.flatMap(({ change, nodes }) => nodes.map((node) => [node, summary(change)]));
  expect(new Set(found.map((entry) => JSON.stringify(entry)))).toEqual(new Set(expected.changes));
  const { newlyFailing, newlyResolving, stillFailing } = incremental.nodes;
  expect({ newlyFailing: newlyFailing.map(({ name }) => name), newlyResolving }).toEqual({
    newlyFailing: expected.failing,
    newlyResolving: expected.resolving,
  });
  expect(expected.broken).toEqual(expect.arrayContaining(stillFailing.map(({ name }) => name)));
}

test("what is known from earlier comparisons changes none, and is what a walk of all nodes gives", async () => {
  const edits = fc.array(anyEdit, { minLength: 2, maxLength: 4 });
  await fc.assert(fc.asyncProperty(anyInventory, edits, sameWithReaches), { numRuns: 80 });
});

test("so it is where groups, their order or policies change", async () => {
  const edits = fc.array(anyGroupedEdit, { minLength: 2, maxLength: 3 });
  await fc.assert(fc.asyncProperty(anyGrouped, edits, sameWithReaches), { numRuns: 80 });
});

type Edits = readonly Readonly<Record<string, string | null>>[];

/** The states that edits make one after the other are compared as neighbours, and with others than these. */
async function sameWithReaches(files: Files, edits: Edits): Promise<void> {
  const all = [files];
  for (const edit of edits) all.push(apply(all.at(-1) ?? {}, edit));
  const neighbours = all.slice(1).map((_, at): StatePair => [at, at + 1]);
  await sameBetween(all, neighbours);
  await sameBetween(all, neighbours.map(([one, other]): StatePair => [other, one]).reverse());
  await sameBetween(all, [...neighbours.filter(([at]) => at % 2 === 0), [all.length - 1, 0], [1, all.length - 1]]);
}

type StatePair = readonly [number, number];

async function sameBetween(states: readonly Files[], pairs: readonly StatePair[]): Promise<void> {
  const shared = new Sides();
  const sides = await Promise.all(states.map((files) => shared.of(files)));
  const dependencies = new KnownDependencies(memoryAnswers(), []);
  for (const [from, to] of pairs) {
    const [before, after] = [sides[from], sides[to]];
    if (before === undefined || after === undefined) continue;
    const found = await compareSides(before, after, { dependencies, causes: true });

    // With `as` the values of whole nodes are compared.
    expect(plain(found)).toEqual(plain(await compareSides(before, after, { causes: true, as: (old) => old })));
    for (const { snapshot, inventory } of [before, after]) {
      const known = dependencies.of(snapshot);
      if (known === undefined) continue;
      const read = dependencyReader(inventory);
      expect([...known.keys()].sort()).toEqual(inventory.nodeNames);
      for (const name of inventory.nodeNames) {
        const { files = [], missed = [], ...kept } = known.get(name) ?? {};
        const expected = read(name);
        expect({ ...kept, files: new Set(files), missed: new Set(missed) }).toEqual({
          ...expected,
          files: new Set(expected.files),
          missed: new Set(expected.missed),
        });
      }
    }
  }
}

/** A comparison as text, places included. */
function plain(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (key === "kept" || key === "text") return undefined;
    if (typeof each === "bigint") return String(each);
    return each instanceof Map || each instanceof Set ? [...each] : each;
  });
}

test("the changes of a node, applied to its old values, give its new values", async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, anyEdit, async (files, edit) => {
      const sides = new Sides();
      const [before, after] = [await sides.of(files), await sides.of(apply(files, edit))];
      for (const name of before.inventory.nodeNames) {
        if (after.inventory.node(name) === undefined) continue;
        const [old, now] = [resolveNode(before.inventory, name).node, resolveNode(after.inventory, name).node];
        if (old === undefined || now === undefined) continue;
        const data = [
          new NodeData(before.inventory, { node: old }),
          new NodeData(after.inventory, { node: now }),
        ] as const;
        const changes = dataChanges(...data);
        for (const section of ["parameters", "exports"] as const) {
          expect(valueChanges(applyChanges(old[section], below(section, changes)), now[section], [])).toEqual([]);
        }
      }
    }),
    RUNS,
  );
});

function apply(files: Files, edit: Readonly<Record<string, string | null>>): Files {
  const result: Record<string, string> = { ...files };
  for (const [path, text] of Object.entries(edit)) {
    if (text === null) delete result[path];
    else result[path] = text;
  }
  return result;
}

function below(section: string, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path }) => path[0] === section).map((change) => ({ ...change, path: change.path.slice(1) }));
}

interface Expected {
  readonly changes: string[];
  readonly failing: string[];
  readonly resolving: string[];
  readonly broken: string[];
}

function fromScratch(before: Side, after: Side, renamed: readonly Rename[]): Expected {
  const expected: Expected = { changes: [], failing: [], resolving: [], broken: [] };
  for (const name of before.inventory.nodeNames) {
    if (after.inventory.node(name) === undefined) continue;
    const [old, now] = [resolveNode(before.inventory, name).node, resolveNode(after.inventory, name).node];
    if (old === undefined && now === undefined) expected.broken.push(name);
    else if (old === undefined) expected.resolving.push(name);
    else if (now === undefined) expected.failing.push(name);
    else {
      const data = [
        new NodeData(before.inventory, { node: old }),
        new NodeData(after.inventory, { node: now }),
      ] as const;
      for (const change of dataChanges(...data, { identities }))
        expected.changes.push(JSON.stringify([name, summary(change)]));
      if (old.conflicts.length === 0 && now.conflicts.length > 0) expected.failing.push(name);
      if (old.conflicts.length > 0 && now.conflicts.length === 0) expected.resolving.push(name);
    }
  }
  const fails = ({ inventory }: Side, name: string) => {
    const { node } = resolveNode(inventory, name);
    return node === undefined || node.conflicts.length > 0;
  };
  for (const name of after.inventory.nodeNames) {
    if (before.inventory.node(name) !== undefined || !fails(after, name)) continue;
    const old = renamed.find(({ to }) => to === name)?.from;
    (old !== undefined && fails(before, old) ? expected.broken : expected.failing).push(name);
  }
  expected.failing.sort(compareText);
  return expected;
}

const identities = new Identities();

/** A change without its places. */
function summary(change: Change): readonly unknown[] {
  const old = change.kind === "added" ? undefined : bare(change.before);
  const now = change.kind === "removed" ? undefined : bare(change.after);
  return [change.kind, change.path, old, now];
}

function bare(value: Value): unknown {
  if (value.kind === "list") return value.items.map(bare);
  if (value.kind === "map") return value.entries.map((entry) => [entry.key, bare(entry.value)]);
  if (value.kind === "scalar") return [value.type, String(value.data)];
  return value.kind;
}
