import type { Shape } from "./shape.ts";

/** The narrowest type that all values of a shape have; undefined if there is none. `key` is the last of their path. */
export function typeOf(shape: Shape, key: string): string | undefined {
  const { nulls, booleans, integers, fractions, texts, lists, maps, secrets } = shape;
  if (secrets > 0) return undefined;
  const kinds = [booleans, integers + fractions, texts, lists, maps].filter((count) => count > 0).length;
  if (kinds > 1) return undefined;
  if (kinds === 0) return "null";
  const type = kindOf(shape, key);
  // `or` binds closer than `of`.
  return nulls === 0 ? type : `${type.replace(/ of .*/s, "")} or null`;
}

function kindOf({ booleans, integers, fractions, arePorts, texts, formats, lists, items }: Shape, key: string): string {
  if (booleans > 0) return "boolean";
  if (fractions > 0) return "number";
  if (integers > 0) return arePorts && /port$/i.test(key) ? "port" : "integer";
  if (texts > 0) return formats[0] ?? "text";
  if (lists === 0) return "mapping";
  const inner = items && typeOf(items, key);
  return inner === undefined ? "list" : `list of ${inner}`;
}
