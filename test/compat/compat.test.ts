import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { capturedDefaults, capturedInventories, drawnInventories } from "./captured.ts";
import { compare, compareDefaults } from "./comparison.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}.jsonl`, import.meta.url));

/** Random inventories, and what the reference made of each of their nodes; README.md says how both are made. */
test.each([
  { dialect: "reclass", reference: "reclass 1.7.0", atLeast: 500 },
  { dialect: "kapitan", reference: "kapicorp-reclass 2.0.0", atLeast: 200 },
] as const)("drawn inventories come out as $reference has them", async ({ dialect, reference, atLeast }) => {
  const captured = capturedInventories(fixture(dialect));
  const { inventories, differences, ...counts } = await compare(
    drawnInventories(fixture("inventories")),
    captured,
    dialect,
  );

  const leftOut = [...counts.leftOut].map(([reason, count]) => `${count} ${reason}`).join(", ");
  console.info(
    `${reference}: ${inventories} inventories compared, ${counts.results} nodes with a result, ${counts.errors} with an ` +
      `error, ${counts.crashes} on which it crashes; not compared: ${leftOut}; ${differences.length} differences`,
  );
  expect(differences.slice(0, 10)).toEqual([]);
  expect(inventories).toBeGreaterThanOrEqual(atLeast);
});

/** Inventories with defaults of references, and what reclass-rs made of them; README.md says how. */
test("defaults of references come out as reclass-rs 0.11.0 has them", async () => {
  const captured = capturedDefaults(fixture("reference-defaults"));
  const differences = await compareDefaults(captured);

  expect(differences).toEqual([]);
  expect(captured.length).toBeGreaterThanOrEqual(40);
});
