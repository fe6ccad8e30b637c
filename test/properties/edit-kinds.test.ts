import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { placedChanges } from "../../src/annex/edit/report/placed-changes.ts";
import { PlaceSearch } from "../../src/annex/edit/value/place.ts";
import { HeirError, memory } from "../../src/index.ts";
import { plainValue } from "../../src/library/plain.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { wholeNode } from "../../src/workspace/load/outcome.ts";
import { memoryWorkspace } from "../../src/workspace/open.ts";
import { editableFiles } from "../../src/workspace/write/worktree-files.ts";
import { anyGrouped } from "../support/arbitrary/groups.ts";
import { type Files, Sides } from "../support/side.ts";

// HEIR_FUZZ=300 npx vitest run test/properties/edit-kinds.test.ts: so many drawn inventories.
const RUNS = Number(process.env["HEIR_FUZZ"] ?? 5);

/** A path, and the value to set there; null for a name. */
type Asked = readonly [path: readonly string[], value: string | null];

const ASKED: readonly Asked[] = [
  [["classes", "a"], null],
  [["classes", "c"], null],
  [["groups", "web"], null],
  [["groups", "os.debian"], null],
  [["facts", "os"], "Debian"],
  [["facts", "rack"], "r7"],
  [["environment"], "lab"],
  [["variables", "v"], "fixed"],
  [["variables", "v"], 'of ${node.properties[m] | default = "none"}'],
];

const tally = new Map<string, number>();

function count(what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

test("places of names, facts and variables do what they promise, and so do set and unset", async () => {
  const input = [anyGrouped, fc.subarray(["n1", "n2", "n3"], { minLength: 1 }), fc.constantFrom(...ASKED)] as const;
  await fc.assert(fc.asyncProperty(...input, promisesKept), { numRuns: RUNS * 4 });
  for (const done of ["places", "holds set", "holds unset"])
    expect(tally.get(done) ?? 0, done).toBeGreaterThan(RUNS / 6);
}, 600_000);

async function promisesKept(files: Files, wanted: readonly string[], [path, value]: Asked): Promise<void> {
  const workspace = memoryWorkspace(Object.entries(files));
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const nodes = wanted.flatMap((name) => resolveNode(inventory, name).node ?? []);
  if (nodes.length < wanted.length || nodes.some(({ conflicts }) => conflicts.length > 0)) return;
  const before = await dataOf(files);
  const source = value === null ? (path[1] ?? "") : JSON.stringify(value);
  const editable = await editableFiles(workspace, snapshot);
  const search = new PlaceSearch(
    { path, source, nodes, isSecret: false },
    { workspace, snapshot, inventory, files: editable },
  );
  for (const { edits, hit, also } of await search.all("all")) {
    count("places");
    const after = await dataOf(
      edited(
        files,
        edits.map((edit) => ({ path: edit.path, edits: placedChanges(edit) })),
      ),
    );
    // What a text with a reference comes to is known from the edit alone.
    if (value?.includes("$") !== true) expect(wanted.filter((name) => has(after.get(name), path, value))).toEqual(hit);
    expect(others(before, after, wanted)).toEqual(also);
  }
  const asked = { nodes: wanted.join(), path };
  await carriedOut(files, { edit: "set", ...asked, ...(value !== null && { value: source }), new: true }, before);
  if (value === null) await carriedOut(files, { edit: "unset", ...asked }, before);
}

type Edit = Parameters<ReturnType<typeof memory>["plan"]>[0] & { readonly edit: "set" | "unset" };

async function carriedOut(files: Files, edit: Edit, before: Data): Promise<void> {
  const plan = await memory(Object.entries(files))
    .plan(edit, { allowUnresolved: true })
    .catch((error: unknown) => {
      if (error instanceof HeirError) return undefined;
      throw error;
    });
  count(`${plan?.status} ${edit.edit}`);
  if (plan?.status !== "holds") return;
  const after = await dataOf(edited(files, plan.files));
  const path = edit.path as readonly string[];
  const wanted = edit.nodes.split(",");
  expect(others(before, after, wanted)).toEqual([]);
  if (edit.edit === "unset" || edit.value === undefined) {
    const expected = edit.edit === "set" ? wanted : [];
    expect(wanted.filter((name) => has(after.get(name), path, null))).toEqual(expected);
  }
}

type Data = ReadonlyMap<string, Record<string, unknown> | undefined>;

/** All that each node gets, resolved from the texts alone; undefined for one that does not resolve. */
async function dataOf(files: Files): Promise<Data> {
  const { inventory } = await new Sides().of(files);
  return new Map(
    inventory.nodeNames.map((name) => {
      const { node, diagnostics } = resolveNode(inventory, name);
      if (node === undefined) return [name, undefined];
      const fails = diagnostics.some(({ severity }) => severity === "error");
      const data = Object(plainValue(wholeNode(inventory, node)));
      // The sequence in which names are listed is not what an edit is about.
      return [name, { ...data, classes: [...data.classes].sort(), groups: [...(data.groups ?? [])].sort(), fails }];
    }),
  );
}

function others(before: Data, after: Data, wanted: readonly string[]): readonly string[] {
  const isOther = (name: string) => !isDeepStrictEqual(before.get(name), after.get(name));
  return [...before.keys()].filter((name) => !wanted.includes(name) && isOther(name));
}

function has(
  data: Record<string, unknown> | undefined,
  [section = "", key]: readonly string[],
  value: string | null,
): boolean {
  if (data?.["fails"] !== false) return false;
  const found = data[section];
  if (Array.isArray(found)) return found.includes(key);
  return (key === undefined ? found : Object(found)[key]) === value;
}

interface EditedFile {
  readonly path: string;
  readonly edits: readonly { readonly bytes: readonly number[]; readonly new: string }[];
}

function edited(files: Files, all: readonly EditedFile[]): Files {
  const texts = all.map(({ path, edits }) => {
    const text = edits.toReversed().reduce(
      (now, { bytes: [start, end], new: put }) => {
        return Buffer.concat([now.subarray(0, start), Buffer.from(put), now.subarray(end)]);
      },
      Buffer.from(files[path] ?? ""),
    );
    return [path, text.toString()] as const;
  });
  return { ...files, ...Object.fromEntries(texts) };
}
