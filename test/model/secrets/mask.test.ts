import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import { noSecrets } from "../../../src/model/secrets/secrets.ts";
import { comparisonRows } from "../../../src/report/diff/comparison.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { withBlocks } from "../../../src/workspace/evidence/reviewed.ts";
import { comparison, on } from "../../support/comparison.ts";
import { value } from "../../support/value.ts";

const [before, after] = [value("a.yml", { pw: "ENC[one]" }), value("a.yml", { pw: "ENC[two]" })];
/** Not masked. */
const found: Comparison = comparison({ changes: on(["n1"], valueChanges(before, after, ["parameters"])) });

test("what is not masked does not compile where it is drawn", () => {
  // @ts-expect-error a comparison is no Masked<Comparison>
  expect([...comparisonRows(found)].map(rowText).join("\n")).toContain("ENC[two]");
});

test("a masked result with a part from elsewhere does not compile where it is drawn", () => {
  const mixed = { ...withBlocks(mask("comparison", found, noSecrets)), changes: found.changes };
  // @ts-expect-error a spread result is not masked
  expect([...comparisonRows(mixed)].map(rowText).join("\n")).toContain("ENC[two]");
});

test("what is masked is drawn without its secrets", () => {
  const masked = withBlocks(mask("comparison", found, noSecrets));
  expect([...comparisonRows(masked)].map(rowText).join("\n")).not.toContain("ENC[");
});

test("what is to be shown is the result itself", () => {
  expect(mask("comparison", found, "shown")).toBe(found);
});
