import fc from "fast-check";
import { expect, test } from "vitest";
import { KnownDependencies } from "../../src/cache/states/dependencies.ts";
import { compareSides } from "../../src/workspace/compare/comparison.ts";
import { memoryAnswers } from "../support/answers.ts";
import { type Files, Sides } from "../support/side.ts";

const KEYS = ["a", "b", "c"];
const CLASSES = ["x", "y", "z"];

const path = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("p:a", "p:b", "p:c:d", "p:c", "p:a", "q:a") },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }).map((keys) => keys.join(":")),
  },
);
const scalar = fc.constantFrom("1", "two", "null", "true");
const text = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 3, arbitrary: path.map((to) => `"\${${to}}"`) },
  { weight: 2, arbitrary: path.map((to) => `"in \${${to}}"`) },
  { weight: 1, arbitrary: fc.constantFrom("p:c:${p:e}", "p:${p:f}").map((to) => `"\${${to}}"`) },
);
const key = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.constantFrom("~a", "~b", "=b", "1", "0x1") },
);
/** What most references lead to. */
const targets = fc
  .record({ a: scalar, b: scalar, d: scalar, q: fc.constantFrom("p:a", "p:c:d", "p:b") })
  .map(({ a, b, d, q }) => `p: {a: ${a}, b: ${b}, c: {d: ${d}, x: 1}, e: d, f: b}, q: {a: "\${${q}}"}`);

/** Mappings in mappings, with references among them. */
const mapping = fc.letrec<{ map: string; value: string }>((tie) => ({
  map: fc.dictionary(key, tie("value"), { maxKeys: 3 }).map(
    (entries) =>
      `{${Object.entries(entries)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", ")}}`,
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    text.map((item) => `[${item}, 2]`),
    tie("map"),
    tie("map").map((item) => `[${item}]`),
  ),
})).map;

const definition = fc
  .record({
    classes: fc.subarray(CLASSES),
    map: fc.oneof(
      mapping,
      fc.tuple(targets, mapping).map(([first, map]) => `{${first}, ${map.slice(1)}`),
    ),
    exports: fc.oneof(
      { weight: 9, arbitrary: fc.constant("") },
      text.map((value) => `exports: {a: ${value}}\n`),
    ),
  })
  .map(({ classes, map, exports }) => `classes: [base, ${classes.join(", ")}]\nparameters: ${map}\n${exports}`);
const base = fc.tuple(targets, mapping).map(([first, map]) => `parameters: {${first}, ${map.slice(1)}\n`);

const paths = [...CLASSES.map((name) => `classes/${name}.yml`), "nodes/n1.yml", "nodes/n2.yml"];
/** Nodes without values of their own have much in common. */
const alike: Files = {
  "nodes/n3.yml": "classes: [base, x, y]\n",
  "nodes/n4.yml": "classes: [base, x, y]\n",
  "nodes/n5.yml": "classes: [base, x, y]\nparameters: {q: {a: 5}}\n",
  "nodes/n6.yml": "classes: [base, y, z]\napplications: [app]\n",
  "nodes/n7.yml": "classes: [base, y, z]\n",
};
const empty: Files = Object.fromEntries(CLASSES.map((name) => [`classes/${name}.yml`, "{}\n"]));
const anyBase = base.map((written): Files => ({ "classes/base.yml": written }));
const anyFiles = fc.dictionary(fc.constantFrom(...paths), definition, { minKeys: 1, maxKeys: 2 });
const anyEdit = fc.oneof(anyBase, anyFiles);
const anyStates = fc
  .tuple(anyBase, fc.array(anyFiles, { minLength: 2, maxLength: 2 }), fc.array(anyEdit, { minLength: 1, maxLength: 3 }))
  .map(([first, more, edits]) => {
    const states: Files[] = [Object.assign({}, empty, alike, first, ...more)];
    for (const edit of edits) states.push({ ...states.at(-1), ...edit });
    return states;
  });

test("what is resolved of the values that can differ gives the changes and causes that all values give", async () => {
  await fc.assert(
    fc.asyncProperty(anyStates, async (states) => {
      const shared = new Sides();
      const dependencies = new KnownDependencies(memoryAnswers(), []);
      const sides = await Promise.all(states.map((files) => shared.of(files)));
      for (const [at, after] of sides.entries()) {
        const before = sides[at - 1];
        if (before === undefined) continue;
        const found = await compareSides(before, after, { dependencies, causes: true });
        // With `as` the values of whole nodes are compared.
        expect(plain(found)).toEqual(plain(await compareSides(before, after, { causes: true, as: (old) => old })));
      }
    }),
    { numRuns: 150 },
  );
});

/** As text, places included. */
function plain(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    // What entries of definitions note of themselves says nothing about values.
    if (["kept", "text", "hasTextKey", "isResolved"].includes(name)) return undefined;
    return each instanceof Map || each instanceof Set ? [...each] : each;
  });
}
