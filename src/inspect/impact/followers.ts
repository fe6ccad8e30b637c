import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { defaultReads } from "../uses/defaults.ts";
import { otherPath, touches, type WrittenReference } from "../uses/reading.ts";
import { writers } from "../uses/writers.ts";

/**
 * Tells of the path of a value whether more than parameters and exports of the same node can follow from it: layers, as from
 * names and facts, what directives and merges make of it, or what queries of other nodes find.
 */
export function followers(inventory: Inventory): (path: ParameterPath) => boolean {
  const reads = [...writers(inventory).flatMap((each) => each.reads()), ...defaultReads(inventory)];
  return (path) => {
    if (path[0] === "classes" || path[0] === "groups" || path[0] === "environment") return true;
    const found = new Set<WrittenReference>();
    const waiting = [path, otherPath(path) ?? path];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const reading of reads) {
        if (found.has(reading) || !touches(reading, at)) continue;
        found.add(reading);
        const isInNode = reading.path[0] === "parameters" || reading.path[0] === "exports";
        if (!isInNode || reading.reads[0] === "exports") return true;
        waiting.push(reading.path);
      }
    }
    return false;
  };
}
