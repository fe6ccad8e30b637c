import { mapMember } from "../values/inside.ts";
import { bareKey } from "../values/key-prefix.ts";
import { isMap, isSameScalar, type ListValue, type MapEntry, type MapValue, type Value } from "../values/value.ts";
import { below, hidden, type Masking, type MaskingPlace, valueMasking } from "./masking.ts";
import { isMarker, maskedValue } from "./secrets.ts";

type StatesMasking<Name extends string> = <T extends { readonly [State in Name]?: Value | undefined }>(
  result: T,
  place: MaskingPlace,
) => T;

/** Masks values of one path in several states: a secret in one state is hidden in all of them. */
export function together<Name extends string>(...names: readonly Name[]): StatesMasking<Name> {
  return (result, place) => {
    const values = names.flatMap((name) => result[name] ?? []);
    const masked = names.flatMap((name) => {
      const value = result[name];
      const others = values.filter((other) => other !== value);
      return value === undefined ? [] : [[name, among(others)(value, place)] as const];
    });
    return { ...result, ...Object.fromEntries(masked) };
  };
}

/** Masks a value part by part: what is a secret in one of the others, its values in other states, is hidden in it. */
export function among(others: readonly Value[]): Masking<Value> {
  return (value, place) => {
    const masked = valueMasking(value, place);
    if (isMarker(masked)) return masked;
    const shown = others.map((other) => maskedValue(other, place.path, place.secrets));
    if (shown.every((other, at) => other === others[at])) return masked;
    if (shown.some(isMarker)) return hidden(value, place);
    if (isMap(value)) return mapAmong(value, others, place);
    return value.kind === "list" ? listAmong(value, others.filter(isList), place) : masked;
  };
}

function mapAmong(map: MapValue, others: readonly Value[], place: MaskingPlace): MapValue {
  const entries = map.entries.map((entry): MapEntry => {
    const same = others.flatMap((other) => mapMember(other, entry.key) ?? []);
    return { ...entry, value: among(same)(entry.value, below(place, [bareKey(entry.key, place.secrets.prefixes)])) };
  });
  return { ...map, entries };
}

/** Items are not matched: an item that another list does not have could be any of its secrets. */
function listAmong(list: ListValue, others: readonly ListValue[], place: MaskingPlace): ListValue {
  const items = list.items.map((item, index) => {
    const here = below(place, [String(index)]);
    const same = others.flatMap((other) => other.items.filter(({ kind }) => kind === item.kind));
    return same.some((other) => isSameScalar(item, other)) ? valueMasking(item, here) : among(same)(item, here);
  });
  return { ...list, items };
}

function isList(value: Value): value is ListValue {
  return value.kind === "list";
}
