import type { ContractPath } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import { atKey, type FoundKey } from "../../model/contracts/value-test.ts";
import type { Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";

/** A value at a path, and the keys that lead to it from the node object on. */
export interface ValueAt {
  readonly at: readonly FoundKey[];
  readonly value: Value;
}

type State = PathState<{ readonly path: ContractPath }>;

const NONE: readonly ValueAt[] = [];

/** The values of a node at a path, in the node's order. Those inside a shared value are found once for all nodes. */
export function valuesOnPath(data: NodeData, path: ContractPath): readonly ValueAt[] {
  return atKey(path.section, walked(startOf(path), data.section(path.section)));
}

const startOf = kept("shared", (path: ContractPath): State => new StateSet([{ path }]).start);
const inside = keptForBoth("shared", walked);

function walked(state: State, value: Value): readonly ValueAt[] {
  const own = ownAt(value, state);
  const parts = state.parts(value).flatMap(({ key, value: part, state: next }) => {
    const isWhole = part.kind === "scalar" || part.kind === "template";
    return atKey(key, isWhole ? ownAt(part, next) : inside(next, part));
  });
  return parts.length === 0 ? own : [...own, ...parts];
}

function ownAt(value: Value, state: State): readonly ValueAt[] {
  return state.ending.length > 0 ? [{ at: [], value }] : NONE;
}
