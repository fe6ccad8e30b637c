import fc from "fast-check";
import { expect, test } from "vitest";
import { RepeatedValues } from "../../../src/checks/unused/repeated-values.ts";
import { plainMap } from "../../../src/library/plain.ts";
import { placeOf } from "../../../src/model/values/value.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { type Files, Sides } from "../../support/side.ts";

type Tree = { readonly [key: string]: unknown };
type Said = Readonly<Record<string, Tree>>;

const FILES = ["classes/a.yml", "classes/b.yml", "nodes/n1.yml", "nodes/n2.yml"];
const HEADS: Readonly<Record<string, string>> = {
  "nodes/n1.yml": "classes: [a, b]\n",
  "nodes/n2.yml": "classes: [b]\n",
};

/** One key a line, so that a place says which value is meant. */
function lines(tree: Tree, indent: string): string {
  return Object.entries(tree)
    .map(([key, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
        ? `${indent}${key}:\n${lines(value as Tree, `${indent}  `)}`
        : `${indent}${key}: ${JSON.stringify(value)}\n`,
    )
    .join("");
}

function filesOf(said: Said): Files {
  const text = (path: string) => `${HEADS[path] ?? ""}parameters:\n  z: {}\n${lines(said[path] ?? {}, "  ")}`;
  return Object.fromEntries(FILES.map((path) => [path, text(path)]));
}

async function valuesOf(said: Said): Promise<string> {
  const { inventory } = await new Sides().of(filesOf(said));
  const nodes = inventory.nodeNames.map((name) => resolveNode(inventory, name).node);
  // In any order of keys.
  return JSON.stringify(nodes.map((node) => node && sorted(plainMap(node.parameters))));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Every tree with one scalar replaced by what `edit` makes of it; undefined takes it away. */
function edited(tree: Tree, edit: unknown): readonly (readonly [path: string, tree: Tree])[] {
  return Object.entries(tree).flatMap(([key, value]): readonly (readonly [string, Tree])[] => {
    if (typeof value === "number") {
      const { [key]: _, ...rest } = tree;
      return [[key, edit === undefined ? rest : { ...tree, [key]: edit }]];
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return edited(value as Tree, edit).map(([path, inner]) => [`${key}:${path}`, { ...tree, [key]: inner }]);
  });
}

/** The scalars that count somewhere, and without which all nodes are the same. */
async function repeatedByForce(said: Said): Promise<readonly string[]> {
  const before = await valuesOf(said);
  const found: string[] = [];
  for (const path of FILES) {
    const without = edited(said[path] ?? {}, undefined);
    const other = new Map(edited(said[path] ?? {}, 99));
    for (const [key, tree] of without) {
      const counts = (await valuesOf({ ...said, [path]: other.get(key) ?? {} })) !== before;
      if (counts && (await valuesOf({ ...said, [path]: tree })) === before) found.push(`${path} ${key}`);
    }
  }
  return found.sort();
}

async function repeatedIn(said: Said): Promise<readonly string[]> {
  const files = filesOf(said);
  const { inventory } = await new Sides().of(files);
  const search = new RepeatedValues(inventory);
  for (const name of inventory.nodeNames) search.visit(resolveNode(inventory, name));
  return [...search.findings()]
    .flatMap(({ diagnostic: { span, message } }) =>
      span === undefined ? [] : [`${placeOf(span).file} ${message.split(" ")[0]}`],
    )
    .sort();
}

const key = fc.constantFrom("x", "y", "w");
const number = fc.constantFrom(1, 2);
const mapping = fc.dictionary(key, number, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
const saidWith = (leaf: fc.Arbitrary<unknown>): fc.Arbitrary<Said> =>
  fc.record(
    Object.fromEntries(
      FILES.map((path) => [
        path,
        fc.record(
          { x: leaf, y: leaf, m: fc.oneof(mapping, mapping, leaf) },
          { requiredKeys: [], noNullPrototype: true },
        ),
      ]),
    ),
    { noNullPrototype: true },
  ) as fc.Arbitrary<Said>;

test("what is found are the scalars that count and without which nothing changes", async () => {
  const plain = saidWith(number).filter((said) => Object.values(said).every(({ m }) => typeof m !== "number"));
  await fc.assert(
    fc.asyncProperty(plain, async (said) => {
      expect(await repeatedIn(said)).toEqual(await repeatedByForce(said));
    }),
    { numRuns: 60 },
  );
});

test("beside references and lists nothing is found that would change a node", async () => {
  const mixed = saidWith(fc.oneof(number, number, fc.constantFrom<unknown>("${x}", [1])));
  await fc.assert(
    fc.asyncProperty(mixed, async (said) => {
      const all = await repeatedByForce(said);
      expect((await repeatedIn(said)).filter((each) => !all.includes(each))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
