import { isOf } from "../inspect/explain/counting.ts";
import { Feeding } from "../inspect/impact/feeding.ts";
import { ReportedPaths } from "../inspect/impact/reported-paths.ts";
import { ValueReaders } from "../inspect/impact/value-readers.ts";
import { propertiesReadBy, touches } from "../inspect/uses/reading.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { FoldedChange } from "../model/results/change.ts";
import { isSamePath, type ParameterPath } from "../model/values/parameter-path.ts";
import { valueAt } from "../model/values/value-at.ts";
import { NodeData } from "../resolve/data/node-data.ts";
import { ResolvedBefore } from "../workspace/load/outcome.ts";
import { isOnlyAt } from "./allowed.ts";
import { operandPaths } from "./operand-paths.ts";

type AnyChange = FoldedChange["change"];

/** Names and facts decide which layers a node has, so all that layers give it may follow. */
const DECIDING: ReadonlySet<string | undefined> = new Set(["classes", "groups", "facts", "environment"]);

/** What files alone say: it follows from nothing. */
const SAID: ReadonlySet<string | undefined> = new Set(["facts", "runtime"]);

/** Changes of nodes, and the later state that has them. */
export interface FoundChanges {
  readonly inventory: Inventory;
  readonly changes: readonly FoldedChange[];
  /** Nodes of the inventory that the comparison resolved. */
  readonly resolved?: ResolvedBefore;
}

/**
 * The changes that follow from the value at a path (rule X1 of docs/concepts/edits.md): in the later state references, directives or
 * the agent's merges make the values from it. A value that was made from it, and is written now, does not follow.
 */
export class MadeFrom {
  private readonly known = new Map<string, ReadonlySet<AnyChange>>();
  private readonly path: ParameterPath;
  private readonly inventory: Inventory;
  private readonly changes: readonly FoldedChange[];
  private readonly resolved: ResolvedBefore;
  private starts: readonly ParameterPath[] | undefined;

  constructor(path: ParameterPath, { inventory, changes, resolved = new ResolvedBefore() }: FoundChanges) {
    this.path = path;
    this.inventory = inventory;
    this.changes = changes;
    this.resolved = resolved;
  }

  /** Whether one of the changes follows on a node that has it. */
  holds(change: AnyChange, node: string): boolean {
    if (DECIDING.has(this.path[0])) return !SAID.has(change.path[0]);
    this.starts ??= [this.path, ...this.fedExports()];
    const known = this.known.get(node) ?? this.following(node, this.starts);
    this.known.set(node, known);
    return known.has(change);
  }

  /** Queries of all nodes read exports: those that change and are made from the value. */
  private fedExports(): readonly ParameterPath[] {
    const exported = this.changes.filter(({ change }) => change.path[0] === "exports" && !isOnlyAt(change, this.path));
    return exported.flatMap(({ change, nodes }) =>
      nodes.some((name) => this.following(name, [this.path]).has(change)) ? [change.path] : [],
    );
  }

  private following(name: string, starts: readonly ParameterPath[]): ReadonlySet<AnyChange> {
    const { node } = this.resolved.take(this.inventory, name);
    if (node === undefined) return new Set();
    const changes = this.changes.flatMap(({ change, nodes }) => (nodes.includes(name) ? [change] : []));
    const feeding = new Feeding(new ValueReaders(this.inventory, node), starts);
    const asked = [...starts, ...feeding.paths, ...changes.map(({ path }) => path)];
    const reported = new ReportedPaths(this.inventory, node, asked);
    const fed = starts.flatMap((start) => [...feeding.fedBy(start, { reported, isCounted: true })]);
    const readings = fed.filter(({ path }) => path[0] !== "classes");
    const paths = [...starts, ...readings.map(({ path }) => path)];
    const data = new NodeData(this.inventory, { node });
    const follows = (change: AnyChange): boolean => {
      if (change.path[0] === "variables") return isFilledIn(change.path, data, paths);
      return readings.some((reading) => {
        if (!isOnlyAt(change, reading.path)) return false;
        const below = change.path.slice(reading.path.length);
        if (below.length === 0) return true;
        // Below a reference to a mapping another layer may say a key, and what goes there went where it is read.
        if (change.kind !== "removed") return [...reported.countingAt(change.path)].some((each) => isOf(each, reading));
        const gone = (path: ParameterPath) =>
          path[0] === "exports" || changes.some((each) => each.kind === "removed" && isSamePath(each.path, path));
        return reading.references.some((each) => gone([...(reported.readBy(each) ?? []), ...below]));
      });
    };
    return new Set(changes.filter(follows));
  }
}

/** Whether the directive that sets a variable last reads one of the paths, or an operand that the agent merges does. */
function isFilledIn(
  [, name = "", ...keys]: ParameterPath,
  { policies: { policies, merges } }: NodeData,
  paths: readonly ParameterPath[],
): boolean {
  const pairs = policies.flatMap(({ directives }) => directives);
  const set = pairs.flatMap(({ directive }) => directive.sets).findLast((each) => each.name === name);
  const value = set && valueAt(set.value, keys);
  const operands = merges.filter((each) => each.name === name).flatMap(({ first, second }) => [first, second]);
  const reads = [
    ...(value === undefined ? [] : propertiesReadBy(value)),
    ...operands.flatMap(operandPaths).map((path) => ({ reads: [...path, ...keys] })),
  ];
  return reads.some((each) => paths.some((path) => touches(each, path)));
}
