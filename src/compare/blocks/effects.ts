import { addTo, compareText, compareTexts, grouped } from "../../base/text-order.ts";
import type { CauseEdit, Change, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import type { DefinitionRename, Effect, EffectKind, KeptKey } from "../../model/results/comparison.ts";
import { isAlong, isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import { isRetyped, type Value } from "../../model/values/value.ts";
import { type Root, rootOf } from "../cause.ts";
import type { Identities } from "../identity.ts";

export interface RootedChange extends FoldedChange, Pick<Root, "derivedFrom" | "depth"> {
  readonly index: number;
  readonly edit: CauseEdit;
  readonly editedPath: ParameterPath;
}

/** The change with its edit. Without a cause, or inside a class with a new name, it is edited where it differs. */
export function rootedChange(folded: FoldedChange, index: number, renamed: readonly DefinitionRename[]): RootedChange {
  const { cause, path } = folded.change;
  const { edit, derivedFrom, path: editedPath = path, depth } = cause === undefined ? unknownRoot : rootOf(cause);
  const rooted = { ...folded, index, edit, editedPath, depth, derivedFrom };
  return insideRename(rooted, renamed) ?? rooted;
}

const unknownRoot: Root = { edit: { kind: "unknown" }, depth: 0 };

function insideRename(rooted: RootedChange, renamed: readonly DefinitionRename[]): RootedChange | undefined {
  const { change, edit } = rooted;
  if (change.kind !== "changed" || isOfNames(change.path) || !("class" in edit)) return undefined;
  const rename = renamed.find((each) => each.kind === "class" && [each.from, each.to].includes(edit.class));
  if (rename === undefined) return undefined;
  const place = { old: change.before.origin, new: change.after.origin };
  const inside: CauseEdit = { kind: "value-edited", in: { layer: "class", name: rename.to }, ...place };
  return { ...rooted, edit: inside, places: [place] };
}

export interface EffectOptions {
  readonly identities: Identities;
  readonly parameters: readonly ParameterRename[];
  /** The paths that are newly in conflict, by node. */
  readonly conflicts: ReadonlyMap<string, readonly ParameterPath[]>;
}

/**
 * The effects of one edit: changes with the same path and delta are one, and so are those that one reference brings,
 * and the values of many edits of one path. The edited values first, then those of more nodes, then by path.
 */
export function effectsOf(changes: readonly RootedChange[], options: EffectOptions): readonly Effect[] {
  const renames = renamedTo(options.parameters);
  const deltas = manyAt(changes, options.identities);
  const groups = grouped(changes, (rooted) => renames.get(rooted.index) ?? effectKey(rooted, deltas, options));
  const depth = (group: readonly RootedChange[]): number =>
    group.reduce((least, each) => Math.min(least, each.depth), Number.POSITIVE_INFINITY);
  return [...groups.values()]
    .map((group) => ({ effect: effectOf(group, options), depth: depth(group) }))
    .sort((left, right) => inOrder(left.effect, right.effect, left.depth - right.depth))
    .map(({ effect }) => effect);
}

/** Beyond this number of different values, the changes of one path are one effect, and their edits one edit. */
export const MANY_VALUES = 8;

/** The paths that the edit gives many different values. */
function manyAt(changes: readonly RootedChange[], identities: Identities): ReadonlySet<string> {
  const direct = changes.filter(({ derivedFrom }) => derivedFrom === undefined);
  const deltas = grouped(direct, ({ change }) => JSON.stringify(change.path));
  return new Set(
    [...deltas].flatMap(([key, some]) => {
      const { size } = new Set(some.map(({ change }) => deltaKey(change, identities)));
      return size > MANY_VALUES ? [key] : [];
    }),
  );
}

function effectKey(rooted: RootedChange, many: ReadonlySet<string>, options: EffectOptions): string {
  const { change, derivedFrom } = rooted;
  const path = JSON.stringify(change.path);
  const kind = kindOf(rooted, options);
  if (derivedFrom !== undefined) return `derived ${path} ${kind} ${derivedFrom.reference}`;
  return many.has(path) ? `many ${path} ${kind}` : `${path} ${kind} ${deltaKey(change, options.identities)}`;
}

/** Each pair of changes that a renamed parameter makes has one key. */
function renamedTo(renames: readonly ParameterRename[]): ReadonlyMap<number, string> {
  return new Map(renames.flatMap(({ from, to }) => [from, to].map((index) => [index, `renamed ${from} ${to}`])));
}

function kindOf({ change, nodes }: RootedChange, { conflicts, identities }: EffectOptions): EffectKind {
  const isLost =
    change.kind !== "added" && nodes.every((node) => conflicts.get(node)?.some((path) => isAlong(change.path, path)));
  return isLost ? "conflict" : effectKind(change, identities);
}

function effectOf(group: readonly RootedChange[], options: EffectOptions): Effect {
  const [first] = group;
  if (first === undefined) throw new Error("an effect without changes");
  const nodes = [...new Set(group.flatMap((each) => each.nodes))].sort(compareText);
  const changes = group.map(({ index }) => index);
  const values = new Set(group.map(({ change }) => deltaKey(change, options.identities))).size;
  const rename = options.parameters.find(({ from }) => changes.includes(from));
  const { derivedFrom } = first;
  const common = { nodes, changes, values, derivedFrom };
  if (rename === undefined) return { kind: kindOf(first, options), path: first.change.path, ...common };
  const [old, now] = [rename.from, rename.to].map((index) => group.find((each) => each.index === index)?.change.path);
  return { kind: "renamed", path: old ?? first.change.path, toPath: now, ...common, values: 1 };
}

/** Lost values first, then those behind fewer references, then those of more nodes. */
function inOrder(left: Effect, right: Effect, depth: number): number {
  const lost = (effect: Effect): number => (effect.kind === "conflict" ? 0 : 1);
  // Values come before orders.
  const order = (effect: Effect): number => (effect.kind === "reordered" ? 1 : 0);
  return (
    lost(left) - lost(right) ||
    order(left) - order(right) ||
    depth ||
    right.nodes.length - left.nodes.length ||
    compareTexts(left.path, right.path)
  );
}

/** Indexes of the change that removes a parameter and of the one that adds it under another name. */
export interface ParameterRename {
  readonly from: number;
  readonly to: number;
}

/**
 * Renamed parameters: in one layer a key goes and another comes under the same parent, with equal values on the same
 * nodes; nodes that keep the old key gain the new one. Where several fit, none is (rule V5 of docs/concepts/review.md).
 */
export function parameterRenames(
  changes: readonly RootedChange[],
  kept: readonly KeptKey[],
  identities: Identities,
): readonly ParameterRename[] {
  const keeping = grouped(kept, ({ to }) => JSON.stringify(to));
  const keyed = { removed: new Map<string, number[]>(), added: new Map<string, number[]>() };
  for (const rooted of changes) {
    const { change } = rooted;
    if (change.kind !== "added" && change.kind !== "removed") continue;
    const keepers = change.kind === "added" ? (keeping.get(JSON.stringify(change.path)) ?? []) : [];
    const key = renameKey(rooted, change, { identities, without: new Set(keepers.map(({ node }) => node)) });
    if (key !== undefined) addTo(keyed[change.kind], key, rooted.index);
  }
  return [...keyed.removed].flatMap(([key, removed]) => {
    const [from, ...others] = removed;
    const [to, ...more] = keyed.added.get(key) ?? [];
    return from === undefined || to === undefined || others.length + more.length > 0 ? [] : [{ from, to }];
  });
}

type LoneChange = Extract<Change, { kind: "added" | "removed" }>;

function renameKey(
  rooted: RootedChange,
  change: LoneChange,
  { identities, without }: { readonly identities: Identities; readonly without: ReadonlySet<string> },
): string | undefined {
  const { edit, nodes, derivedFrom } = rooted;
  const kind = change.kind === "added" ? "value-added" : "value-removed";
  if (edit.kind !== kind || derivedFrom !== undefined || change.path.length < 2) return undefined;
  const value = identities.of(change.kind === "added" ? change.after : change.before);
  const others = nodes.filter((name) => !without.has(name));
  return JSON.stringify([change.path.slice(0, -1), value, edit.in.layer, edit.in.name, others]);
}

/**
 * A text that is equal for changes with the same delta: of scalars both values, of lists the items that were added,
 * removed, changed or moved, wherever they are; of lists of names those added and removed.
 */
export function deltaKey(change: Change, identities: Identities): string {
  switch (change.kind) {
    case "added":
      return `added ${identities.of(change.after)}`;
    case "removed":
      return `removed ${identities.of(change.before)}`;
    case "moved":
      return "moved";
    case "changed":
      return change.items.length === 0
        ? `${identities.of(change.before)} ${identities.of(change.after)}`
        : itemsKey(change, identities);
  }
}

function itemsKey({ path, items }: Extract<Change, { kind: "changed" }>, identities: Identities): string {
  const lone = items.filter((item) => item.kind === "added" || item.kind === "removed");
  const isNames = isOfNames(path) && lone.length > 0;
  return (isNames ? lone : items).map((item) => itemKey(item, identities)).join("; ");
}

function itemKey(item: ItemEdit, identities: Identities): string {
  switch (item.kind) {
    case "added":
      return `+ ${identities.of(item.after)}`;
    case "removed":
      return `- ${identities.of(item.before)}`;
    case "moved":
      return `> ${identities.of(item.after)}`;
    case "changed":
      return item.changes.length === 0
        ? `~ ${identities.of(item.before)} ${identities.of(item.after)}`
        : item.changes.map((each) => `${each.path.join(":")} ${deltaKey(each, identities)}`).join(", ");
  }
}

/** What a change does: as its kind, unless only the type or the order differs. */
function effectKind(change: Change, identities: Identities): EffectKind {
  if (change.kind !== "changed") return change.kind;
  const { before, after } = change;
  if (isRetyped(before, after)) return "retyped";
  return isReordered(before, after, identities) ? "reordered" : "changed";
}

function isReordered(before: Value, after: Value, identities: Identities): boolean {
  if (before.kind !== "list" || after.kind !== "list") return false;
  const [old, now] = [before, after].map((list) => list.items.map((item) => identities.of(item)).sort((a, b) => a - b));
  return old?.length === now?.length && old?.every((item, at) => item === now?.[at]) === true;
}
