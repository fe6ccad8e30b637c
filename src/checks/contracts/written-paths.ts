import type { ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, StateSet, writtenRest } from "../../model/contracts/path-state.ts";
import { atKey, type FoundKey } from "../../model/contracts/value-test.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/value.ts";
import { layerAt, type Written } from "../../written/written.ts";

/** A path that a layer says, as a contract means it. */
export interface LayerPath {
  readonly contract: ValueContract;
  readonly at: readonly FoundKey[];
  readonly span: Span;
  /** A reference stands above the path: the layer says it only where the reference brings it in. */
  readonly isBroughtIn: boolean;
}

type State = PathState<ValueContract>;

const NONE: readonly LayerPath[] = [];

export type WrittenPaths = ReturnType<typeof writtenPaths>;

/** Finds the paths of some contracts in layers. */
export function writtenPaths(contracts: readonly ValueContract[], settings: PrefixSettings) {
  const sections = (["parameters", "exports"] as const).flatMap((section) => {
    const about = contracts.filter(({ path }) => path.section === section);
    return about.length === 0 ? [] : [{ section, start: new StateSet(about).start }];
  });
  return {
    isEmpty: sections.length === 0,
    /** The paths in the order of the layer, from the node object on. */
    in: (layer: Pick<Step, "parameters" | "exports">): readonly LayerPath[] =>
      sections.flatMap(({ section, start }) => atKey(section, below(layerAt(layer[section]), start, settings))),
  };
}

function below(above: Written, state: State, settings: PrefixSettings): readonly LayerPath[] {
  let found = NONE;
  for (const part of above.parts(settings)) {
    const key = part.entry === undefined ? Number(part.key) : part.key;
    const next = state.next(key);
    const inside = next.isEmpty ? NONE : said(part, next, settings);
    if (inside.length > 0) found = [...found, ...atKey(key, inside)];
  }
  return found;
}

/** What is said at a value and inside it; keys begin at the value. */
function said(part: Written, state: State, settings: PrefixSettings): readonly LayerPath[] {
  const { kind, origin } = part.value;
  const own = state.ending.map((contract) => ({ contract, at: [], span: origin, isBroughtIn: false }));
  if (state.isLast) return own;
  return [...own, ...(kind === "template" ? broughtIn(state, origin) : below(part, state, settings))];
}

/** The paths below a reference, so far as no pattern is in them. */
function* broughtIn(state: State, span: Span): Iterable<LayerPath> {
  for (const reached of state.reached) {
    const at = writtenRest(reached);
    if (at !== undefined) yield { contract: reached.of, at, span, isBroughtIn: true };
  }
}
