import { HeirError } from "../../model/findings/failure.ts";
import { type ParameterPath, parsePath, printPath } from "../../model/values/parameter-path.ts";
import { noSuchName } from "../start/reading.ts";

/** A node and, where one was given, the text of a path. */
export interface NodePath {
  readonly name: string;
  readonly text: string | undefined;
}

/**
 * Node and path as given: `NODE PATH` or `NODE:PATH`. `more` are paths that options ask for. Throws HeirError for a node
 * that is not among the names, and for several paths.
 */
export function nodeAndPath(names: readonly string[], words: readonly string[], options: Asking): NodePath {
  const found = splitNodePath(names, words, options);
  if (!names.includes(found.name)) throw noSuchName("node", found.name, names);
  return found;
}

interface Asking {
  readonly verb: string;
  readonly more?: readonly string[];
}

/** As {@link nodeAndPath}, for a node that need not be among the names: of one that is not, what stands before a colon. */
export function splitNodePath(
  names: readonly string[],
  [given = "", second]: readonly string[],
  { verb, more = [] }: Asking,
): NodePath {
  const known = new Set(names);
  const colon = given.indexOf(":");
  const joined = !known.has(given) && colon !== -1;
  const name = joined ? given.slice(0, colon) : given;
  const texts = [joined ? given.slice(colon + 1) : undefined, second, ...more].filter((text) => text !== undefined);
  if (texts.length > 1) throw new HeirError("usage", `${verb} takes one path at a time`);
  return { name, text: texts[0] };
}

/** The path that a text means. Throws HeirError for text that is no path, or that could mean several. */
export function readPath(text: string, exists?: (path: ParameterPath) => boolean): ParameterPath {
  const reading = parsePath(text, exists);
  switch (reading.kind) {
    case "path":
      return reading.path;
    case "fault":
      throw new HeirError("usage", reading.message);
    case "ambiguous": {
      const paths = reading.paths.map(printPath).join(" or ");
      throw new HeirError("usage", `"${text}" may be ${paths}`, "write it with colons");
    }
  }
}
