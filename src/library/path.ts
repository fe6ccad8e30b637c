import { type ParameterPath, sections } from "../model/values/parameter-path.ts";
import { readPath } from "../model/values/read-path.ts";
import type { Value } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import type { ValuePath } from "./types.ts";

/**
 * A path as the caller gave it, from the node object on. `whole` is the resolved node; without it, dots are parts of
 * keys. Throws HeirError for text that is not a path, or that is ambiguous.
 */
export function pathFrom(given: ValuePath, whole: Value | undefined): ParameterPath {
  if (typeof given !== "string") {
    const [first] = given;
    return first === undefined || sections.has(first) ? [...given] : ["parameters", ...given];
  }
  const exists = whole && ((path: ParameterPath) => valueAt(whole, path) !== undefined);
  return readPath(given, exists, "write it with colons, or give a list of keys");
}
