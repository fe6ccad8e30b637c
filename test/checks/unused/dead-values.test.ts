import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeadValues } from "../../../src/checks/unused/dead-values.ts";
import { valueJson } from "../../../src/encoding/json.ts";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { placeOf } from "../../../src/model/values/value.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { exampleFolder } from "../../example/replayed.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

function deadIn(inventory: Inventory): readonly Diagnostic[] {
  const search = new DeadValues(inventory);
  for (const name of inventory.nodeNames) search.visit(resolveNode(inventory, name));
  if (search.hasDoubts()) for (const name of inventory.nodeNames) search.confirm(name);
  return [...search.findings()].map(({ diagnostic }) => diagnostic);
}

/** `file:line message`. */
async function told(files: Files): Promise<readonly string[]> {
  const { inventory } = await new Sides().of(files);
  return deadIn(inventory).map(({ span, message }) => {
    const place = span && placeOf(span);
    return `${place?.file}:${place?.line} ${message}`;
  });
}

/** Everything that is resolved, as text. */
function resolvedText(inventory: Inventory): string {
  const nodes = inventory.nodeNames.map((name) => {
    const { node } = resolveNode(inventory, name);
    return node === undefined ? `${name} fails` : `${name} ${valueJson(node.parameters)} ${valueJson(node.exports)}`;
  });
  return nodes.join("\n");
}

/** Something else of the same kind in the place of a scalar, or of the first scalar of a list. */
function edited({ file, start, end }: NonNullable<Diagnostic["span"]>): string | undefined {
  const written = file.text.slice(start, end);
  const edit = (text: string): string => (/^['"]|^[^\d{[]/.test(text) ? '"edited by a test"' : "4711");
  if (/^(?:yes|no|true|false)$/.test(written)) return written === "yes" || written === "true" ? "false" : "true";
  if (!written.startsWith("[")) return /[\n{]/.test(written.replace("${", "")) ? undefined : edit(written);
  const item = /^\[([^,[\]{}$]+)/.exec(written)?.[1];
  return item === undefined ? undefined : `[${edit(item)}${written.slice(item.length + 1)}`;
}

/** Edits every dead value, one by one: nothing that is resolved differs. How many edits were made. */
async function withoutEffect(files: Files): Promise<number> {
  const sides = new Sides();
  const { inventory } = await sides.of(files);
  const before = resolvedText(inventory);
  let edits = 0;
  for (const { span, message } of deadIn(inventory)) {
    const edit = span && edited(span);
    if (span === undefined || edit === undefined) continue;
    const text = span.file.text.slice(0, span.start) + edit + span.file.text.slice(span.end);
    const after = await sides.of({ ...files, [span.file.path]: text });
    expect(resolvedText(after.inventory), `${message}: ${edit}`).toBe(before);
    edits += 1;
  }
  return edits;
}

test("who edits a value that no node sees changes nothing, on any inventory", async () => {
  let edits = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), async (files) => {
      edits += await withoutEffect(files);
    }),
    { numRuns: 300, seed: 48 },
  );
  expect(edits).toBeGreaterThan(20);
}, 120_000);

test("and in the example", async () => {
  const names = readdirSync(exampleFolder, { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => /^(?:classes|nodes|groups)\/.*\.yml$|^[^/]*\.yml$/.test(name));
  const files = Object.fromEntries(own.map((name) => [name, readFileSync(join(exampleFolder, name), "utf8")]));

  expect(await withoutEffect(files)).toBeGreaterThan(0);
});

describe("a value is dead", () => {
  const node = "classes: [base]\n";

  test("when every node that gets it has another in its place, and not when one has it", async () => {
    const files = {
      "classes/base.yml": "parameters:\n  a: 1\n  b: 1\n",
      "nodes/n1.yml": `${node}parameters: {a: 2, b: 2}\n`,
    };

    expect(await told({ ...files, "nodes/n2.yml": `${node}parameters: {a: 3}\n` })).toEqual([
      "classes/base.yml:2 no node uses a of class base",
    ]);
  });

  test("when the mapping that holds it is replaced", async () => {
    const files = {
      "classes/base.yml": "parameters:\n  m: {a: 1}\n",
      "nodes/n1.yml": `${node}parameters: {~m: {b: 2}}\n`,
    };

    expect(await told(files)).toEqual(["classes/base.yml:2 no node uses m:a of class base"]);
  });

  test("when a constant below it stays", async () => {
    const files = {
      "heir.yml": "version: 1\nstrict_constant_parameters: false\n",
      "classes/base.yml": "parameters: {=a: 1}\n",
      "classes/top.yml": "classes: [base]\nparameters: {a: 2}\n",
      "nodes/n1.yml": "classes: [top]\n",
    };

    expect(await told(files)).toEqual(["classes/top.yml:2 no node uses a of class top"]);
  });

  test("when null takes its place, but not when it is null itself", async () => {
    const files = {
      "classes/base.yml": "parameters:\n  a: 1\n  b:\n",
      "nodes/n1.yml": `${node}parameters: {a: null, b: 2}\n`,
    };

    expect(await told(files)).toEqual(["classes/base.yml:2 no node uses a of class base"]);
  });

  test("in a group, but not in the global parameters", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "globals.yml": "a: 1\n",
      "groups/g.yml": "nodes: [n1]\nproperties: {a: 2}\n",
      "nodes/n1.yml": "properties: {a: 3}\n",
    };

    expect(await told(files)).toEqual(["groups/g.yml:2 no node uses a of group g"]);
  });
});

