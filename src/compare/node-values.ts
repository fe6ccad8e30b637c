import type { Change } from "../model/change.ts";
import type { ParameterPath } from "../model/parameter-path.ts";
import type { ResolvedNode } from "../model/resolved.ts";
import type { Value } from "../model/value.ts";
import { valueAt } from "../model/value-at.ts";
import { namesAt } from "../resolve/explain-names.ts";
import type { CompareOptions } from "./values.ts";
import { valueChanges } from "./values.ts";

/** What a node has at a path from the node object on: a value, a list of names or one of them. */
export function nodeValueAt(node: ResolvedNode, path: ParameterPath): Value | undefined {
  const [section, ...keys] = path;
  if (section === "parameters" || section === "exports") return valueAt(node[section], keys);
  return namesAt(node, path);
}

/** How what a node has at a path differs from what another has there. Never fails. */
export function valueChangesAt(
  old: ResolvedNode,
  now: ResolvedNode,
  { path, ...options }: CompareOptions & { readonly path: ParameterPath },
): readonly Change[] {
  const [before, after] = [nodeValueAt(old, path), nodeValueAt(now, path)];
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", path, after }];
  if (after === undefined) return [{ kind: "removed", path, before }];
  return valueChanges(before, after, path, options);
}
