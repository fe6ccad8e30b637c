import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { defaultReads } from "../uses/defaults.ts";
import { touches, type WrittenReference } from "../uses/reading.ts";
import { writers } from "../uses/writers.ts";

/** What an edit of a value may change that references within a node do not tell. */
export class Followers {
  private readonly reads: readonly WrittenReference[];

  constructor(inventory: Inventory) {
    this.reads = [...writers(inventory).flatMap((each) => each.reads()), ...defaultReads(inventory)];
  }

  /**
   * Whether more than parameters and exports of the same node can follow from a value: layers, as from names and facts, what
   * directives and merges make of it, or what queries of other nodes find.
   */
  areBeyond(path: ParameterPath): boolean {
    if (path[0] === "classes" || path[0] === "groups" || path[0] === "environment") return true;
    const found = new Set<WrittenReference>();
    const waiting = [path];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const reading of this.reads) {
        if (found.has(reading) || !touches(reading, at)) continue;
        found.add(reading);
        const isInNode = reading.path[0] === "parameters" || reading.path[0] === "exports";
        if (!isInNode || reading.reads[0] === "exports") return true;
        waiting.push(reading.path);
      }
    }
    return false;
  }
}
