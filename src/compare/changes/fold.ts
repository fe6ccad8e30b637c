import { compareText, compareTexts } from "../../base/text-order.ts";
import type { Change, FoldedChange } from "../../model/results/change.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";
import { causeKey } from "../causes/key.ts";
import { Identities } from "../identity.ts";
import { definingFiles } from "./places.ts";

/**
 * Folds equal changes over the nodes that have them: same kind, path, old and new value, defined in the same files, for
 * the same cause (lines may differ; those of the first node are kept).
 *
 * Sorted by path, then by first node. Takes the nodes in any order, each once. Never fails.
 */
export function foldChanges(
  byNode: Iterable<readonly [string, readonly Change[]]>,
  identities: Identities = new Identities(),
): readonly FoldedChange[] {
  const folds = new Map<string, { first: string; change: Change; nodes: string[] }>();
  for (const [node, changes] of byNode) {
    for (const change of changes) {
      const key = foldKey(change, node, identities);
      const fold = folds.get(key);
      if (fold === undefined) {
        folds.set(key, { first: node, change, nodes: [node] });
        continue;
      }
      fold.nodes.push(node);
      if (compareText(node, fold.first) < 0) Object.assign(fold, { first: node, change });
    }
  }
  const sorted = [...folds.values()].sort(
    (left, right) => compareTexts(left.change.path, right.change.path) || compareText(left.first, right.first),
  );
  return sorted.map(({ change, nodes }) => ({ change, nodes: nodes.sort(compareText) }));
}

/**
 * Folds masked changes once more: changes of secrets look alike, and are one where only the hidden values differ, so
 * that the folding does not say which secrets are equal.
 */
export function foldMasked(folded: readonly FoldedChange[]): readonly FoldedChange[] {
  if (!folded.some(holdsSecret)) return folded;
  const identities = new Identities();
  const folds = new Map<string, FoldedChange>();
  for (const [index, fold] of folded.entries()) {
    const { change, nodes } = fold;
    const key = holdsSecret(fold) ? foldKey(change, nodes[0] ?? "", identities) : String(index);
    const first = folds.get(key);
    const all = first === undefined ? nodes : [...new Set([...first.nodes, ...nodes])].sort(compareText);
    folds.set(key, { change: first?.change ?? change, nodes: all });
  }
  return [...folds.values()];
}

function holdsSecret({ change }: FoldedChange): boolean {
  return (
    holdsMarker("before" in change ? change.before : undefined) ||
    holdsMarker("after" in change ? change.after : undefined)
  );
}

function foldKey(change: Change, node: string, identities: Identities): string {
  const old = change.kind === "added" ? "" : `${identities.of(change.before)} ${filesOf(change.before)}`;
  const now = change.kind === "removed" ? "" : `${identities.of(change.after)} ${filesOf(change.after)}`;
  const cause = change.cause === undefined ? "" : causeKey(change.cause, node);
  return `${change.kind}\n${JSON.stringify(change.path)}\n${old}\n${now}\n${cause}`;
}

/** The origin of an empty list of names is the file of its node, which is not the cause of the change. */
function filesOf(value: Value): string {
  return value.kind === "list" && value.items.length === 0 ? "" : definingFiles(value);
}
