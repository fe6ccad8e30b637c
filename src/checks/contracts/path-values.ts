import { keptAt } from "../../base/remembered.ts";
import type { ContractPath } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import type { Value } from "../../model/values/value.ts";

/** A value at a path, and the keys that lead to it. */
export interface ValueAt {
  readonly at: readonly FoundKey[];
  readonly value: Value;
}

type State = PathState<{ readonly path: ContractPath }>;

const NONE: readonly ValueAt[] = [];

/** Finds the values at one path, in the order of the node. What is in a mapping or list is known for all that share it. */
export class PathValues {
  private readonly start: State;
  private readonly known = new WeakMap<State, WeakMap<Value, readonly ValueAt[]>>();

  constructor(path: ContractPath) {
    this.start = new StateSet([{ path }]).start;
  }

  /** The values below the parameters of one node, which no other node shares. */
  in(parameters: Value): readonly ValueAt[] {
    return this.walked(parameters, this.start);
  }

  private found(value: Value, state: State): readonly ValueAt[] {
    if (value.kind === "scalar" || value.kind === "template") return ownAt(value, state);
    const known = keptAt(this.known, state, () => new WeakMap());
    return keptAt(known, value, () => this.walked(value, state));
  }

  private walked(value: Value, state: State): readonly ValueAt[] {
    const own = ownAt(value, state);
    const parts = state.parts(value);
    if (parts.length === 0) return own;
    const inside = parts.flatMap(({ key, value: part, state: next }) =>
      this.found(part, next).map((each) => ({ ...each, at: [key, ...each.at] })),
    );
    return inside.length === 0 ? own : [...own, ...inside];
  }
}

function ownAt(value: Value, state: State): readonly ValueAt[] {
  return state.ending.length > 0 ? [{ at: [], value }] : NONE;
}
