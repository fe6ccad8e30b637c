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
export function changeFolds(identities: Identities) {
  const folds = new Map<string, Fold>();
  return {
    /** Adds the changes of a node, which comes once. */
    add(node: string, changes: readonly Change[]): void {
      for (const change of changes) {
        const fold = keptAt(folds, foldKey(change, node, identities), (): Fold => {
          return { first: node, change, nodes: [], places: new Map() };
        });
        fold.nodes.push(node);
        addPlace(fold.places, change, node);
        if (compareText(node, fold.first) < 0) Object.assign(fold, { first: node, change });
      }
    },
    /** The changes of all nodes so far. */
    folded(): readonly FoldedChange[] {
      const folded = [...folds.values()].map(({ change, nodes, places }): FoldedChange => {
        const all = [...places.values()].sort((left, right) => compareText(left.first, right.first));
        const edits = all.length > 0 ? all.map(({ place }) => place) : undefined;
        return { change, nodes: nodes.toSorted(compareText), places: edits };
      });
      return folded.sort(byPathAndNode);
    },
  };
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

/** The places of the edits behind equal changes, each once, with its first node. */
type Places = Map<string, { first: string; readonly place: EditPlaces }>;

function addPlace(places: Places, { cause }: Change, node: string): void {
  const edit = cause && rootOf(cause).edit;
  if (edit === undefined || !("in" in edit)) return;
  const { old, new: now } = edit;
  const known = keptAt(places, placesKey(edit), () => ({ first: node, place: { old, new: now } }));
  if (compareText(node, known.first) < 0) known.first = node;
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
