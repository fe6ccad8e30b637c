import { grouped } from "../../base/grouped.ts";
import { keptAt } from "../../base/remembered.ts";
import { compareText, compareTexts } from "../../base/text-order.ts";
import type { Change, EditPlaces, FoldedChange } from "../../model/results/change.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";
import { causeKey, placesKey, rootOf } from "../causes/key.ts";
import { Identities } from "../identity.ts";
import { definingFiles } from "./values.ts";

/**
 * Folds equal changes over the nodes that have them: same kind, path, old and new value, defined in the same files, for
 * the same cause (lines may differ; those of the first node are kept).
 *
 * Sorted by path, then by first node. Takes the nodes in any order, each once. Never fails.
 */
export class ChangeFolds {
  private readonly folds = new Map<string, Fold>();
  private readonly identities: Identities;

  constructor(identities: Identities) {
    this.identities = identities;
  }

  /** Adds the changes of a node, which comes once. */
  add(node: string, changes: readonly Change[]): void {
    for (const change of changes) {
      const key = foldKey(change, node, this.identities);
      const fold = this.folds.get(key);
      if (fold === undefined) {
        this.folds.set(key, { first: node, change, nodes: [node], places: new Places(change, node) });
        continue;
      }
      fold.nodes.push(node);
      fold.places.add(change, node);
      if (compareText(node, fold.first) < 0) Object.assign(fold, { first: node, change });
    }
  }

  /** The changes of all nodes so far. */
  folded(): readonly FoldedChange[] {
    const folded = [...this.folds.values()].map(({ change, nodes, places: { all } }): FoldedChange => {
      return { change, nodes: nodes.toSorted(compareText), places: all.length > 0 ? all : undefined };
    });
    return folded.sort(byPathAndNode);
  }
}

/** Joins the folded changes of shards, no two of which have a node in common, as one folding of all nodes. Never fails. */
export function joinFolds(shards: readonly (readonly FoldedChange[])[]): readonly FoldedChange[] {
  const identities = new Identities();
  const same = grouped(shards.flat(), ({ change, nodes: [first = ""] }) => foldKey(change, first, identities));
  return [...same.values()].flatMap(joined).sort(byPathAndNode);
}

function joined(same: readonly FoldedChange[]): readonly FoldedChange[] {
  const [first] = same.toSorted((left, right) => compareText(left.nodes[0] ?? "", right.nodes[0] ?? ""));
  if (first === undefined || same.length === 1) return same;
  const nodes = same.flatMap((each) => each.nodes).sort(compareText);
  const places = new Map(same.flatMap((each) => each.places ?? []).map((place) => [placesKey(place), place]));
  return [{ change: first.change, nodes, places: places.size > 0 ? [...places.values()] : undefined }];
}

function byPathAndNode(left: FoldedChange, right: FoldedChange): number {
  return compareTexts(left.change.path, right.change.path) || compareText(left.nodes[0] ?? "", right.nodes[0] ?? "");
}

interface Fold {
  first: string;
  change: Change;
  readonly nodes: string[];
  readonly places: Places;
}

/** The places of the edits behind equal changes, each once. */
class Places {
  /** Each with its first node. */
  private readonly known = new Map<string, { first: string; readonly place: EditPlaces }>();

  constructor(change: Change, node: string) {
    this.add(change, node);
  }

  add({ cause }: Change, node: string): void {
    const edit = cause && rootOf(cause).edit;
    if (edit === undefined || !("in" in edit)) return;
    const { old, new: now } = edit;
    const known = keptAt(this.known, placesKey(edit), () => ({ first: node, place: { old, new: now } }));
    if (compareText(node, known.first) < 0) known.first = node;
  }

  /** In the order of their first nodes. */
  get all(): readonly EditPlaces[] {
    const places = [...this.known.values()].sort((left, right) => compareText(left.first, right.first));
    return places.map(({ place }) => place);
  }
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
    const places = [...(first?.places ?? []), ...(fold.places ?? [])];
    folds.set(key, { change: first?.change ?? change, nodes: all, places: places.length > 0 ? places : undefined });
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
