import type { Report } from "../../model/findings/diagnostic.ts";
import type { Span } from "../../model/values/origin.ts";
import { limitFault, MAX_CHAIN, MAX_NESTED } from "../limits.ts";
import { referenceCycle, type TrailHop } from "./faults.ts";

/** Hops beyond these are found by an index. Nearly all trails are shorter. */
const SCANNED = 32;

/** The values that are being followed, each because of the one before it: how loops are found (rule R8). */
export class Trail {
  private readonly hops: TrailHop[] = [];
  private readonly beyond = new Set<object>();
  private readonly report: Report;
  /** How many hops are on the stack of the program: the others are on a stack of their own. */
  private nested = 0;

  constructor(report: Report) {
    this.report = report;
  }

  /** In how many calls, one in another, values are being resolved. */
  get depth(): number {
    return this.nested;
  }

  /** Whether {@link enter} would add a value without a fault. */
  accepts(what: object): boolean {
    return this.hops.length <= MAX_CHAIN && !this.holds(what);
  }

  /** Adds a value. False, with a fault, if the value is on the trail already or the trail is too long or too deep. */
  enter(what: object, path: readonly string[], origin: Span): boolean {
    if (this.holds(what)) {
      this.report(referenceCycle(this.hops.slice(this.hops.findIndex((hop) => hop.what === what))));
      return false;
    }
    const isLong = this.hops.length > MAX_CHAIN;
    if (isLong || this.nested > MAX_NESTED) {
      const limit = isLong
        ? `a chain of references is longer than ${MAX_CHAIN}`
        : `values are nested more than ${MAX_NESTED} deep`;
      this.report(limitFault(limit, origin));
      return false;
    }
    this.nested += 1;
    this.push({ what, path, origin });
    return true;
  }

  /** Removes the value that was added last. */
  leave(): void {
    this.nested -= 1;
    this.pop();
  }

  /** Adds a value that {@link accepts} allows, and that is followed on a stack of its own. */
  push(hop: TrailHop): void {
    if (this.hops.length >= SCANNED) this.beyond.add(hop.what);
    this.hops.push(hop);
  }

  /** Removes the value that was pushed last. */
  pop(): void {
    const hop = this.hops.pop();
    if (hop !== undefined && this.hops.length >= SCANNED) this.beyond.delete(hop.what);
  }

  private holds(what: object): boolean {
    const { hops } = this;
    const scanned = Math.min(hops.length, SCANNED);
    for (let at = 0; at < scanned; at += 1) if (hops[at]?.what === what) return true;
    return this.beyond.size > 0 && this.beyond.has(what);
  }
}
