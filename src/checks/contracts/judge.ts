import type { Contracts } from "../../model/contracts/contract.ts";
import type { TestContext } from "../../model/contracts/value-test.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import { lintText } from "../definition.ts";
import { faultFinding } from "./fault.ts";
import { ContractSets, namesOf } from "./holding.ts";
import { LayerJudge } from "./layers.ts";
import { otherLayers } from "./other-layers.ts";
import { ValueJudge } from "./values.ts";

/** The codes of findings about a value that layers made. */
const LAYERED: ReadonlySet<string> = new Set(["contract-type", "contract-unknown-key"]);

/** Judges the nodes of one inventory by its contracts. A node that does not resolve is judged by none. */
export class ContractJudge {
  private readonly inventory: Inventory;
  private readonly contracts: Contracts;
  private readonly sets: ContractSets;
  private readonly values: ValueJudge;
  private readonly layers: LayerJudge;

  constructor(inventory: Inventory, contracts: Contracts) {
    const names = new Set(inventory.nodeNames);
    const context: TestContext = { isNode: (name) => names.has(name) };
    this.inventory = inventory;
    this.contracts = contracts;
    this.sets = new ContractSets(contracts);
    this.values = new ValueJudge(context);
    this.layers = new LayerJudge(inventory.settings);
  }

  /** The contracts that one node breaks. */
  node({ node }: NodeOutcome): readonly Diagnostic[] {
    if (node === undefined) return [];
    const set = this.sets.of(namesOf(node));
    const faults = [...this.values.faults(node.parameters, set.paths.start), ...this.layers.faults(node, set.values)];
    return faults.map((fault) => faultFinding(fault, this.inventory.secrets));
  }

  /** A finding with the other layers that took part in the value, as they are on its first node. */
  withLayers<Of extends { readonly diagnostic: Diagnostic; readonly nodes: readonly string[] }>(found: Of): Of {
    const { diagnostic, nodes } = found;
    const [name] = nodes;
    if (name === undefined || !LAYERED.has(diagnostic.code)) return found;
    const related = [...diagnostic.related, ...otherLayers(this.inventory, name, diagnostic)];
    return { ...found, diagnostic: { ...diagnostic, related } };
  }

  /** Mistakes in the contracts themselves, and values in them that YAML 1.1 types unexpectedly. */
  files(): readonly Diagnostic[] {
    const roots = this.contracts.files.flatMap(({ root }) => root ?? []);
    return [...this.contracts.diagnostics, ...roots.flatMap(lintText)];
  }
}
