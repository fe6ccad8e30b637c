import { UnusedContracts } from "../../checks/contracts/listing.ts";
import { DeadValues, UnusedClasses } from "../../checks/dead-values.ts";
import { RepeatedValues } from "../../checks/repeated-values.ts";
import { isCode, isOnRequest } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import type { ProblemFold } from "../../report/findings/problems.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { CheckOptions } from "../workspace.ts";

/**
 * Finds classes, values and contracts that no node uses, if the options or a severity in the settings ask for it. This requires
 * all nodes.
 */
export class UnusedSearch {
  private readonly inventory: Inventory;
  private readonly values: DeadValues | undefined;
  private readonly repeated: RepeatedValues | undefined;
  private readonly classes: UnusedClasses | undefined;
  private readonly contracts: UnusedContracts | undefined;

  constructor(inventory: Inventory, { infos = false, nodes, own }: Pick<CheckOptions, "infos" | "nodes" | "own">) {
    this.inventory = inventory;
    const isWhole = own === undefined && inventory.nodeNames.every((name) => nodes?.has(name) ?? true);
    const { checks } = inventory.settings;
    const isWanted = (code: string): boolean => {
      const severity = checks.get(code)?.severity;
      return isWhole && severity !== "off" && (infos || severity !== undefined);
    };
    this.values = isWanted("dead-value") ? new DeadValues(inventory) : undefined;
    this.repeated = isWanted("value-repeated") ? new RepeatedValues(inventory) : undefined;
    this.classes = isWanted("class-unused") ? new UnusedClasses(inventory) : undefined;
    const { contracts } = inventory;
    this.contracts = contracts && isWanted("contract-unused") ? new UnusedContracts(inventory, contracts) : undefined;
  }

  /** Whether the search is enabled. */
  get isWanted(): boolean {
    return [this.values, this.repeated, this.classes, this.contracts].some((search) => search !== undefined);
  }

  /** Whether the search looks for findings of a code. */
  looksFor(code: string): boolean {
    if (!isCode(code) || !isOnRequest(code)) return true;
    if (code === "contract-unused") return this.contracts !== undefined;
    if (code === "value-repeated") return this.repeated !== undefined;
    return (code === "dead-value" ? this.values : this.classes) !== undefined;
  }

  /** Call it for every node. */
  visit(outcome: NodeOutcome): void {
    this.values?.visit(outcome);
    this.repeated?.visit(outcome);
    this.classes?.visit(outcome);
    this.contracts?.visit(outcome);
  }

  /** Adds the findings, after all nodes were visited; doubtful values need a second pass over the nodes. */
  async report(found: ProblemFold<Diagnostic>, options: PaceOptions): Promise<void> {
    found.add(this.classes?.findings() ?? []);
    found.add(this.contracts?.findings() ?? []);
    this.take(found, this.repeated);
    if (this.values === undefined || !this.values.hasDoubts()) return;
    const names = this.inventory.nodeNames;
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      this.values.confirm(name);
    }
    this.take(found, this.values);
  }

  private take(found: ProblemFold<Diagnostic>, search: Pick<DeadValues, "findings"> | undefined): void {
    for (const { diagnostic, nodes } of search?.findings() ?? []) {
      for (const name of nodes) found.add([diagnostic], name);
    }
  }
}