describe("a value is not dead", () => {
  test("when it is a list to which others are joined", async () => {
    const files = {
      "classes/base.yml": "parameters: {l: [1]}\n",
      "nodes/n1.yml": "classes: [base]\nparameters: {l: [2]}\n",
    };

    expect(await told(files)).toEqual([]);
  });

  test("when it is joined to a text, as the mode of a property has it", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "groups/g.yml": "nodes: [n1]\nproperties: {a: {value: x, inheritMode: mao}}\n",
      "nodes/n1.yml": "properties: {a: {value: y, inheritMode: maa}}\n",
    };

    expect(await told(files)).toEqual([]);
  });

  test("when a class is named after it before it is overridden", async () => {
    const files = {
      "classes/base.yml": "parameters: {os: debian}\n",
      "classes/os/debian.yml": "parameters: {os: Debian}\n",
      "nodes/n1.yml": "classes: [base, 'os.${os}']\n",
    };

    expect(await told(files)).toEqual([]);
  });

  test("when groups that nothing orders agree on it, and would not if it changed", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "groups/g.yml": "nodes: [n1]\nproperties: {a: 2}\n",
      "groups/h.yml": "nodes: [n1]\nproperties: {a: 2}\n",
      "nodes/n1.yml": "{}\n",
    };

    expect(await told(files)).toEqual([]);
    expect(await told({ ...files, "order.yml": "order: [[g, h]]\n" })).toEqual([
      "groups/g.yml:2 no node uses a of group g",
    ]);
  });

  test("when a node that has it does not resolve", async () => {
    const files = {
      "classes/base.yml": "parameters: {a: 1}\n",
      "nodes/n1.yml": "classes: [base]\nparameters: {a: 2}\n",
      "nodes/n2.yml": "classes: [base]\nparameters: {b: '${c}'}\n",
    };

    expect(await told(files)).toEqual([]);
  });

  test("when a reference brings in a mapping to which others are joined", async () => {
    const files = {
      "classes/base.yml": "parameters: {m: '${x}', x: {a: 1}}\n",
      "nodes/n1.yml": "classes: [base]\nparameters: {m: {a: 2}}\n",
    };

    expect(await told(files)).toEqual([]);
  });
});
