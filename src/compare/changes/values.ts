import { keptAt } from "../../base/made-once.ts";
import { compareText, compareTexts, grouped } from "../../base/text-order.ts";
import type { Change, EditPlaces, FoldedChange, ItemEdit, Sided } from "../../model/results/change.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import { isMap, keyText, type MapValue, type Span, uniqueEntries, type Value } from "../../model/values/value.ts";
import { causeKey, placesKey, rootOf } from "../cause.ts";
import { Identities } from "../identity.ts";
import { listEdits } from "./list-match.ts";

export interface ValueOptions {
  /** Also report values that are equal but come from a definition in another file. */
  readonly moved?: boolean;
  /** Shared by all calls that belong to one comparison. */
  readonly identities?: Identities;
}

/** Items are compared up to this many lists in one another: a list in more is one change with its whole value. */
const MOST_LISTS = 50;

/**
 * The differences between two values, sorted by path, equality as in {@link Identities}. Mappings are compared by key;
 * a new or gone key, a list, a scalar and a change of kind are one change with their whole values. Never fails.
 */
export function valueChanges(
  before: Value,
  after: Value,
  path: readonly string[],
  options: ValueOptions = {},
): readonly Change[] {
  const { moved = false, identities = new Identities() } = options;
  return changesOf({ before, after }, path, { moved, identities, inLists: 0 });
}

function changesOf(sides: Sides, path: readonly string[], walk: Omit<Walk, "found">): readonly Change[] {
  const found: Change[] = [];
  compareValues(sides, path, { ...walk, found });
  return found;
}

interface Walk {
  readonly moved: boolean;
  readonly identities: Identities;
  /** How many lists the values are in. */
  readonly inLists: number;
  readonly found: Change[];
}

/** What two lists are compared with, and how many lists they are in. */
type ListOptions = Pick<Walk, "identities"> & Partial<Pick<Walk, "inLists">>;

interface Sides {
  readonly before: Value;
  readonly after: Value;
}

function compareValues(sides: Sides, path: readonly string[], walk: Walk): void {
  const { before, after } = sides;
  if (before === after) return;
  if (isMap(before) && isMap(after) && (before.entries.length > 0 || after.entries.length > 0)) {
    compareMaps(before, after, { path, walk });
  } else if (!walk.identities.same(before, after)) {
    walk.found.push({ kind: "changed", path, before, after, items: listItemEdits(before, after, walk) });
  } else if (walk.moved && !sameDefinitions(before, after)) {
    walk.found.push({ kind: "moved", path, before, after });
  }
}

/** The edits that turn one list into another, as {@link valueChanges} has them; none if a side is no list. */
export function listItemEdits(before: Value, after: Value, options: ListOptions): readonly ItemEdit[] {
  const { identities, inLists = 0 } = options;
  if (before.kind !== "list" || after.kind !== "list" || inLists === MOST_LISTS) return [];
  const inner = { moved: false, identities, inLists: inLists + 1 };
  const inside = (old: Value, now: Value) => changesOf({ before: old, after: now }, [], inner);
  return listEdits(before.items, after.items, { identities, inside });
}

/** The places of both values; of lists, of the first added and the first removed item. */
export function editedPlaces(
  old: Value,
  now: Value,
  identities: Identities,
): { readonly old: Span; readonly new: Span } {
  if (old.kind !== "list" || now.kind !== "list") return { old: old.origin, new: now.origin };
  const edits = listEdits(old.items, now.items, { identities, inside: () => [] });
  const removed = edits.flatMap((edit) => (edit.kind === "added" ? [] : [edit.before.origin]));
  const added = edits.flatMap((edit) => (edit.kind === "removed" ? [] : [edit.after.origin]));
  return { old: removed[0] ?? old.origin, new: added[0] ?? now.origin };
}

function compareMaps(before: MapValue, after: MapValue, at: { path: readonly string[]; walk: Walk }): void {
  const pairs = differingPairs(before, after);
  pairs.sort((left, right) => compareText(left.key, right.key));
  for (const pair of pairs) {
    const path = [...at.path, pair.key];
    const { before: old, after: now } = pair;
    if (old !== undefined && now !== undefined) compareValues({ before: old, after: now }, path, at.walk);
    else if (old !== undefined) at.walk.found.push({ kind: "removed", path, before: old });
    else if (now !== undefined) at.walk.found.push({ kind: "added", path, after: now });
  }
}

interface Pair {
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Keys whose values are not one object on both sides. */
function differingPairs(before: MapValue, after: MapValue): Pair[] {
  const pairs: Pair[] = [];
  const unseen = new Map(uniqueEntries(after).map((entry) => [keyText(entry), entry.value]));
  for (const entry of uniqueEntries(before)) {
    const key = keyText(entry);
    const counterpart = unseen.get(key);
    unseen.delete(key);
    if (counterpart !== entry.value) pairs.push({ key, before: entry.value, after: counterpart });
  }
  for (const [key, value] of unseen) pairs.push({ key, before: undefined, after: value });
  return pairs;
}

/** The files that define a value: that of its text and, behind a reference, that of its target. Lines do not count. */
export function definingFiles(value: Value): string {
  const target = value.kind === "template" ? undefined : value.via?.target;
  return target === undefined ? value.origin.file.path : `${value.origin.file.path}\n${target.file.path}`;
}

/** Whether equal values also come from the same files, everywhere below. */
export function sameDefinitions(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (isMap(left) && isMap(right) && left.entries.length > 0) return sameEntries(left, right);
  if (definingFiles(left) !== definingFiles(right)) return false;
  if (left.kind !== "list" || right.kind !== "list") return true;
  return left.items.every((item, index) => {
    const counterpart = right.items[index];
    return counterpart !== undefined && sameDefinitions(item, counterpart);
  });
}

/** The origin of a map means little: many files may add to it. Only its entries count. */
function sameEntries(left: MapValue, right: MapValue): boolean {
  const others = new Map(uniqueEntries(right).map((entry) => [keyText(entry), entry.value]));
  return uniqueEntries(left).every((entry) => {
    const counterpart = others.get(keyText(entry));
    return counterpart !== undefined && sameDefinitions(entry.value, counterpart);
  });
}

/**
 * Folds equal changes over the nodes that have them: same kind, path, old and new value, files and cause (lines may
 * differ; those of the first node are kept). Sorted by path, then by first node. Takes each node once. Never fails.
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
 * Folds masked changes again: changes of secrets now look alike, and two that were kept apart would say that their
 * secrets differ.
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
  const { before, after }: Sided = change;
  return holdsMarker(before) || holdsMarker(after);
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
