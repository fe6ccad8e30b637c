import fc from "fast-check";
import { expect, test } from "vitest";
import { inlining } from "../../src/annex/edit/commands/inlining.ts";
import { type EditPlan, firstProved } from "../../src/annex/edit/plan.ts";
import { placedChanges } from "../../src/annex/edit/report/placed-changes.ts";
import { extraction } from "../../src/annex/edit/value/extraction.ts";
import { PlaceSearch } from "../../src/annex/edit/value/place.ts";
import { HeirError, memory, type Plan } from "../../src/index.ts";
import { plainValue } from "../../src/library/plain.ts";
import type { Inventory, ResolvedNode } from "../../src/model/inventory/inventory.ts";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { policiesOfNode } from "../../src/resolve/policies/node-policies.ts";
import { memoryWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { type EditableFiles, editableFiles } from "../../src/workspace/write/worktree-files.ts";
import { anyGrouped } from "../support/arbitrary/groups.ts";
import { type Files, Sides } from "../support/side.ts";

// HEIR_FUZZ=300 npx vitest run test/properties/edits.test.ts: so many drawn inventories.
const RUNS = Number(process.env["HEIR_FUZZ"] ?? 5);

const RENAMES: readonly (readonly [from: string, to: string])[] = [
  ["class:a", "x.y"],
  ["node:n3", "host3"],
  ["group:os", "system"],
  ["group:dc.munich", "dc.par"],
  ["path:k", "kk"],
  ["path:l", "ll"],
  ["technique:t", "tt"],
  ["directive:d", "dd"],
  ["rule:r", "rr"],
];

/** How many edits were proved, and how many were refused, over all drawn inventories. */
const tally = new Map<string, number>();

function count(what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

test("a rename that is proved is equal but for the name by a fresh resolve, and no other byte differs", async () => {
  const input = [anyGrouped, fc.constantFrom("", "\ufeff", "# ä ntp\r\n")] as const;
  await fc.assert(
    fc.asyncProperty(...input, async (drawn, head) => {
      const files = { ...drawn, "nodes/n1.yml": head + (drawn["nodes/n1.yml"] ?? "") };
      const before = await resultsOf(files);
      for (const rename of RENAMES) await renamedAlike(files, before, rename);
    }),
    { numRuns: RUNS },
  );
  expect(tally.get("proved mv") ?? 0).toBeGreaterThan(RUNS * RENAMES.length * 0.8);
}, 600_000);

async function renamedAlike(files: Files, before: Results, [from, to]: readonly [string, string]): Promise<void> {
  const plan = await memory(Object.entries(files))
    .plan({ edit: "mv", from, to }, { allowUnresolved: true })
    .catch((error: unknown) => {
      if (error instanceof HeirError && /no file sets|there is a value/.test(error.message)) return undefined;
      throw error;
    });
  // What reads the name as a value, such as a criterion of node names, is refused.
  count(plan === undefined ? "no mv" : plan.status === "holds" ? "proved mv" : `${plan.status} ${from}`);
  if (plan?.status !== "holds") return;
  const name = from.slice(from.indexOf(":") + 1);
  const kind = from.slice(0, from.indexOf(":"));
  expect(await resultsOf(edited(files, plan.files)), from).toEqual(withName(before, { kind, from: name, to }));
}

test("each place reaches the nodes that it promises, and set writes what is promised", async () => {
  const input = [
    anyGrouped,
    fc.subarray(["n1", "n2", "n3"], { minLength: 1 }),
    fc.constantFrom("k", "l", "m"),
    fc.constantFrom<readonly [string, unknown]>(["9", 9], ["[3]", [3]], ["{z: 9}", { z: 9 }], ["'a: b'", "a: b"]),
  ] as const;
  await fc.assert(fc.asyncProperty(...input, promisesKept), { numRuns: RUNS });
  expect(tally.get("places") ?? 0).toBeGreaterThan(RUNS / 3);
}, 600_000);

async function promisesKept(
  files: Files,
  wanted: readonly string[],
  key: string,
  [source, value]: readonly [string, unknown],
): Promise<void> {
  const workspace = memoryWorkspace(Object.entries(files));
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const nodes = wanted.flatMap((name) => resolveNode(inventory, name).node ?? []);
  if (nodes.length < wanted.length || nodes.some(({ conflicts }) => conflicts.length > 0)) return;
  const before = await resultsOf(files);
  const question = { path: ["parameters", key], source, nodes, isSecret: false };
  const editable = await editableFiles(workspace, snapshot);
  const search = new PlaceSearch(question, { workspace, snapshot, inventory, files: editable });
  for (const { edits, hit, missed, also } of await search.all("all")) {
    count("places");
    const placed = edits.map((edit) => ({ path: edit.path, edits: placedChanges(edit) }));
    const after = await resultsOf(edited(files, placed));
    const has = (name: string) => isEqual(after.get(name)?.parameters?.[key], value);
    const differs = (name: string) => isDifferent(after.get(name), before.get(name));
    expect(wanted.filter(has)).toEqual(hit);
    expect(wanted.filter((name) => !has(name))).toEqual(missed.map(({ node }) => node));
    expect([...before.keys()].filter((name) => !wanted.includes(name) && differs(name))).toEqual(also);
  }
  const path = ["parameters", key];
  const set = { edit: "set", nodes: wanted.join(), path, value: source, new: true } as const;
  const plan = await memory(Object.entries(files)).plan(set, { allowUnresolved: true });
  count(`${plan.status} set`);
  if (plan.status !== "holds") return;
  const after = await resultsOf(edited(files, plan.files));
  for (const [name, result] of after) {
    if (wanted.includes(name)) expect(result.parameters?.[key], name).toEqual(value);
    else expect(isDifferent(result, before.get(name)), name).toBe(false);
  }
}

const SHARED = "shared: {x: 1, l: [1, '${k}']} # why\n";

test("what extract moves to a class, inline brings back: nodes have the values that they had", async () => {
  const input = [
    anyGrouped,
    fc.subarray(["n1", "n2", "n3"], { minLength: 2 }),
    fc.constantFrom(["shared"], ["shared", "k"], ["shared", "x"]),
    fc.constantFrom("", "\ufeff", "# ä ntp\r\n"),
  ] as const;
  await fc.assert(fc.asyncProperty(...input, thereAndBack), { numRuns: RUNS });
  expect(tally.get("inlined") ?? 0).toBeGreaterThan(RUNS / 5);
}, 600_000);

async function thereAndBack(
  drawn: Files,
  speaking: readonly string[],
  keys: readonly string[],
  head: string,
): Promise<void> {
  const given = Object.entries(drawn).map(([path, text]) => {
    if (!speaking.some((name) => path === `nodes/${name}.yml`)) return [path, text] as const;
    const own = text.replace(/parameters: \{(.*)\}\n/, (_, inner: string) => {
      return `parameters:\n  ${SHARED}${inner === "" ? "" : `  ${inner}\n`}`;
    });
    return [path, head + own] as const;
  });
  const files = Object.fromEntries(given);
  const before = await resultsOf(files);
  const paths = keys.length === 2 && keys[1] === "k" ? keys.map((key) => [key]) : [keys];
  const apart = await carriedOut(files, async (scope) => {
    const { nodeNames } = scope.inventory;
    const request = {
      paths: paths.map((path) => ["parameters", ...path]),
      nodes: new Set(speaking),
      to: { kind: "class", name: "moved.here" } as const,
    };
    const { plans, left } = await extraction(request, { ...scope, readersOf: () => nodeNames.slice(0, 0) });
    return left.length > 0 ? [] : plans;
  });
  count(apart === undefined ? "no extract" : "extracted");
  if (apart === undefined) return;
  expect(alike(await resultsOf(apart), "moved.here")).toEqual(alike(before, "moved.here"));
  const again = await carriedOut(apart, async (scope) => {
    const { plan, left } = await inlining("moved.here", scope);
    return left.length > 0 ? [] : [plan];
  });
  count(again === undefined ? "no inline" : "inlined");
  if (again === undefined) return;
  expect(await resultsOf(again)).toEqual(before);
  expect(Object.keys(again).sort()).toEqual(Object.keys(files).sort());
}

/** Results without a class: nodes that fail have the same errors. */
function alike(results: Results, left: string): Results {
  return new Map(
    [...results].map(([name, { classes, ...result }]) => {
      return [name, { ...result, ...(classes && { classes: classes.filter((each) => each !== left) }) }];
    }),
  );
}

interface EditScope {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly files: EditableFiles;
}

/** The files after the first of some plans that is proved. */
async function carriedOut(
  files: Files,
  plansOf: (scope: EditScope) => Promise<readonly EditPlan[]>,
): Promise<Files | undefined> {
  const workspace = memoryWorkspace(Object.entries(files));
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const [first, ...others] = await plansOf({
    workspace,
    snapshot,
    inventory,
    files: await editableFiles(workspace, snapshot),
  });
  if (first === undefined) return undefined;
  const proved = await firstProved(workspace, [first, ...others], { allowUnresolved: true });
  if (!proved.proof.holds) return undefined;
  const placed = proved.files.map((edit) => ({ ...edit, edits: placedChanges(edit) }));
  const after = edited(files, placed);
  for (const { path, file } of proved.files) if (file === "deleted") delete after[path];
  return after;
}

/** A node that fails on both sides does not count, whatever its errors are. */
function isDifferent(one: Result | undefined, other: Result | undefined): boolean {
  return (one?.parameters !== undefined || other?.parameters !== undefined) && !isEqual(one, other);
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

interface Result {
  readonly errors: readonly string[];
  readonly classes?: readonly string[];
  readonly groups?: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly policies?: readonly unknown[];
}

type Results = ReadonlyMap<string, Result>;

/** What each node comes to, resolved from the texts alone. */
async function resultsOf(files: Files): Promise<Results> {
  const { inventory } = await new Sides().of(files);
  return new Map(inventory.nodeNames.map((name) => [name, resultOf(inventory, name)]));
}

function resultOf(inventory: Inventory, name: string): Result {
  const { node, diagnostics } = resolveNode(inventory, name);
  const errors = diagnostics.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
  return node === undefined ? { errors } : { errors, ...valuesOf(inventory, node) };
}

function valuesOf(inventory: Inventory, node: ResolvedNode): Omit<Result, "errors"> {
  const { variables, policies } = policiesOfNode(inventory, node);
  const { _reclass_, ...parameters } = Object(plainValue(node.parameters));
  return {
    classes: node.classes.map(({ name }) => name),
    // Groups that nothing orders are sorted by their names.
    groups: node.groups.map(({ name }) => name).sort(),
    parameters,
    policies: [
      ...policies.map(({ technique, directives }) => [
        technique.id,
        directives.map((each) => [each.rule.id, each.directive.id]),
      ]),
      [...variables].map(([variable, value]) => [variable, plainValue(value)]),
    ],
  };
}

interface Naming {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

/** Results in which a thing has another name (rule X2 of docs/concepts/edits.md), written without the code of edits. */
function withName(results: Results, { kind, from, to }: Naming): Results {
  const named = (name: string) => (name === from ? to : name);
  const one = (result: Result): Result => {
    const { classes, groups, parameters, policies } = result;
    if (parameters === undefined) return result;
    switch (kind) {
      case "class":
        return { ...result, classes: (classes ?? []).map(named) };
      case "group":
        return { ...result, groups: (groups ?? []).map(named).sort() };
      case "path":
        return {
          ...result,
          parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [named(key), value])),
        };
      case "node":
        return result;
      default:
        return {
          ...result,
          policies: (policies ?? []).map((each, index, { length }) =>
            index === length - 1 ? each : inTexts(each, named),
          ),
        };
    }
  };
  const whole = [...results].map(([name, result]) => [kind === "node" ? named(name) : name, one(result)] as const);
  return new Map(whole.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function inTexts(value: unknown, named: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => inTexts(item, named));
  return typeof value === "string" ? named(value) : value;
}

/** The files after an edit; what goes is empty. What an edit calls the old text must be there. */
function edited(
  files: Files,
  changes: readonly Pick<Plan["files"][number], "path" | "from" | "edits">[],
): Record<string, string> {
  const after: Record<string, string> = { ...files };
  for (const { path, from = path, edits } of changes) {
    const bytes = Buffer.from(files[from] ?? "");
    const parts: Buffer[] = [];
    let at = 0;
    for (const {
      bytes: [start = 0, end = 0],
      old,
      new: now,
    } of edits) {
      expect(bytes.subarray(start, end).toString()).toBe(old);
      parts.push(bytes.subarray(at, start), Buffer.from(now));
      at = end;
    }
    delete after[from];
    after[path] = Buffer.concat([...parts, bytes.subarray(at)]).toString();
  }
  return after;
}
