import { keptAt } from "../../base/remembered.ts";
import type { Deprecation, LayerPattern, ValueContract } from "../../model/contracts/contract.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import type { MapValue } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { contractRelated, type Fault, foundContract } from "./fault.ts";
import { type WrittenPath, WrittenPaths } from "./written-paths.ts";

/** Judges which layers say a path: rules K15, K16 and K13 of docs/concepts/contracts.md. */
export class LayerJudge {
  private readonly settings: PrefixSettings;
  private readonly known = new WeakMap<readonly ValueContract[], WrittenPaths>();

  constructor(settings: PrefixSettings) {
    this.settings = settings;
  }

  faults(
    { steps, parameters }: Pick<ResolvedNode, "steps" | "parameters">,
    contracts: readonly ValueContract[],
  ): readonly Fault[] {
    const paths = this.pathsOf(contracts);
    if (paths.isEmpty) return [];
    const found: Fault[] = [];
    const firsts = new Map<string, Step>();
    for (const step of steps) {
      if (step.layer === "automatic") continue;
      for (const said of paths.in(step.parameters)) {
        if (said.isBroughtIn && !isSet(said, parameters)) continue;
        found.push(...faultsOf(said, step, firsts));
      }
    }
    return found;
  }

  private pathsOf(contracts: readonly ValueContract[]): WrittenPaths {
    const isAboutLayers = ({ setIn, final, deprecated }: ValueContract): boolean =>
      setIn !== undefined || final || deprecated !== undefined;
    return keptAt(this.known, contracts, () => new WrittenPaths(contracts.filter(isAboutLayers), this.settings));
  }
}

/** Whether a value is there that is no default of a contract. */
function isSet({ at, contract }: WrittenPath, parameters: MapValue): boolean {
  const value = valueAt(parameters, at.map(String));
  return value !== undefined && value.origin.file !== contract.of.file;
}

function faultsOf({ contract, at, span }: WrittenPath, step: Step, firsts: Map<string, Step>): readonly Fault[] {
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
