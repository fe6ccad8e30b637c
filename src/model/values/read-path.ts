import { HeirError } from "../findings/failure.ts";
import { type ParameterPath, parsePath, printPath } from "./parameter-path.ts";

/**
 * A path from text; `exists` decides where the text could be several paths. Throws HeirError for text that is not a path,
 * or that stays ambiguous, with this hint.
 */
export function readPath(
  text: string,
  exists?: (path: ParameterPath) => boolean,
  hint = "write it with colons",
): ParameterPath {
  const reading = parsePath(text, exists);
  switch (reading.kind) {
    case "path":
      return reading.path;
    case "fault":
      throw new HeirError("usage", reading.message);
    case "ambiguous": {
      const paths = reading.paths.map(printPath).join(" or ");
      throw new HeirError("usage", `"${text}" may be ${paths}`, hint);
    }
  }
}
