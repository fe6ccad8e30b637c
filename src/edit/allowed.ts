import { Feeding } from "../inspect/impact/feeding.ts";
import { ValueReaders } from "../inspect/impact/value-readers.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { FoldedChange } from "../model/results/change.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { ResolvedBefore } from "../workspace/load/outcome.ts";

/** The changes of a comparison, divided: those that a claim does not allow, and those that it does. */
export interface SplitChanges {
  readonly beyond: readonly FoldedChange[];
  readonly allowed: readonly FoldedChange[];
}

/** Divides folded changes node by node. */
export function divided(
  changes: readonly FoldedChange[],
  isAllowed: (change: FoldedChange["change"], node: string) => boolean,
): SplitChanges {
  const part = (wanted: boolean): readonly FoldedChange[] =>
    changes.flatMap((each) => {
      const nodes = each.nodes.filter((node) => isAllowed(each.change, node) === wanted);
      return nodes.length === 0 ? [] : [{ ...each, nodes }];
    });
  return { beyond: part(false), allowed: part(true) };
}

/** Whether all that a change touches is at or below a path. */
export function isOnlyAt(change: FoldedChange["change"], path: ParameterPath): boolean {
  if (isBelow(change.path, path)) return true;
  if (!isBelow(path, change.path)) return false;
  // A mapping that came or went as a whole: it holds the path and nothing else.
  const value = change.kind === "added" ? change.after : change.kind === "removed" ? change.before : undefined;
  return value !== undefined && holdsOnly(value, path.slice(change.path.length));
}

function isBelow(path: ParameterPath, above: ParameterPath): boolean {
  return path.length >= above.length && above.every((key, index) => path[index] === key);
}

function holdsOnly(value: Value, [first, ...more]: ParameterPath): boolean {
  if (first === undefined) return true;
  if (value.kind !== "map" || value.entries.length !== 1) return false;
  const [entry] = value.entries;
  return entry?.key === first && holdsOnly(entry.value, more);
}

/** The values of nodes that references make from the value at a path, directly or through others. */
export class MadeFrom {
  private readonly known = new Map<string, readonly ParameterPath[]>();
  private readonly inventory: Inventory;
  private readonly start: ParameterPath;
  private readonly resolved: ResolvedBefore;

  /** `resolved`: nodes of the inventory that a comparison resolved. */
  constructor(inventory: Inventory, start: ParameterPath, resolved: ResolvedBefore = new ResolvedBefore()) {
    this.inventory = inventory;
    this.start = start;
    this.resolved = resolved;
  }

  /** Whether a change of a node touches only such values; never a list of classes. */
  holds(change: FoldedChange["change"], node: string): boolean {
    return this.of(node).some((path) => isOnlyAt(change, path));
  }

  private of(name: string): readonly ParameterPath[] {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const { node } = this.resolved.take(this.inventory, name);
    const paths = node === undefined ? [] : new Feeding(new ValueReaders(this.inventory, node), [this.start]).paths;
    const values = paths.filter(([section]) => section !== "classes");
    this.known.set(name, values);
    return values;
  }
}
