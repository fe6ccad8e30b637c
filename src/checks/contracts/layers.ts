import { keptAt } from "../../base/remembered.ts";
import type { Deprecation, LayerPattern, ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { contractRelated, type Fault, foundContract } from "./fault.ts";

/** A path that a layer says, as a contract means it. */
interface Said {
  readonly contract: ValueContract;
  readonly at: readonly FoundKey[];
  readonly span: Span;
  /** A reference stands above the path: the layer says it only where the reference brings it in. */
  readonly isBroughtIn: boolean;
}

type Written = readonly Said[];

/** Judges which layers say a path: rules K15, K16 and K13 of docs/concepts/contracts.md. */
export class LayerJudge {
  private readonly settings: PrefixSettings;
  private readonly sets = new WeakMap<readonly ValueContract[], StateSet<ValueContract>>();
  private readonly known = new WeakMap<StateSet<ValueContract>, WeakMap<MapValue, Written>>();

  constructor(settings: PrefixSettings) {
    this.settings = settings;
  }

  faults(
    { steps, parameters }: Pick<ResolvedNode, "steps" | "parameters">,
    contracts: readonly ValueContract[],
  ): readonly Fault[] {
    const paths = this.pathsOf(contracts);
    if (paths.start.isEmpty) return [];
    const found: Fault[] = [];
    const firsts = new Map<string, Step>();
    for (const step of steps) {
      if (step.layer === "automatic") continue;
      for (const said of this.writtenIn(step.parameters, paths)) {
        if (said.isBroughtIn && !isSet(said, parameters)) continue;
        found.push(...faultsOf(said, step, firsts));
      }
    }
    return found;
  }

  private pathsOf(contracts: readonly ValueContract[]): StateSet<ValueContract> {
    const isAboutLayers = ({ setIn, final, deprecated }: ValueContract): boolean =>
      setIn !== undefined || final || deprecated !== undefined;
    return keptAt(this.sets, contracts, () => new StateSet(contracts.filter(isAboutLayers)));
  }

  private writtenIn(map: MapValue, paths: StateSet<ValueContract>): Written {
    const known = keptAt(this.known, paths, () => new WeakMap());
    return keptAt(known, map, () => [...this.saidIn(map, paths.start, [])]);
  }

  private *saidIn(value: Value, state: PathState<ValueContract>, at: readonly FoundKey[]): Iterable<Said> {
    if (state.isEmpty) return;
    if (at.length > 0)
      for (const contract of state.ending) yield { contract, at, span: value.origin, isBroughtIn: false };
    if (value.kind === "template") yield* broughtIn(state, value.origin, at);
    if (value.kind === "list") {
      for (const [index, item] of value.items.entries()) yield* this.saidIn(item, state.next(index), [...at, index]);
    }
    if (value.kind !== "map") return;
    for (const { key, value: inner } of value.entries) {
      const name = readKey(key, this.settings).key;
      yield* this.saidIn(inner, state.next(name), [...at, name]);
    }
  }
}

/** Whether a value is there that is no default of a contract. */
function isSet({ at, contract }: Said, parameters: MapValue): boolean {
  const value = valueAt(parameters, at.map(String));
  return value !== undefined && value.origin.file !== contract.of.file;
}

/** The paths below a reference, so far as no pattern is in them. */
function* broughtIn(state: PathState<ValueContract>, span: Span, at: readonly FoundKey[]): Iterable<Said> {
  for (const { of: contract, at: reached } of state.reached) {
    const rest = contract.path.keys.slice(reached);
    const keys = rest.flatMap((key) => (key.kind === "key" ? [key.text] : []));
    if (rest.length > 0 && keys.length === rest.length)
      yield { contract, at: [...at, ...keys], span, isBroughtIn: true };
  }
}

function faultsOf({ contract, at, span }: Said, step: Step, firsts: Map<string, Step>): readonly Fault[] {
  const { setIn, final, deprecated, path } = contract;
  const related = [contractRelated(contract, path.origin)];
  const common = { contract: foundContract(contract), severity: contract.level, at, span, related };
  const found: Fault[] = [];
  const by = step.layer === "global" ? "the global parameters" : `${step.layer} ${step.name}`;
  if (setIn !== undefined && !setIn.some((layer) => isLayer(layer, step))) {
    const says = (text: string) => `${text} is set by ${by}, but ${allowed(setIn)}`;
    found.push({ ...common, code: "contract-set-in", says });
  }
  const key = `${path.origin.file.path}:${path.origin.start} ${JSON.stringify(at)}`;
  const first = firsts.get(key);
  firsts.set(key, first ?? step);
  if (final && first !== undefined) {
    const says = (text: string) => `${text} is final: ${first.layer} ${first.name} has set it, and ${by} sets it again`;
    found.push({ ...common, code: "contract-final", says });
  }
  if (deprecated !== undefined) {
    const says = (text: string) => `${text} is deprecated${noteOf(deprecated)}`;
    const hint = deprecated.use === undefined ? undefined : `use ${deprecated.use}`;
    found.push({ ...common, code: "contract-deprecated", severity: contract.ownLevel ?? "warning", says, hint });
  }
  return found;
}

function isLayer({ layer, fits }: LayerPattern, step: Step): boolean {
  return layer === step.layer && (fits?.(step.name) ?? true);
}

function allowed(layers: readonly LayerPattern[]): string {
  return layers.length === 0 ? "nobody may change it" : `only ${layers.map(({ text }) => text).join(", ")} may set it`;
}

function noteOf({ since, note }: Deprecation): string {
  return `${since === undefined ? "" : ` since ${since}`}${note === undefined ? "" : `: ${note}`}`;
}
