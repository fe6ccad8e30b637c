import type { Deprecation, LayerPattern, ValueContract } from "../../model/contracts/contract.ts";
import type { ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import { type MapValue, spanKey } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { brokenBy, type ContractFault } from "./rules.ts";
import { type LayerPath, type WrittenPaths, writtenPaths } from "./written-paths.ts";

/** What is known of one layer, whichever node has it. */
interface JudgedLayer {
  readonly step: Pick<Step, "layer" | "name">;
  readonly faults: readonly ContractFault[];
  /** The paths for which the rest of the node decides. */
  readonly open: readonly LayerPath[];
}

/** Judges which layers of a node say a path (rules K13, K15, K16); a layer once for all nodes that have it. */
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
  const about = contracts.filter(({ setIn, final, deprecated }) => setIn !== undefined || final || deprecated);
  return writtenPaths(about, settings);
});

const judgedLayer = keptForBoth("shared", (paths: WrittenPaths, _: MapValue, step: Step) => newLayer(step, paths));

type LayeredNode = Pick<ResolvedNode, "steps" | "parameters" | "exports">;

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

function faultsOf({ contract, at, span }: LayerPath, step: Step): readonly ContractFault[] {
  const { setIn, deprecated, ownLevel } = contract;
  const found: ContractFault[] = [];
  if (setIn !== undefined && !setIn.some(({ layer, fits }) => layer === step.layer && (fits?.(step.name) ?? true))) {
    const says = (text: string) => `${text} is set by ${layerText(step)}, but ${allowed(setIn)}`;
    found.push({ ...brokenBy(contract), at, span, code: "contract-set-in", says });
  }
  if (deprecated !== undefined) {
    const says = (text: string) => `${text} is deprecated${noteOf(deprecated)}`;
    const hint = deprecated.use === undefined ? undefined : `use ${deprecated.use}`;
    const severity = ownLevel ?? "warning";
    found.push({ ...brokenBy(contract), at, span, code: "contract-deprecated", severity, says, hint });
  }
  return found;
}

/** `firsts` are the layers that say a final path first. */
function finalFaults(said: LayerPath, step: Step, firsts: Map<string, Step>): readonly ContractFault[] {
  const { contract, at, span } = said;
  const { path, final } = contract;
  if (!final) return [];
  const key = `${spanKey(path.origin)} ${JSON.stringify(at)}`;
  const first = firsts.get(key);
  if (first === undefined) {
    firsts.set(key, step);
    return [];
  }
  const says = (text: string) =>
    `${text} is final: ${first.layer} ${first.name} has set it, and ${layerText(step)} sets it again`;
  return [{ ...brokenBy(contract), at, span, code: "contract-final", says }];
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
