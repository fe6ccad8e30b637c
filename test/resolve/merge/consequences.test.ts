import { expect, test } from "vitest";
import type { Related } from "../../../src/model/findings/diagnostic.ts";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { Sides } from "../../support/side.ts";

const SITE = {
  "classes/a.yml": "parameters: {site: {domain: x}}",
  "classes/b.yml": "parameters: {site: text}",
};

test.each<readonly [name: string, parameters: string, found: readonly string[]]>([
  ["a reference into a value that failed", "u: '${site:domain}'", ["merge-type: nodes/n1.yml:2:17 ${site:domain}"]],
  [
    "one to a value that only refers to it, and one to that",
    "u: '${site}', v: '${u:domain}', w: 'x${v}'",
    ["merge-type: nodes/n1.yml:2:31 ${u:domain}"],
  ],
  [
    "several are counted",
    "u: '${site:domain}', v: '${site:other}'",
    ["merge-type: nodes/n1.yml:2:17 ${site:domain}, nodes/n1.yml:2:38 ${site:other}"],
  ],
  ["what fails by itself stays apart", "u: '${site}', v: '${nope}'", ["merge-type: ", "unresolved-reference: "]],
  [
    "a value beside the one that failed is its own fault",
    "s: {t: 1}, v: '${s:no}'",
    ["merge-type: ", "unresolved-reference: "],
  ],
])("causes come first: %s", async (_name, parameters, found) => {
  const { inventory } = await new Sides().of({
    ...SITE,
    "nodes/n1.yml": `classes: [a, b]\nparameters: {${parameters}}\n`,
  });
  const { diagnostics } = resolveNode(inventory, "n1");
  const text = ({ span, caption }: Related) => `${placeText(placeOf(span))} ${caption}`;
  expect(diagnostics.map(({ code, follows = [] }) => `${code}: ${follows.map(text).join(", ")}`)).toEqual(found);
});

test("what only warns is no cause: the node fails for what is undefined", async () => {
  const files = { "nodes/n1.yml": "parameters: {b: '${no}', c: '${b:x}'}", "classes/a.yml": "{}" };
  const { inventory } = await new Sides().of(files);
  const { node, diagnostics } = resolveNode(inventory, "n1");
  expect([node, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["unresolved-reference"]]);
});

test("of many references that follow a hundred are kept", async () => {
  const uses = Array.from({ length: 130 }, (_, at) => `  u${at}: "\${site:domain}"\n`).join("");
  const files = { ...SITE, "nodes/n1.yml": `classes: [a, b]\nparameters:\n${uses}` };
  const { inventory } = await new Sides().of(files);
  const [cause, ...others] = resolveNode(inventory, "n1").diagnostics;
  expect([others, cause?.follows?.length]).toEqual([[], 100]);
});
