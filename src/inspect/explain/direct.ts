import type { ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { mappingOf, type Span } from "../../model/values/value.ts";
import { mapEntries, valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";

/** The contribution to a fact: what the node file says. */
export function factContributions(node: ResolvedNode, path: ParameterPath): readonly ExplainedContribution[] {
  const { steps, definition } = node;
  const value = definition.own && valueAt(definition.own.facts, path.slice(1));
  const step = steps.at(-1);
  if (value === undefined || step === undefined) return [];
  return [direct({ step, position: steps.length, value, path })];
}

/** The contributions to a run-time key, file after file: the last replaces those before it. */
export function fileContributions(data: NodeData, path: ParameterPath): readonly ExplainedContribution[] {
  const { inventory, node } = data;
  const [, namespace, key, ...keys] = path;
  const found = inventory.runtimeFiles(node.name).flatMap(({ file, content }) => {
    const own = content?.entries.findLast((each) => each.key === namespace)?.value;
    const entry = mapEntries(own).findLast((each) => each.key === key);
    const value = entry && valueAt(entry.value, keys);
    return entry === undefined ? [] : [{ file, origin: entry.keyNode.origin, value }];
  });
  return found.flatMap(({ file, origin, value }, index) => {
    const step = stepBeside("local", file.path, origin);
    const counts = index === found.length - 1;
    return value === undefined ? [] : [direct({ step, position: node.steps.length + index + 1, value, path, counts })];
  });
}

/** A layer beside those of a node, which are merged: it has no parameters and exports. */
export function stepBeside(layer: Step["layer"], name: string, because: Span): Step {
  const none = mappingOf([], because);
  return { layer, name, because, parameters: none, exports: none };
}

function direct(
  each: Pick<ExplainedContribution, "step" | "position" | "value" | "path"> & { readonly counts?: boolean },
): ExplainedContribution {
  return { action: "set", keepsBelow: false, references: [], counts: true, ...each };
}
