import { HeirError } from "../../model/findings/failure.ts";
import { type ParameterPath, parsePath } from "../../model/values/parameter-path.ts";
import { exactFilter, type PathFilter } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";

/** A path that some node must have a value at. */
export interface AskedPath {
  readonly text: string;
  readonly filter: PathFilter;
  /** Whether a node, as a mapping of its parts, has such a value. */
  isIn(node: Value): boolean;
  /** What else may be meant where no node has such a value. */
  readonly hint?: string | undefined;
}

/** The path of one value, as it is written; dots are read where they mean one value of a node. */
export interface WrittenPath extends AskedPath {
  /** As it is written; with dots in keys. */
  readonly path: ParameterPath;
  /** The path of the value in a node, as a mapping of its parts; undefined if the node has none. */
  pathIn(node: Value): ParameterPath | undefined;
}

/** A path that an option names. Throws HeirError for text that is no path. */
export function writtenPath(text: string, option: string): WrittenPath {
  const syntax = parsePath(text);
  if (syntax.kind === "fault") throw new HeirError("usage", `--${option}: ${syntax.message}`);
  const pathIn = (node: Value): ParameterPath | undefined => {
    const reading = parsePath(text, (path) => valueAt(node, path) !== undefined);
    return reading.kind === "path" && valueAt(node, reading.path) !== undefined ? reading.path : undefined;
  };
  const path = syntax.kind === "path" ? syntax.path : [];
  return { text, path, filter: exactFilter(path), pathIn, isIn: (node) => pathIn(node) !== undefined };
}
