import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { readPath } from "../../model/values/read-path.ts";

/** A path as it was given, to be read where it is known which paths exist. */
export interface GivenPath {
  /** For messages. */
  readonly text: string;
  /** Throws HeirError for text that is not a path, or that is ambiguous. */
  read(exists: (path: ParameterPath) => boolean): ParameterPath;
}

/** A path of the command line. */
export function givenText(text: string): GivenPath {
  return { text, read: (exists) => readPath(text, exists) };
}
