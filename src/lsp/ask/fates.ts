import { type Fate, fateOf } from "../../inspect/impact/fate.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Contribution } from "../../model/results/contribution.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Question } from "./question.ts";

/** What becomes on a node of what a file writes at a path. */
export interface NodeFate {
  readonly node: ResolvedNode;
  readonly fate: Fate;
  /** What all layers of the node do to the value, weakest first. */
  readonly contributions: readonly Contribution[];
}

/** The fate of what a file writes at a path, on each node that it reaches. */
export function* fatesOf(
  { state, path: file }: Pick<Question, "state" | "path">,
  path: ParameterPath,
): Iterable<NodeFate> {
  const isMeant = ({ value, path: at }: Contribution) => at.length === path.length && value.origin.file.path === file;
  for (const node of state.nodesOf(file)) {
    const contributions = state.merges.at(node, path);
    const fate = fateOf(node, path, { contributions, isMeant });
    if (fate !== undefined) yield { node, fate, contributions };
  }
}
