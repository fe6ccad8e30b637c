import type { MergeStrategy } from "../../model/contracts/contract.ts";
import type { ListValue, MapEntry, Span, Value } from "../../model/values/value.ts";
import { isPlain, mappingOf, textValue } from "../../model/values/value.ts";
import type { ValueRules } from "../contracts/value-rules.ts";
import { mergeType } from "./faults.ts";
import type { FollowingNode } from "./followed.ts";
import { comparedLists, sortedList } from "./list-strategies.ts";
import { asRaw, type MergedMap, type PartialValue, parameterContribution } from "./partial-value.ts";

export interface RuledPlace {
  readonly path: readonly string[];
  readonly node: FollowingNode;
}

/** Whether a strategy looks at items: then it has an effect on the list of one layer too. */
export function isComparing({ strategy }: MergeStrategy): boolean {
  return strategy === "unique" || strategy === "by";
}

/** Two lists merged by a strategy: rules K26 and K27 of docs/concepts/contracts.md. A clash of kinds is a fault. */
export function laidLists(
  { below, above }: { readonly below: readonly Value[]; readonly above: ListValue },
  strategy: MergeStrategy,
  place: RuledPlace,
): ListValue {
  const items = isComparing(strategy)
    ? comparedLists({ below, above: filledIn(above.items, place) }, strategy, {
        clash: (one, other) => {
          const contributions = [one, other].map(parameterContribution);
          place.node.fault(mergeType(contributions, 1, place.path));
        },
        removed: () => {},
      })
    : strategy.strategy === "prepend"
      ? [...above.items, ...below]
      : [...below, ...above.items];
  const { tuple: _, ...rest } = above;
  return { ...rest, items, plain: items.every(isPlain) };
}

function filledIn(items: readonly Value[], { node, path }: RuledPlace): readonly Value[] {
  return items.map((item, at) => (isPlain(item) ? item : node.resolved(asRaw(item), [...path, String(at)])));
}

/** Makes the rules of a mapping hold for the values in it, in place. */
export function ruleEntries({ entries }: MergedMap, rules: ValueRules): void {
  for (const [key, entry] of entries) {
    const next = rules.next(key);
    const { value } = entry;
    if (next === undefined || (value.kind === "pending" && value.rules !== undefined)) continue;
    const contributions = [parameterContribution(value)];
    entries.set(key, { key, keyNode: entry.keyNode, value: { kind: "pending", contributions, rules: next } });
  }
}

/** Adds the defaults of keys that a mapping lacks, in place: rule K34 of docs/concepts/contracts.md. */
export function fillGaps({ entries }: MergedMap, rules: ValueRules): void {
  for (const { key, rules: next, origin } of rules.gaps) {
    if (entries.has(key)) continue;
    const value = defaultAt(next, origin);
    if (value !== undefined) entries.set(key, { key, keyNode: textValue(key, origin), value });
  }
}

/** The default at a path, or a mapping of those below it; undefined if there are none. */
function defaultAt(rules: ValueRules, origin: Span): PartialValue | undefined {
  if (rules.fallback !== undefined) {
    const contributions = [parameterContribution(asRaw(rules.fallback.value))];
    return { kind: "pending", contributions, rules: rules.inDefault };
  }
  const made: MergedMap = { kind: "merged-map", entries: new Map(), origin };
  fillGaps(made, rules);
  return made.entries.size === 0 ? undefined : made;
}

/** As {@link defaultAt}, for a key of a mapping inside a list. */
function defaultInItem(rules: ValueRules, origin: Span, place: RuledPlace): Value | undefined {
  if (rules.fallback !== undefined) return inside(rules.fallback.value, rules.inDefault, place);
  const filled = inside(mappingOf([], origin), rules, place);
  return filled.kind === "map" && filled.entries.length > 0 ? filled : undefined;
}

/** A merged list after the last step of its rules, which also hold for what is inside its items. */
export function ruledList(list: ListValue, rules: ValueRules, place: RuledPlace): ListValue {
  let { items } = list;
  if (rules.entersLists) items = items.map((item, at) => inside(item, rules.next(at), below(place, at)));
  const { strategy } = rules;
  if (strategy?.sort === true) items = sortedList(filledIn(items, place), strategy.by);
  return items === list.items ? list : { ...list, items, plain: items.every(isPlain) };
}

/** A value inside an item, which one layer gives as a whole. */
function inside(value: Value, rules: ValueRules | undefined, place: RuledPlace): Value {
  if (rules === undefined) return value;
  switch (value.kind) {
    case "template":
      if (!rules.leadsOn && rules.strategy === undefined) return value;
      return inside(place.node.resolved(value, place.path), rules, place);
    case "map": {
      const entries = value.entries.map((entry): MapEntry => {
        const made = inside(entry.value, rules.next(entry.key), below(place, entry.key));
        return made === entry.value ? entry : { key: entry.key, keyNode: entry.keyNode, value: made };
      });
      const known = new Set(entries.map(({ key }) => key));
      for (const { key, rules: next, origin } of rules.gaps) {
        const made = known.has(key) ? undefined : defaultInItem(next, origin, below(place, key));
        if (made !== undefined) entries.push({ key, keyNode: textValue(key, origin), value: made });
      }
      return { ...value, entries, plain: entries.every((entry) => isPlain(entry.value)) };
    }
    case "list": {
      const { strategy } = rules;
      const isCompared = strategy !== undefined && isComparing(strategy);
      return ruledList(isCompared ? laidLists({ below: [], above: value }, strategy, place) : value, rules, place);
    }
    case "scalar":
    case "set":
      return value;
  }
}

function below({ path, node }: RuledPlace, key: string | number): RuledPlace {
  return { path: [...path, String(key)], node };
}
