import type { Report } from "../../model/findings/diagnostic.ts";
import type { Span } from "../../model/values/value.ts";
import { limitFault, MAX_CHAIN, MAX_NESTED, MAX_WORK, STEP, WorkAllowance } from "../limits.ts";
import { referenceCycle, type TrailHop } from "./faults.ts";

const TOO_MUCH = `references make values grow beyond ${MAX_WORK / 1_000_000} million characters; a value counts as ${STEP}`;

/**
 * The values that are being followed, each because of the one before it, and the work that was done for them: how loops
 * and what grows beyond the limits are found (rule R8). The first limit that is exceeded ends all further work.
 */
export class Trail {
  private readonly hops: TrailHop[] = [];
  private readonly held = new Set<object>();
  private readonly report: Report;
  private readonly allowance: WorkAllowance;
  private readonly most: number;
  /** How many hops are on the stack of the program: the others are on a stack of their own. */
  private nested = 0;
  /** The work that was counted, in characters. */
  spent = 0;
  /** Whether a limit was exceeded, and reported: no value is followed any more. */
  isStopped = false;

  constructor(report: Report, allowance: WorkAllowance = new WorkAllowance()) {
    this.report = report;
    this.allowance = allowance;
    this.most = allowance.work;
  }

  /** In how many calls, one in another, values are being resolved. */
  get depth(): number {
    return this.nested;
  }

  /** Counts work at a place: one for each character joined, {@link STEP} for each value merged or copied. False if it is too much. */
  spend(work: number, origin: Span): boolean {
    this.spent += work;
    return this.spent <= this.most ? !this.isStopped : this.stop(TOO_MUCH, origin);
  }

  /** Whether {@link enter} would add a value without a fault. */
  accepts(what: object): boolean {
    return !this.isStopped && this.hops.length <= MAX_CHAIN && !this.held.has(what);
  }

  /** Adds a value. False, with a fault, if the value is on the trail already or the trail is too long or too deep. */
  enter(what: object, path: readonly string[], origin: Span): boolean {
    if (this.isStopped) return false;
    if (this.held.has(what)) {
      this.report(referenceCycle(this.hops.slice(this.hops.findIndex((hop) => hop.what === what))));
      return false;
    }
    if (this.hops.length > MAX_CHAIN) return this.stop(`a chain of references is longer than ${MAX_CHAIN}`, origin);
    if (this.nested > MAX_NESTED) return this.stop(`values are nested more than ${MAX_NESTED} deep`, origin);
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
    this.held.add(hop.what);
    this.hops.push(hop);
  }

  pop(): void {
    const hop = this.hops.pop();
    if (hop !== undefined) this.held.delete(hop.what);
  }

  /** A mapping that is copied into its own copy again and again is a loop. */
  private stop(limit: string, origin: Span): false {
    if (this.isStopped) return false;
    const loop = this.copiedLoop();
    this.report(loop === undefined ? limitFault(limit, origin) : referenceCycle(loop));
    this.isStopped = true;
    this.allowance.exceeded();
    return false;
  }

  /** The hops from one copy of a mapping to the next one inside it, where it is inside itself three times. */
  private copiedLoop(): readonly TrailHop[] | undefined {
    const seen = new Map<unknown, readonly number[]>();
    for (const [at, { what }] of this.hops.entries()) {
      const source = what.copied?.from ?? what;
      const places = [...(seen.get(source) ?? []), at];
      const [first = 0, second = 0, third] = places;
      if (third !== undefined) return this.hops.slice(first + 1, second + 1);
      seen.set(source, places);
    }
    return undefined;
  }
}
