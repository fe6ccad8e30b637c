import { bareKey } from "../values/key-prefix.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { ListValue, MapEntry, MapValue, Span, Value } from "../values/value.ts";
import { isMap, isSameScalar } from "../values/value.ts";
import { mapMember, partsOf } from "../values/value-at.ts";
import { isMarker, marker, maskedValue, type Secrets } from "./secrets.ts";

/** How results of one kind are masked: the same result without its secrets. */
export type Masking<T> = (result: T, place: MaskingPlace) => T;

/** The current place in a result, and what was masked so far. */
export interface MaskingPlace {
  readonly secrets: Secrets;
  /** The path of the value to mask, from the node object on. */
  readonly path: ParameterPath;
  /** The places of the values that were masked; grows. */
  readonly written: Span[];
}

export const valueMasking: Masking<Value> = (value, place) => {
  const masked = maskedValue(value, place.path, place.secrets);
  return masked === value ? value : noted(masked, place);
};

/** A marker for a value that is not itself a secret. */
export function hidden(value: Value, place: MaskingPlace): Value {
  return noted(marker(value), place);
}

function noted(masked: Value, { written }: MaskingPlace): Value {
  for (const place of markedPlaces(masked)) written.push(place);
  return masked;
}

/** The places of the values behind markers; for a reference, that of its target. */
function markedPlaces(masked: Value): readonly Span[] {
  if (masked.kind === "scalar") return isMarker(masked) ? [masked.via?.target ?? masked.origin] : [];
  return partsOf(masked).flatMap(markedPlaces);
}

type Fields<T> = { readonly [Name in keyof T]?: Masking<NonNullable<T[Name]>> };

export function fields<T extends object>(maskings: Fields<T>): Masking<T> {
  return (result, place) => {
    const masked = { ...result };
    for (const name in maskings) {
      const [masking, field] = [maskings[name], result[name]];
      if (masking !== undefined && field !== undefined && field !== null) masked[name] = masking(field, place);
    }
    return masked;
  };
}

/** {@link fields} for an object with the path of its values. */
export function placed<T extends { readonly path: ParameterPath }>(maskings: Fields<T>): Masking<T> {
  const masking = fields(maskings);
  return (result, place) => masking(result, { ...place, path: result.path });
}

/** Masks each result in a list. */
export function each<T>(masking: Masking<T>): Masking<readonly T[]> {
  return (results, place) => results.map((result) => masking(result, place));
}

/** Masks each result under the name of a parameter. */
export function parameters<T>(masking: Masking<T>): Masking<ReadonlyMap<string, T>> {
  return (results, place) => {
    const masked = [...results].map(([name, result]) => [name, parameter(masking, name)(result, place)] as const);
    return new Map(masked);
  };
}

/** Masks data of one parameter. */
export function parameter<T>(masking: Masking<T>, name: string): Masking<T> {
  return (result, place) => masking(result, { ...place, path: ["parameters", name] });
}

/** A place further down, by a path from there. */
export function below(place: MaskingPlace, path: ParameterPath): MaskingPlace {
  return { ...place, path: [...place.path, ...path] };
}

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
