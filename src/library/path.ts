import { HeirError } from "../model/findings/failure.ts";
import { type ParameterPath, parsePath, printPath, sections } from "../model/values/parameter-path.ts";
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
  const reading = parsePath(given, whole && ((path) => valueAt(whole, path) !== undefined));
  switch (reading.kind) {
    case "path":
      return reading.path;
    case "fault":
      throw new HeirError("usage", reading.message);
    case "ambiguous": {
      const hint = "write it with colons, or give a list of keys";
      throw new HeirError("usage", `"${given}" may be ${reading.paths.map(printPath).join(" or ")}`, hint);
    }
  }
}
