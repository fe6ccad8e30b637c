import type { ContractPath } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import { atKey, type FoundKey } from "../../model/contracts/value-test.ts";
import type { NodeSection } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { keptForBoth } from "../../speed/kept.ts";

/** A value at a path, and the keys that lead to it from the node object on. */
export interface ValueAt {
  readonly at: readonly FoundKey[];
  readonly value: Value;
}

type State = PathState<{ readonly path: ContractPath }>;

const NONE: readonly ValueAt[] = [];

/** Finds the values at one path, in the order of the node. What is in a mapping or list is known for all that share it. */
export class PathValues {
  private readonly start: State;
  private readonly inside = keptForBoth("shared", (state: State, value: Value) => this.walked(value, state));
  private readonly section: NodeSection;

  constructor(path: ContractPath) {
    this.start = new StateSet([{ path }]).start;
    this.section = path.section;
  }

  /** The values of one node. */
  in(data: NodeData): readonly ValueAt[] {
    return atKey(this.section, this.walked(data.section(this.section), this.start));
  }

  private found(value: Value, state: State): readonly ValueAt[] {
    return value.kind === "scalar" || value.kind === "template" ? ownAt(value, state) : this.inside(state, value);
  }

  private walked(value: Value, state: State): readonly ValueAt[] {
    const own = ownAt(value, state);
    const parts = state.parts(value);
    if (parts.length === 0) return own;
    const inside = parts.flatMap(({ key, value: part, state: next }) => atKey(key, this.found(part, next)));
    return inside.length === 0 ? own : [...own, ...inside];
  }
}

function ownAt(value: Value, state: State): readonly ValueAt[] {
  return state.ending.length > 0 ? [{ at: [], value }] : NONE;
}
