import type { Deprecation, LayerPattern, ValueContract } from "../../model/contracts/contract.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import type { MapValue } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { type ContractFault, contractRelated, foundContract } from "./rules.ts";
import { type LayerPath, type WrittenPaths, writtenPaths } from "./written-paths.ts";

/** What is known of one layer, whichever node has it. */
interface JudgedLayer {
  readonly step: Pick<Step, "layer" | "name">;
  readonly faults: readonly ContractFault[];
  /** The paths for which the rest of the node decides. */
  readonly open: readonly LayerPath[];
}

/**
 * Judges which layers of a node say a path: rules K15, K16 and K13 of docs/concepts/contracts.md. A layer is judged once
 * for all nodes that have it.
 */
export function layerFaults(
  node: LayeredNode,
  contracts: readonly ValueContract[],
  settings: PrefixSettings,
): readonly ContractFault[] {
  const paths = pathsOf(contracts, settings);
  if (paths.isEmpty) return [];
  const found: ContractFault[] = [];
  const firsts = new Map<string, Step>();
  for (const step of node.steps) {
    if (step.layer === "automatic") continue;
    const { faults, open } = layerOf(step, paths);
    // Nearly all layers.
    if (faults.length === 0 && open.length === 0) continue;
    found.push(...faults);
    for (const said of open) {
      if (said.isBroughtIn && !isSet(said, node)) continue;
      found.push(...faultsOf(said, step), ...finalFaults(said, step, firsts));
    }
  }
  return found;
}

const pathsOf = kept("shared", (contracts: readonly ValueContract[], settings: PrefixSettings) => {
  return writtenPaths(contracts.filter(isAboutLayers), settings);
});

const judgedLayer = keptForBoth("shared", (paths: WrittenPaths, _: MapValue, step: Step) => newLayer(step, paths));

type LayeredNode = Pick<ResolvedNode, "steps" | "parameters" | "exports">;

function isAboutLayers({ setIn, final, deprecated }: ValueContract): boolean {
  return setIn !== undefined || final || deprecated !== undefined;
}

function layerOf(step: Step, paths: WrittenPaths): JudgedLayer {
  // The layer of a node is met once.
  if (step.layer === "node") return newLayer(step, paths);
  const known = judgedLayer(paths, step.parameters, step);
  // The same mapping can be that of several layers.
  const isThis = known.step.layer === step.layer && known.step.name === step.name;
  return isThis ? known : newLayer(step, paths);
}

function newLayer(step: Step, paths: WrittenPaths): JudgedLayer {
  const said = paths.in(step);
  if (said.length === 0) return { step, faults: [], open: [] };
  const isOpen = ({ isBroughtIn, contract }: LayerPath): boolean => isBroughtIn || contract.final;
  const faults = said.filter((each) => !isOpen(each)).flatMap((each) => faultsOf(each, step));
  return { step, faults, open: said.filter(isOpen) };
}

/** Whether a value is there that is no default of a contract. */
function isSet({ at: [section, ...keys], contract }: LayerPath, { parameters, exports }: LayeredNode): boolean {
  const value = valueAt(section === "exports" ? exports : parameters, keys.map(String));
  return value !== undefined && value.origin.file !== contract.of.file;
}

/** What one layer alone breaks by saying a path. */
function faultsOf(said: LayerPath, step: Step): readonly ContractFault[] {
  const { setIn, deprecated, ownLevel } = said.contract;
  const found: ContractFault[] = [];
  if (setIn !== undefined && !setIn.some(({ layer, fits }) => layer === step.layer && (fits?.(step.name) ?? true))) {
    const says = (text: string) => `${text} is set by ${layerText(step)}, but ${allowed(setIn)}`;
    found.push({ ...common(said), code: "contract-set-in", says });
  }
  if (deprecated !== undefined) {
    const says = (text: string) => `${text} is deprecated${noteOf(deprecated)}`;
    const hint = deprecated.use === undefined ? undefined : `use ${deprecated.use}`;
    found.push({ ...common(said), code: "contract-deprecated", severity: ownLevel ?? "warning", says, hint });
  }
  return found;
}

/** `firsts` are the layers that say a final path first. */
function finalFaults(said: LayerPath, step: Step, firsts: Map<string, Step>): readonly ContractFault[] {
  const { path, final } = said.contract;
  if (!final) return [];
  const key = `${path.origin.file.path}:${path.origin.start} ${JSON.stringify(said.at)}`;
  const first = firsts.get(key);
  if (first === undefined) {
    firsts.set(key, step);
    return [];
  }
  const says = (text: string) =>
    `${text} is final: ${first.layer} ${first.name} has set it, and ${layerText(step)} sets it again`;
  return [{ ...common(said), code: "contract-final", says }];
}

function common({
  contract,
  at,
  span,
}: LayerPath): Pick<ContractFault, "contract" | "severity" | "at" | "span" | "related"> {
  const related = [contractRelated(contract, contract.path.origin)];
  return { contract: foundContract(contract), severity: contract.level, at, span, related };
}

function layerText({ layer, name }: Step): string {
  return layer === "global" ? "the global parameters" : `${layer} ${name}`;
}

function allowed(layers: readonly LayerPattern[]): string {
  return layers.length === 0 ? "nobody may change it" : `only ${layers.map(({ text }) => text).join(", ")} may set it`;
}

function noteOf({ since, note }: Deprecation): string {
  return `${since === undefined ? "" : ` since ${since}`}${note === undefined ? "" : `: ${note}`}`;
}
