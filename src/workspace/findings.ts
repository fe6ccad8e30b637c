import { compareText } from "../base/text-order.ts";
import type { Severity } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Inventory } from "../model/inventory.ts";
import { placeOf } from "../model/origin.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { resolveNode } from "../resolve/node.ts";
import { hasError } from "./comparison.ts";
import { Pace, type PaceOptions } from "./pace.ts";
import type { CheckResult, Finding } from "./workspace.ts";

/**
 * Everything that resolving can find in one snapshot: faults of every node, of the inventory as a whole, of the listing,
 * and of files that no node uses. Equal findings are one, with all their nodes.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  inventory: Inventory,
  options: PaceOptions & { readonly nodes?: ReadonlySet<string> } = {},
): Promise<CheckResult> {
  const found = new Findings();
  for (const diagnostic of [...snapshot.diagnostics, ...inventory.diagnostics]) found.add(diagnostic);
  const names = inventory.nodeNames.filter((name) => options.nodes?.has(name) ?? true);
  if (!hasError(inventory)) {
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      for (const diagnostic of resolveNode(inventory, name).diagnostics) found.add(diagnostic, name);
    }
  }
  for (const name of inventory.classNames) {
    for (const diagnostic of inventory.class(name)?.diagnostics ?? []) found.add(diagnostic);
  }
  const files = inventory.nodeNames.length + inventory.classNames.length;
  return { findings: found.sorted(), lookedAt: { nodes: names.length, files } };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

class Findings {
  private readonly byKey = new Map<string, { diagnostic: Diagnostic; nodes: Set<string>; place: string }>();

  add(diagnostic: Diagnostic, node?: string): void {
    const place = diagnostic.span === undefined ? "" : orderKey(diagnostic);
    const key = `${diagnostic.code}\n${place}\n${diagnostic.message}`;
    let finding = this.byKey.get(key);
    if (finding === undefined) {
      finding = { diagnostic, nodes: new Set(), place };
      this.byKey.set(key, finding);
    }
    if (node !== undefined) finding.nodes.add(node);
  }

  /** Errors first, then by file, line and column, then by code. */
  sorted(): readonly Finding[] {
    const all = [...this.byKey.values()].sort(
      (left, right) =>
        RANK[left.diagnostic.severity] - RANK[right.diagnostic.severity] ||
        compareText(left.place, right.place) ||
        compareText(left.diagnostic.code, right.diagnostic.code) ||
        compareText(left.diagnostic.message, right.diagnostic.message),
    );
    return all.map(({ diagnostic, nodes }) => ({ diagnostic, nodes: [...nodes].sort(compareText) }));
  }
}

function orderKey({ span }: Diagnostic): string {
  if (span === undefined) return "";
  const { file, line, column } = placeOf(span);
  return `${file}\0${String(line).padStart(8, "0")}\0${String(column).padStart(8, "0")}`;
}
