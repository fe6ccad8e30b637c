import fc from "fast-check";
import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { PolicyExplainer } from "../../../src/inspect/explain/policies.ts";
import { policiesOfNode } from "../../../src/resolve/policies/node-policies.ts";
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
    const policies = policiesOfNode(inventory, node);
    const told = new PolicyExplainer({ inventory, node, policies, explainer });
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
