import { describe, expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { parametersOf } from "../../support/inventory.ts";
import { Sides } from "../../support/side.ts";

/** What a query for `e` answers where a class of web1 exports `first` as `e`, and the node adds `second`. */
async function answer(parameters: object, first: unknown, second: object) {
  const { inventory } = await new Sides().of({
    "classes/base.yml": JSON.stringify({ parameters: { o: "4", ...parameters }, exports: { e: first } }),
    "nodes/mon1.yml": JSON.stringify({ parameters: { q: "$[ exports:e ]" } }),
    "nodes/web1.yml": JSON.stringify({ classes: ["base"], exports: second }),
  });
  const outcome = resolveNode(inventory, "mon1");
  return outcome.node === undefined ? outcome.diagnostics.map(({ code }) => code) : parametersOf(outcome);
}

const ASKS = { c: { x: "$[ exports:none ]" } };
const LISTED = { c: ["$[ exports:none ]"] };
const HOLDS_ITSELF = { c: { x: "${c}" } };
const LEADS_NOWHERE = { c: "${nope}" };

describe("a layer of an export that is replaced fails a query only where reclass fails for it", () => {
  test.each<[object, unknown, object, unknown]>([
    [ASKS, "x${c}y", { e: "over" }, "over"],
    [ASKS, "x${c}y", { "=e": "pre ${o}" }, "pre 4"],
    [ASKS, { x: "x${c}y", y: 1 }, { e: { x: 2 } }, { x: 2, y: 1 }],
    [LISTED, "x${c}y", { "~e": [2] }, [2]],
    [HOLDS_ITSELF, "x${c}y", { e: "over" }, "over"],
    [HOLDS_ITSELF, { x: "pre ${c}" }, { e: { "~x": 3 } }, { x: 3 }],
    [LEADS_NOWHERE, "${c}", { e: "over" }, "over"],
    [LEADS_NOWHERE, "${c:x}", { e: "${o}" }, "4"],
    [LEADS_NOWHERE, "x${c}y", { "~e": [2] }, [2]],
  ])("%j, %j, then %j", async (parameters, first, second, value) => {
    expect(await answer(parameters, first, second)).toEqual({ q: { web1: value } });
  });

  test.each<[string, object, unknown, object]>([
    ["a query itself", { c: "$[ exports:none ]" }, "x${c}y", { e: "over" }],
    ["a loop of references", { c: "${d}", d: "${c}" }, "${c}", { e: "over" }],
    ["a path that leads nowhere, below a list", LEADS_NOWHERE, "${c:x}", { e: [2] }],
    ["what is left beside the part that is replaced", ASKS, { x: "${c}", y: "x${c}y" }, { e: { y: 2 } }],
    ["what is left of a list", LISTED, ["x${c}y"], { e: [2] }],
    ["a value that is left here and replaced there", LEADS_NOWHERE, { a: "${c}", b: "${c}" }, { e: { a: 1 } }],
  ])("not %s", async (_, parameters, first, second) => {
    expect(await answer(parameters, first, second)).toEqual(["query-failed"]);
  });
});
