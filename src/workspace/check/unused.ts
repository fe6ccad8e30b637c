import { unusedContracts } from "../../checks/contracts/listing.ts";
import { DeadValues, unusedClasses } from "../../checks/dead-values.ts";
import { RepeatedValues } from "../../checks/repeated-values.ts";
import { isCode, isOnRequest } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import type { ProblemFold } from "../../report/findings/problems.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { CheckOptions } from "../workspace.ts";

/** A search that takes every node once, and then has findings, each with its nodes. */
type Search = ReturnType<typeof unusedClasses>;

/**
 * Finds classes, values and contracts that no node uses, if the options or a severity in the settings ask for it. This requires
 * all nodes.
 */
export class UnusedSearch {
  private readonly inventory: Inventory;
  /** Those that are asked for, by the code of their findings. */
  private readonly searches = new Map<string, Search>();

  constructor(inventory: Inventory, { infos = false, nodes, own }: Pick<CheckOptions, "infos" | "nodes" | "own">) {
    this.inventory = inventory;
    const isWhole = own === undefined && inventory.nodeNames.every((name) => nodes?.has(name) ?? true);
    const { contracts } = inventory;
    const all: Readonly<Record<string, () => Search | undefined>> = {
      "class-unused": () => unusedClasses(inventory),
      "contract-unused": () => contracts && unusedContracts(inventory, contracts),
      "value-repeated": () => new RepeatedValues(inventory),
      "dead-value": () => new DeadValues(inventory),
    };
    for (const [code, make] of Object.entries(all)) {
      const severity = inventory.settings.checks.get(code)?.severity;
      const search = isWhole && severity !== "off" && (infos || severity !== undefined) ? make() : undefined;
      if (search !== undefined) this.searches.set(code, search);
    }
  }

  /** Whether the search is enabled. */
  get isWanted(): boolean {
    return this.searches.size > 0;
  }

  /** Whether the search looks for findings of a code. */
  looksFor(code: string): boolean {
    if (!isCode(code) || !isOnRequest(code)) return true;
    // Drivers are looked at where unused classes are.
    return this.searches.has(code === "merge-driver-missing" ? "class-unused" : code);
  }

  /** Call it for every node. */
  visit(outcome: NodeOutcome): void {
    for (const search of this.searches.values()) search.visit(outcome);
  }

  /** Adds the findings, after all nodes were visited; doubtful values need a second pass over the nodes. */
  async report(found: ProblemFold<Diagnostic>, options: PaceOptions): Promise<void> {
    for (const search of this.searches.values()) {
      if (search instanceof DeadValues && search.hasDoubts()) await this.confirm(search, options);
      for (const { diagnostic, nodes } of search.findings()) {
        if (nodes.length === 0) found.add([diagnostic]);
        for (const name of nodes) found.add([diagnostic], name);
      }
    }
  }

  private async confirm(values: DeadValues, options: PaceOptions): Promise<void> {
    const names = this.inventory.nodeNames;
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      values.confirm(name);
    }
  }
}
