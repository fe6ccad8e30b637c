import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { impactSearch } from "../../../src/inspect/impact/impact.ts";
import { impactTarget } from "../../../src/inspect/targets.ts";
import type { Inventory, NodeOutcome, ResolvedNode } from "../../../src/model/inventory/inventory.ts";
import type { Impact, ValueImpact } from "../../../src/model/results/impact.ts";
import { type ParameterPath, printPath } from "../../../src/model/values/parameter-path.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { exampleFolder } from "../../example/replayed.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

function impactOf(inventory: Inventory, text: string): Impact {
  const search = impactSearch(inventory, impactTarget(inventory, text).target);
  for (const name of inventory.nodeNames) search.visit(name);
  return search.result();
}

/** Files of nodes, classes and groups, and the global parameters. */
function definingFiles(files: Files): readonly string[] {
  return Object.keys(files).filter((path) => /^(?:(?:nodes|classes|groups)\/.*|globals)\.yml$/.test(path));
}

function exampleFiles(): Files {
  const names = readdirSync(exampleFolder, { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => /^(?:classes|nodes|groups)\/.*\.yml$|^[^/]*\.yml$/.test(name));
  return Object.fromEntries(own.map((name) => [name, readFileSync(join(exampleFolder, name), "utf8")]));
}

/**
 * Whether a key was taken as written although it has a prefix: such a value is inside an opaque one (rule M8), and counts
 * under another path in nodes that merge a later layer onto that. docs/explain.md says that impact does not follow this.
 */
function isInOpaque({ path }: ValueImpact): boolean {
  return path.some((key) => /^[~=]/.test(key));
}

function isMerged({ path: [section] }: ValueImpact): boolean {
  return section === "parameters" || section === "exports";
}

/** Each written value: where `explain` says that it counts, and where it says that it does not; how many it was asked for. */
async function asExplained(files: Files): Promise<number> {
  const { inventory } = await new Sides().of(files);
  const explainers = new Map(inventory.nodeNames.map((name) => [name, new NodeExplainer(inventory, name)]));
  let compared = 0;
  for (const file of definingFiles(files)) {
    const impact = impactOf(inventory, file);
    for (const value of impact.values.filter((each) => isMerged(each) && !isInOpaque(each))) {
      const expected = { wins: [] as string[], overridden: [] as string[] };
      for (const [name, explainer] of explainers) {
        if (explainer.outcome.node === undefined) continue;
        const { contributions, isKnown } = explainer.explanation(value.path);
        const own = contributions.find(
          (each) => each.value.origin === value.value.origin && each.path.length === value.path.length,
        );
        if (own !== undefined) (own.counts && isKnown ? expected.wins : expected.overridden).push(name);
        compared += 1;
      }
      const overridden = value.overridden.flatMap(({ nodes }) => nodes).toSorted();
      expect({ wins: value.wins, overridden }, `${file} ${printPath(value.path)}`).toEqual(expected);
      const told = [...value.wins, ...overridden, ...impact.unresolved];
      expect([...told].sort(), `${file} ${printPath(value.path)}`).toEqual(impact.nodes);
    }
  }
  return compared;
}

test("impact counts what explain says node by node, on any inventory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), async (files) => {
      await asExplained(files);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test("and in the example", async () => {
  expect(await asExplained(exampleFiles())).toBeGreaterThan(500);
}, 120_000);

/** In the place of a scalar, one of its kind. */
function editOf({ value }: ValueImpact): string | undefined {
  if (value.kind === "template") return value.parts.length === 1 ? "4711" : '"edited by a test"';
  if (value.kind !== "scalar" || value.type === "null" || value.origin.end <= value.origin.start) return undefined;
  const { file, start, end } = value.origin;
  if (file.text.slice(start, end).includes("\n")) return undefined;
  return value.type === "text" ? '"edited by a test"' : value.type === "bool" ? String(value.data !== true) : "4711";
}

/** Whether its reference finds nothing on a node, so that it takes no part there, as any edit of it would. */
function isPassedOver({ value: { origin } }: ValueImpact, { diagnostics }: NodeOutcome): boolean {
  return diagnostics.some(({ span }) => span?.file === origin.file && span.start === origin.start);
}

/** Whether a node is made of the same layers as before, so that only what they say can differ. */
function isSameAncestry(one: ResolvedNode, other: ResolvedNode): boolean {
  const names = ({ steps }: ResolvedNode): string => steps.map(({ layer, name }) => `${layer} ${name}`).join(",");
  return names(one) === names(other) && one.conflicts.length + other.conflicts.length === 0;
}

/** Edits written values one by one: what differs then was foretold, and where it wins it differs; how many edits did. */
async function asEdited(files: Files, isMeant: (index: number) => boolean): Promise<number> {
  const sides = new Sides();
  const { inventory } = await sides.of(files);
  let edits = 0;
  for (const file of definingFiles(files)) {
    for (const [index, value] of impactOf(inventory, file).values.entries()) {
      const edit = editOf(value);
      if (edit === undefined || !isMerged(value) || isInOpaque(value) || !isMeant(index)) continue;
      const { start, end } = value.value.origin;
      const text = files[file] ?? "";
      const after = await sides.of({ ...files, [file]: text.slice(0, start) + edit + text.slice(end) });
      for (const name of inventory.nodeNames) {
        const outcome = resolveNode(inventory, name);
        const [before, now] = [outcome.node, resolveNode(after.inventory, name).node];
        // What a query of another node makes of it is not foretold.
        if (before === undefined || now === undefined || before.reads.queries.length > 0) continue;
        if (!isSameAncestry(before, now) || isPassedOver(value, outcome)) continue;
        const changed = ["parameters", "exports"].flatMap((section) => {
          const part = section === "exports" ? "exports" : "parameters";
          return valueChanges(before[part], now[part], []).map(({ path }) => [section, ...path]);
        });
        const fed = value.feeds.filter(({ nodes }) => nodes.includes(name)).map(({ path }) => path);
        const isWinner = value.wins.includes(name);
        const foretold = isWinner ? [value.path, ...fed] : [];
        const isForetold = (path: ParameterPath): boolean => foretold.some((each) => isBelow(path, each));
        expect(
          changed.filter((path) => !isForetold(path)).map(printPath),
          `${name} ${file} ${printPath(value.path)}`,
        ).toEqual([]);
        if (isWinner && !value.joined.includes(name))
          expect(changed.some((path) => isBelow(path, value.path))).toBe(true);
        edits += 1;
      }
    }
  }
  return edits;
}

/** Of a value that a reference makes a mapping, single keys differ. */
function isBelow(path: ParameterPath, above: ParameterPath): boolean {
  return above.every((key, index) => path[index] === key);
}

test("an edit changes where it was told to, and nothing else, on any inventory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), async (files) => {
      await asEdited(files, () => true);
    }),
    { numRuns: 50 },
  );
}, 120_000);

test("and in the example, through references, too", async () => {
  expect(await asEdited(exampleFiles(), (index) => index % 6 === 0)).toBeGreaterThan(50);
}, 120_000);
