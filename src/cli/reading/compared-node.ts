import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { NodeWhy } from "../../model/results/why.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { noSuchName } from "./names.ts";
import { readPath } from "./node-path.ts";

export type TwoStates = readonly [Snapshot, Snapshot];

/** `no node is called "web1"`, with the nearest names of both states. */
export async function unknownNode(
  name: string,
  ends: TwoStates,
  { workspace, context: { signal } }: { readonly workspace: Workspace; readonly context: Abortable },
): Promise<HeirError> {
  const names = new Set<string>();
  for (const end of ends)
    for (const each of (await workspace.load(end, { scope: "names", signal })).nodeNames) names.add(each);
  return noSuchName("node", name, [...names]);
}

/**
 * The path of a value of the node or its policies. Throws HeirError for a path that neither state has, unless the node
 * fails to resolve.
 */
export function readComparedPath(
  text: string,
  { node, name, ends }: { readonly node: NodeWhy; readonly name: string; readonly ends: TwoStates },
): ParameterPath {
  const path = readPath(text, (each) => node.knows(each));
  if (node.knows(path)) return path;
  const [, section = "", ...keys] = path;
  if ((section === "policies" || section === "variables") && node.knows([section, ...keys])) return [section, ...keys];
  if (!node.resolves) return path;
  const states = ends.map(({ title }) => title).join(" nor in ");
  const hint = `heir explain ${name} ${printPath(path)} --not says what would bring it`;
  throw new HeirError("usage", `${name} has no value "${printPath(path)}" in ${states}`, hint);
}
