import { expect, test } from "vitest";
import { newPairRow, orderPairRows, withoutOrderPairs } from "../../../src/report/findings/problems.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { foundProblem, spanOf } from "../../support/found.ts";

const value = (path: string, nodes: readonly string[], severity: "info" | "warning" = "info") =>
  foundProblem(
    {
      code: "order-fragile",
      severity,
      span: spanOf("classes/muc.yml", "parameters: {dns: 2}\n", "2"),
      related: [{ span: spanOf("classes/base.yml", "parameters: {dns: 1}\n", "1"), caption: "" }],
      hint: "include base in muc",
      order: { below: "base", above: "muc", path },
    },
    nodes,
  );

test("values that the order of two classes decides are told together, in two lines and one for each", () => {
  const { others, pairs } = withoutOrderPairs([value("dns", ["n2", "n3"]), value("motd", ["n3"])]);

  expect(others).toEqual([]);
  expect(pairs.flatMap(orderPairRows).map(rowText)).toEqual([
    "info[order-fragile]: base < muc: only the order of class lists decides 2 values on 2 nodes (n2, n3)",
    "  = help: include base in muc",
    "    dns  classes/muc.yml:1:19 over classes/base.yml:1:19",
    "    motd  classes/muc.yml:1:19 over classes/base.yml:1:19 on 1 node (n3)",
    "",
  ]);
});

test("a pair that is new is one line, however many values it decides", () => {
  const { pairs } = withoutOrderPairs(["a", "b", "c", "d", "e"].map((path) => value(path, ["n3"])));

  expect(pairs.map(newPairRow).map(rowText)).toEqual([
    "base < muc now decides a, b, c and 2 more values on n3 (order-fragile)",
  ]);
});

test("where the settings ask for a warning, each value is told by itself", () => {
  const asked = value("dns", ["n3"], "warning");

  expect(withoutOrderPairs([asked])).toEqual({ others: [asked], pairs: [] });
});
