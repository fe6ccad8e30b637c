import { compareText, compareTexts } from "../../base/text-order.ts";
import type { Effect, EffectKind } from "../../model/results/block.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { isAlong } from "../../model/values/parameter-path.ts";
import type { Identities } from "../identity.ts";
import { deltaKey, effectKind } from "./delta.ts";
import type { ParameterRename } from "./parameter-renames.ts";
import type { RootedChange } from "./rooted-change.ts";

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
  const groups = new Map<string, RootedChange[]>();
  for (const rooted of changes) {
    const key = renames.keys.get(rooted.index) ?? effectKey(rooted, deltas, options);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rooted]);
    else group.push(rooted);
  }
  const depth = (group: readonly RootedChange[]): number =>
    group.reduce((least, each) => Math.min(least, each.depth), Number.POSITIVE_INFINITY);
  return [...groups.values()]
    .map((group) => ({ effect: effectOf(group, options), depth: depth(group) }))
    .sort((left, right) => inOrder(left.effect, right.effect, left.depth - right.depth))
    .map(({ effect }) => effect);
}

/** Beyond this number of different deltas, the changes of one path are one effect. */
const MANY_DELTAS = 8;

/** The paths that the edit gives many different values. */
function manyAt(changes: readonly RootedChange[], identities: Identities): ReadonlySet<string> {
  const deltas = new Map<string, Set<string>>();
  for (const { change, derivedFrom } of changes) {
    if (derivedFrom !== undefined) continue;
    const key = JSON.stringify(change.path);
    const known = deltas.get(key) ?? new Set<string>();
    known.add(deltaKey(change, identities));
    deltas.set(key, known);
  }
  return new Set([...deltas].flatMap(([key, { size }]) => (size > MANY_DELTAS ? [key] : [])));
}

function effectKey(rooted: RootedChange, many: ReadonlySet<string>, options: EffectOptions): string {
  const { change, derivedFrom } = rooted;
  const path = JSON.stringify(change.path);
  const kind = kindOf(rooted, options);
  if (derivedFrom !== undefined) return `derived ${path} ${kind} ${derivedFrom.reference}`;
  return many.has(path) ? `many ${path} ${kind}` : `${path} ${kind} ${deltaKey(change, options.identities)}`;
}

/** Each pair of changes that a renamed parameter makes has one key. */
function renamedTo(renames: readonly ParameterRename[]): { readonly keys: ReadonlyMap<number, string> } {
  const keys = renames.flatMap(({ from, to }) => [from, to].map((index) => [index, `renamed ${from} ${to}`] as const));
  return { keys: new Map(keys) };
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
  const common = { nodes, changes, values, ...(derivedFrom !== undefined && { derivedFrom }) };
  if (rename === undefined) return { kind: kindOf(first, options), path: first.change.path, ...common };
  const [old, now] = [rename.from, rename.to].map((index) => group.find((each) => each.index === index)?.change.path);
  return { kind: "renamed", path: old ?? first.change.path, ...(now && { toPath: now }), ...common, values: 1 };
}

/** Lost values first, then those behind fewer references, then those of more nodes. */
function inOrder(left: Effect, right: Effect, depth: number): number {
  const lost = (effect: Effect): number => (effect.kind === "conflict" ? 0 : 1);
  return (
    lost(left) - lost(right) || depth || right.nodes.length - left.nodes.length || compareTexts(left.path, right.path)
  );
}
