import { foundFor } from "../../base/text-order.ts";
import { type UnusedSearch, unusedSearches } from "../../checks/unused/searches.ts";
import { isCode, isOnRequest } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import type { ProblemFold } from "../../report/findings/problems.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { CheckOptions } from "../workspace.ts";
import { addFound } from "./lints.ts";

/** Finds classes, values and contracts that no node uses, if options or a severity ask for it; needs all nodes. */
export function unusedSearch(inventory: Inventory, { infos = false, nodes, own }: CheckOptions) {
  const isWhole = own === undefined && inventory.nodeNames.every((name) => nodes?.has(name) ?? true);
  /** Those that are asked for, by the code of their findings. */
  const searches = foundFor(Object.keys(unusedSearches), (code) => {
    const severity = inventory.settings.checks.get(code)?.severity;
    const isAsked = isWhole && severity !== "off" && (infos || severity !== undefined);
    return isAsked ? unusedSearches[code]?.(inventory) : undefined;
  });
  return {
    isWanted: searches.size > 0,
    looksFor(code: string): boolean {
      if (!isCode(code) || !isOnRequest(code)) return true;
      // Drivers are looked at where unused classes are.
      return searches.has(code === "merge-driver-missing" ? "class-unused" : code);
    },
    /** Call it for every node. */
    visit(outcome: NodeOutcome): void {
      for (const search of searches.values()) search.visit(outcome);
    },
    /** Adds the findings, after all nodes were visited; doubtful values need a second pass over the nodes. */
    async report(found: ProblemFold<Diagnostic>, options: PaceOptions): Promise<void> {
      for (const search of searches.values()) {
        if (search.hasDoubts?.() === true) await confirm(search, inventory.nodeNames, options);
        for (const each of search.findings()) addFound(each, found);
      }
    },
  };
}

async function confirm(search: UnusedSearch, names: readonly string[], options: PaceOptions): Promise<void> {
  const pace = new Pace(options, names.length);
  for (const [index, name] of names.entries()) {
    await pace.step(index);
    search.confirm?.(name);
  }
}
