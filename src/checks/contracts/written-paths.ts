import { keptAt } from "../../base/remembered.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import { type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { MapValue, Value } from "../../model/values/value.ts";

/** A path that a layer says, as a contract means it. */
export interface WrittenPath {
  readonly contract: ValueContract;
  readonly at: readonly FoundKey[];
  readonly span: Span;
  /** A reference stands above the path: the layer says it only where the reference brings it in. */
  readonly isBroughtIn: boolean;
}

/** Finds the paths of some contracts in what layers say. What a layer says is known for all nodes that have it. */
export class WrittenPaths {
  /** Whether there is nothing to look for. */
  readonly isEmpty: boolean;
  private readonly settings: PrefixSettings;
  private readonly start: PathState<ValueContract>;
  private readonly known = new WeakMap<MapValue, readonly WrittenPath[]>();

  constructor(contracts: readonly ValueContract[], settings: PrefixSettings) {
    this.settings = settings;
    this.start = new StateSet(contracts).start;
    this.isEmpty = this.start.isEmpty;
  }

  in(map: MapValue): readonly WrittenPath[] {
    return keptAt(this.known, map, () => [...this.found(map, this.start, [])]);
  }

  private *found(value: Value, state: PathState<ValueContract>, at: readonly FoundKey[]): Iterable<WrittenPath> {
    if (state.isEmpty) return;
    if (at.length > 0)
      for (const contract of state.ending) yield { contract, at, span: value.origin, isBroughtIn: false };
    if (value.kind === "template") yield* broughtIn(state, value.origin, at);
    if (value.kind === "list") {
      for (const [index, item] of value.items.entries()) yield* this.found(item, state.next(index), [...at, index]);
    }
    if (value.kind !== "map") return;
    for (const { key, value: inner } of value.entries) {
      const name = readKey(key, this.settings).key;
      yield* this.found(inner, state.next(name), [...at, name]);
    }
  }
}

/** The paths below a reference, so far as no pattern is in them. */
function* broughtIn(state: PathState<ValueContract>, span: Span, at: readonly FoundKey[]): Iterable<WrittenPath> {
  for (const { of: contract, at: reached } of state.reached) {
    const rest = contract.path.keys.slice(reached);
    const keys = rest.flatMap((key) => (key.kind === "key" ? [key.text] : []));
    if (rest.length > 0 && keys.length === rest.length)
      yield { contract, at: [...at, ...keys], span, isBroughtIn: true };
  }
}
