import type { MergeStrategy, ValueContract } from "../../model/contracts/contract.ts";
import type { PathState } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";

/** What contracts change about the values of a node, at one path: rules K26 to K31 of docs/concepts/contracts.md. */
export class ValueRules {
  /** How the values of layers at this path become one; undefined where no contract decides it. */
  readonly strategy: MergeStrategy | undefined;
  private readonly state: PathState<ValueContract>;
  private readonly following = new Map<FoundKey, ValueRules | undefined>();

  constructor(state: PathState<ValueContract>) {
    this.state = state;
    this.strategy = agreed(state.ending.flatMap(({ merge }) => merge ?? []));
  }

  /** The rules behind a key; undefined where nothing is changed there nor below. */
  next(key: FoundKey): ValueRules | undefined {
    if (this.following.has(key)) return this.following.get(key);
    const state = this.state.next(key);
    const next = state.isEmpty ? undefined : new ValueRules(state);
    this.following.set(key, next);
    return next;
  }

  /** Whether any item of a list may be changed. */
  get entersLists(): boolean {
    return this.state.keys === undefined || this.state.keys.some((key) => /^\d+$/.test(key));
  }
}

/** Rule K5: different strategies for one path have no effect. */
function agreed(strategies: readonly MergeStrategy[]): MergeStrategy | undefined {
  const [first, ...others] = strategies;
  return first !== undefined && others.every((other) => isSameStrategy(first, other)) ? first : undefined;
}

/** Whether two strategies do the same. */
export function isSameStrategy(one: MergeStrategy, other: MergeStrategy): boolean {
  return (
    one.strategy === other.strategy && one.by === other.by && one.knockout === other.knockout && one.sort === other.sort
  );
}
