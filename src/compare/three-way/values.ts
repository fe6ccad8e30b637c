import { isMap, type MapEntry, type Value } from "../../model/values/value.ts";
import type { Identities } from "../identity.ts";
import { mergeSequences } from "./stretches.ts";

/** The same of three files; `base` is undefined for what the base does not have. */
export interface Three<Of, Side = Of> {
  readonly base: Of | undefined;
  readonly ours: Side;
  readonly theirs: Side;
}

type ThreeValues = Three<Value, Value | undefined>;

export function mapThree<From, To>({ base, ours, theirs }: Three<From>, change: (from: From) => To): Three<To> {
  return { base: base === undefined ? undefined : change(base), ours: change(ours), theirs: change(theirs) };
}

/** The side whose state is the merged one, if one side left it as it was, or both did the same. */
export function changedSide<Of>({ base, ours, theirs }: Three<Of, Of | undefined>): "ours" | "theirs" | undefined {
  if (ours === theirs || base === theirs) return "ours";
  return base === ours ? "theirs" : undefined;
}

/** The merged value, or that both sides changed it in two ways. */
type MergedData = { readonly value: Value | undefined } | "conflict";

/** Merges data by key and item (docs/merges.md). Of two orders ours is first, and `onChoice` is called. Never fails. */
export function mergeValues(three: ThreeValues, identities: Identities, onChoice: () => void): MergedData {
  const { base, ours, theirs } = three;
  const side = changedSide(mapThree(three, (value) => value && identities.of(value)));
  if (side !== undefined) return { value: three[side] };
  if (isMap(ours) && isMap(theirs) && (base === undefined || isMap(base))) {
    const keys = new Set([ours, theirs].flatMap(({ entries }) => entries.map(({ key }) => key)));
    const entries: MapEntry[] = [];
    for (const key of keys) {
      const [old, here, there] = [base, ours, theirs].map((map) => map?.entries.find((each) => each.key === key));
      const merged = mergeValues({ base: old?.value, ours: here?.value, theirs: there?.value }, identities, onChoice);
      if (merged === "conflict") return "conflict";
      const entry = here ?? there;
      if (entry && merged.value) entries.push({ ...entry, value: merged.value });
    }
    return { value: { ...ours, entries } };
  }
  if (base?.kind !== "list" || ours?.kind !== "list" || theirs?.kind !== "list") return "conflict";
  const items: Value[] = [];
  for (const stretch of mergeSequences(base.items, ours.items, theirs.items, (item) => identities.of(item))) {
    const [usual, swapped] = stretch.ways;
    if (usual === undefined) return "conflict";
    if (swapped !== undefined) onChoice();
    items.push(...usual);
  }
  return { value: { ...ours, items } };
}
