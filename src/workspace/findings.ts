import type { Inventory } from "../model/inventory.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { createProblemFold } from "../report/problems.ts";
import { resolveNode } from "../resolve/node.ts";
import { hasError } from "./comparison.ts";
import { Pace, type PaceOptions } from "./pace.ts";
import type { CheckResult } from "./workspace.ts";

/**
 * Everything that resolving can find in one snapshot: faults of every node, of the inventory as a whole, of the listing,
 * and of files that no node uses. Equal findings are one, with all their nodes.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  inventory: Inventory,
  options: PaceOptions & { readonly nodes?: ReadonlySet<string> } = {},
): Promise<CheckResult> {
  const found = createProblemFold();
  found.add([...snapshot.diagnostics, ...inventory.diagnostics]);
  const names = inventory.nodeNames.filter((name) => options.nodes?.has(name) ?? true);
  if (!hasError(inventory)) {
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      found.add(resolveNode(inventory, name).diagnostics, name);
    }
  }
  for (const name of inventory.classNames) found.add(inventory.class(name)?.diagnostics ?? []);
  const files = inventory.nodeNames.length + inventory.classNames.length;
  return { findings: found.problems(), lookedAt: { nodes: names.length, files } };
}
