import fc from "fast-check";
import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { PolicyExplainer } from "../../../src/inspect/explain/policies.ts";
import { NodeData } from "../../../src/resolve/data/node-data.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { type Files, Sides } from "../../support/side.ts";

test("what counts is what the policies of the node are made of, on any inventory", async () => {
  await fc.assert(fc.asyncProperty(anyGrouped, tellsPolicies), { numRuns: 200 });
});

async function tellsPolicies(files: Files): Promise<void> {
  const { inventory } = await new Sides().of(files);
  for (const name of inventory.nodeNames) {
    const explainer = new NodeExplainer(inventory, name);
    const { node } = explainer.outcome;
    if (node === undefined) continue;
    const data = new NodeData(inventory, { node });
    const { policies } = data;
    const told = new PolicyExplainer({ data, explainer });
    const pairs = told.techniques().flatMap((id) => told.policy(id).pairs);
    const made = policies.policies.flatMap(({ technique, directives, overridden }) => [
      ...directives.map((pair) => `${technique.id} counts ${pair.rule.id}/${pair.directive.id}`),
      ...overridden.map((pair) => `${technique.id} lost ${pair.rule.id}/${pair.directive.id}: ${pair.reason}`),
    ]);
    const explained = pairs
      .filter(({ position }) => position !== undefined)
      .map(({ technique, fate, rule, directive, reason }) => {
        return `${technique?.id} ${fate} ${rule.id}/${directive.id}${reason === undefined ? "" : `: ${reason}`}`;
      });
    expect(explained.sort()).toEqual(made.sort());
    for (const [variable, value] of policies.variables) {
      const { value: shown, pairs: declaring } = told.variable(variable);
      const counting = declaring.filter(({ fate }) => fate === "counts");
      expect(shown && valueJson(shown)).toBe(valueJson(value));
      expect(counting).toHaveLength(1);
      const [declared] = counting.map((pair) => pair.declared?.value);
      if (declared !== undefined && !valueJson(declared).includes("${"))
        expect(valueJson(declared)).toBe(valueJson(value));
      expect(declared?.origin).toBe(value.origin);
    }
  }
}

test("a merge is explained by the layers and files of its operands, key by key", async () => {
  const { inventory } = await new Sides().of({
    "nodes/n1.yml": "properties: {limits: {files: 1, cores: 2}}\n",
    "techniques/t.yml": "multi: true\n",
    "directives/d.yml": 'technique: t\nmerges: {limits: ["node.properties[limits]", "node.local[limits]"]}\n',
    "rules/r.yml": "directives: [d]\ntargets: [special:all]\n",
    "properties.d/n1/b.json": '{"local": {"limits": {"files": 9}}}\n',
  });
  const explainer = new NodeExplainer(inventory, "n1");
  const { node } = explainer.outcome;
  const told = node && new PolicyExplainer({ data: new NodeData(inventory, { node }), explainer });
  const { value, pairs = [] } = told?.variable("limits") ?? {};
  const references = pairs.flatMap(({ declared }) => declared?.references ?? []);

  expect(value && valueJson(value)).toBe('{"files":9,"cores":2}');
  expect(references.map(({ path, contributions }) => [path.join(":"), contributions.at(-1)?.step.name])).toEqual([
    ["parameters:limits:files", "n1"],
    ["parameters:limits:cores", "n1"],
    ["runtime:local:limits:files", "properties.d/n1/b.json"],
  ]);
  expect(told?.variable("limits", ["cores"]).value).toMatchObject({ data: 2 });
});
