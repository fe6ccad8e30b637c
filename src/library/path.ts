import { isSection, type ParameterPath, printPath, readPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import type { GivenPath } from "../workspace/scope/compared-node.ts";
import type { ValuePath } from "./types.ts";

/**
 * A path as the caller gave it, from the node object on. `whole` is the resolved node; without it, dots are parts of
 * keys. Throws HeirError for text that is not a path, or that is ambiguous.
 */
export function pathFrom(given: ValuePath, whole: Value | undefined): ParameterPath {
  return readGiven(given, whole && ((path) => valueAt(whole, path) !== undefined));
}

/** A path that is read where it is known which paths exist. */
export function givenPath(given: ValuePath): GivenPath {
  const text = typeof given === "string" ? given : printPath(readGiven(given));
  return { text, read: (exists) => readGiven(given, exists) };
}

function readGiven(given: ValuePath, exists?: (path: ParameterPath) => boolean): ParameterPath {
  if (typeof given === "string") return readPath(given, exists, "write it with colons, or give a list of keys");
  const [first] = given;
  return first === undefined || isSection(first) ? [...given] : ["parameters", ...given];
}
