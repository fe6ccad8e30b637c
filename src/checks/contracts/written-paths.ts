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

/** Finds the paths of some contracts in what layers say. */
export class WrittenPaths {
  /** Whether there is nothing to look for. */
  readonly isEmpty: boolean;
  private readonly settings: PrefixSettings;
  private readonly start: PathState<ValueContract>;

  constructor(contracts: readonly ValueContract[], settings: PrefixSettings) {
    this.settings = settings;
    this.start = new StateSet(contracts).start;
    this.isEmpty = this.start.isEmpty;
  }

  /** The paths in the order of the layer. */
  in(map: MapValue): readonly WrittenPath[] {
    const found: WrittenPath[] = [];
    this.find(map, this.start, { at: [], found });
    return found;
  }

  private find(
    value: Value,
    state: PathState<ValueContract>,
    { at, found }: { readonly at: readonly FoundKey[]; readonly found: WrittenPath[] },
  ): void {
    if (at.length > 0)
      for (const contract of state.ending) found.push({ contract, at, span: value.origin, isBroughtIn: false });
    if (value.kind === "template") found.push(...broughtIn(state, value.origin, at));
    const inside = (key: FoundKey, inner: Value): void => {
      const next = state.next(key);
      if (!next.isEmpty) this.find(inner, next, { at: [...at, key], found });
    };
    if (value.kind === "list") for (const [index, item] of value.items.entries()) inside(index, item);
    if (value.kind !== "map") return;
    for (const { key, value: inner } of value.entries)
      inside(value.plain ? key : readKey(key, this.settings).key, inner);
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
