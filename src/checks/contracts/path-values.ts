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

  in(value: Value): readonly ValueAt[] {
    return this.found(value, this.start);
  }

  private found(value: Value, state: State): readonly ValueAt[] {
    const own = state.ending.length > 0 ? [{ at: [], value }] : NONE;
    if (value.kind === "scalar" || value.kind === "template") return own;
    const known = keptAt(this.known, state, () => new WeakMap());
    return keptAt(known, value, () => {
      const inside = state
        .parts(value)
        .flatMap(({ key, value: part, state: next }) =>
          this.found(part, next).map((each) => ({ ...each, at: [key, ...each.at] })),
        );
      return inside.length === 0 ? own : [...own, ...inside];
    });
  }
}
