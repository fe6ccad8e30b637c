import type { ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import { bareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
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

/** A walk into a layer: how far it has come, and what was found on it. */
interface Walk {
  readonly state: PathState<ValueContract>;
  readonly at: readonly FoundKey[];
  readonly found: WrittenPath[];
}

/** Finds the paths of some contracts in what layers say. */
export class WrittenPaths {
  /** Whether there is nothing to look for. */
  readonly isEmpty: boolean;
  private readonly prefixes: readonly string[];
  private readonly start: PathState<ValueContract>;

  constructor(contracts: readonly ValueContract[], settings: PrefixSettings) {
    this.prefixes = prefixCharacters(settings);
    this.start = new StateSet(contracts).start;
    this.isEmpty = this.start.isEmpty;
  }

  /** The paths in the order of the layer. */
  in(map: MapValue): readonly WrittenPath[] {
    const found: WrittenPath[] = [];
    this.find(map, { state: this.start, at: [], found });
    return found;
  }

  private find(value: Value, walk: Walk): void {
    const { state, at, found } = walk;
    if (at.length > 0)
      for (const contract of state.ending) found.push({ contract, at, span: value.origin, isBroughtIn: false });
    if (value.kind === "template") found.push(...broughtIn(state, value.origin, at));
    if (state.keys?.length === 0) return;
    if (value.kind === "list") for (const [index, item] of value.items.entries()) this.findAt(index, item, walk);
    if (value.kind !== "map") return;
    for (const { key, value: inner } of value.entries)
      this.findAt(value.plain ? key : bareKey(key, this.prefixes), inner, walk);
  }

  private findAt(key: FoundKey, value: Value, { state, at, found }: Walk): void {
    const next = state.next(key);
    if (!next.isEmpty) this.find(value, { state: next, at: [...at, key], found });
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
