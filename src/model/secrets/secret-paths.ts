import { keyedParts } from "../values/inside.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Masked } from "./masked.ts";
import { isMarker } from "./secrets.ts";

/** The paths of the secrets in a masked value, in its order; `levels` says how deep to look, everywhere when absent. */
export function secretPaths(
  value: Masked<Value>,
  path: ParameterPath,
  levels: number = Number.POSITIVE_INFINITY,
): readonly ParameterPath[] {
  return below(value, path, path.length + levels);
}

function below(value: Value, path: ParameterPath, deepest: number): readonly ParameterPath[] {
  if (path.length > deepest) return [];
  if (isMarker(value)) return [path];
  return keyedParts(value).flatMap(([key, part]) => below(part, [...path, key], deepest));
}
