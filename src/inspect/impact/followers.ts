import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { defaultReads } from "../uses/defaults.ts";
import { otherPath, touches, type WrittenReference } from "../uses/reading.ts";
import { writers } from "../uses/writers.ts";

/** What can follow from a value: itself with all that is made of it, or anything, where it decides the layers of nodes. */
type Followed = readonly ParameterPath[] | "anything";

/** Of what it is made. */
const MADE: ReadonlySet<string | undefined> = new Set(["parameters", "exports", "variables"]);

/** What follows from the values of an inventory. */
export class Followers {
  /** Whether a node can change with what other nodes export. */
  readonly asksOthers: boolean;
  private readonly reads: readonly WrittenReference[];

  constructor(inventory: Inventory) {
    this.reads = [...writers(inventory).flatMap((each) => each.reads()), ...defaultReads(inventory)];
    this.asksOthers = this.reads.some(({ reads }) => reads[0] === "exports");
  }

  /**
   * What can follow from the value at a path; undefined where that is nothing but parameters and exports of the same node:
   * no layers, as from names and facts, nothing that directives and merges make, or queries of other nodes find.
   */
  of(path: ParameterPath): Followed | undefined {
    if (path[0] === "classes" || path[0] === "groups" || path[0] === "environment") return "anything";
    const found = new Set<WrittenReference>();
    const other = otherPath(path);
    const reached = other === undefined ? [path] : [path, other];
    for (const at of reached) {
      for (const reading of this.reads) {
        if (found.has(reading) || !touches(reading, at)) continue;
        if (!MADE.has(reading.path[0])) return "anything";
        found.add(reading);
        reached.push(reading.path);
      }
    }
    return [...found].some(({ path: [section], reads }) => section === "variables" || reads[0] === "exports")
      ? reached
      : undefined;
  }
}
