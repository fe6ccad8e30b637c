import type { Report } from "../../model/findings/diagnostic.ts";
import type { Span } from "../../model/values/origin.ts";
import { limitFault, MAX_CHAIN } from "../limits.ts";
import { referenceCycle, type TrailHop } from "./faults.ts";

/** The values that are being followed, each because of the one before it: how loops are found (rule R8). */
export class Trail {
  private readonly hops: TrailHop[] = [];
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  get length(): number {
    return this.hops.length;
  }

  /** Adds a value. False, with a fault, if the value is on the trail already or the trail is too long. */
  enter(what: object, path: readonly string[], origin: Span): boolean {
    const start = this.hops.findIndex((hop) => hop.what === what);
    if (start !== -1) {
      this.report(referenceCycle(this.hops.slice(start)));
      return false;
    }
    if (this.hops.length > MAX_CHAIN) {
      this.report(limitFault(`a chain of references is longer than ${MAX_CHAIN}`, origin));
      return false;
    }
    this.hops.push({ what, path, origin });
    return true;
  }

  /** Removes the value that was added last. */
  leave(): void {
    this.hops.pop();
  }
}
