import type { Glob } from "../../base/glob.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { holdsMarker, isMarker } from "../../model/secrets/secrets.ts";
import type { PathAndValue } from "../../model/selector/selector.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { findsValue, type PathFilter, parsePathFilter, pathsLike } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { rawText } from "../../report/values/form.ts";
import { type AskedPath, writtenPath } from "./written-path.ts";

/** A test of the values at a path. */
export interface PathTest extends AskedPath {
  /** The values of a node, as a mapping of its parts, that fit. A secret fits no value, only `PATH` alone. */
  found(node: Value, masked: Masked<Value>): readonly FittingValue[];
  /** Whether a secret is there that a value was asked for. */
  isSecret(node: Value, masked: Masked<Value>): boolean;
}

/** A value that fits, masked; undefined where a whole mapping around it is a secret. */
export interface FittingValue {
  readonly path: ParameterPath;
  readonly value: Value | undefined;
}

/**
 * `PATH` tests whether there is a value, `PATH=VALUE` whether it is this value or a list that contains it, `PATH!=VALUE`
 * whether there is another. `*` and `?` in PATH stand for parts of keys and `**` for keys, as in `--path`. Without a PATH
 * any value may fit. Throws HeirError for text that is no path.
 */
export function pathTest({ path: written, isNot, value: wanted }: PathAndValue, option: string): PathTest {
  const asked = askedPath(written, option);
  const fits = wanted && valueFits(wanted.fits);
  return {
    ...asked,
    found: (node, masked) => {
      if (fits === undefined) return asked.pathsIn(node).map((path) => ({ path, value: valueAt(masked, path) }));
      return asked.pathsIn(masked).flatMap((path) => {
        const value = valueAt(masked, path);
        if (value === undefined || holdsMarker(value)) return [];
        return fits(value) !== isNot ? [{ path, value }] : [];
      });
    },
    isSecret: (node, masked) => {
      return wanted !== undefined && asked.pathsIn(node).some((path) => isHidden(valueAt(masked, path)));
    },
  };
}

interface AskedPaths extends AskedPath {
  pathsIn(node: Value): readonly ParameterPath[];
}

function askedPath(text: string, option: string): AskedPaths {
  const filter = text === "" ? ANY : parsePathFilter(text);
  if (typeof filter === "string" || filter.below) {
    const written = writtenPath(text, option);
    return { ...written, pathsIn: (node) => optional(written.pathIn(node)) };
  }
  return { text, filter, isIn: (node) => findsValue(filter, node), pathsIn: (node) => [...pathsLike(filter, node)] };
}

function optional(path: ParameterPath | undefined): readonly ParameterPath[] {
  return path === undefined ? [] : [path];
}

const ANY: PathFilter = { keys: [{ kind: "any" }], below: false };

function isHidden(shown: Value | undefined): boolean {
  return shown === undefined || holdsMarker(shown);
}

function valueFits(isMeant: Glob): (value: Value) => boolean {
  const fits = (value: Value): boolean => {
    if (value.kind === "list" || value.kind === "set") return value.items.some(fits);
    const text = isMarker(value) ? undefined : rawText(value, false)?.replace(/\n$/, "");
    return text !== undefined && isMeant(text);
  };
  return fits;
}
