import { didYouMean, inQuotes, similar } from "../../base/similar.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Span } from "../../model/values/value.ts";
import { limitFault, MAX_CHAIN, MAX_NESTED, MAX_WORK, STEP, WorkAllowance } from "../limits.ts";
import type { MergedMap } from "../merge/partial-value.ts";

const TOO_MUCH = `references make values grow beyond ${MAX_WORK / 1_000_000} million characters; a value counts as ${STEP}`;

/** Values being followed, each for the one before, and their work (rule R8). The first limit exceeded ends all work. */
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

interface TrailHop {
  readonly what: object & { readonly copied?: MergedMap["copied"] };
  readonly path: readonly string[];
  readonly origin: Span;
}

/** No value at a reference's path, `target` (absent if parts are values, maybe secret); `known`: keys beside it. */
export function unresolved(reference: string, { origin, target, known, barrier }: Unresolved): Diagnostic {
  if (barrier !== undefined) return barred(reference, barrier, { origin, target });
  const last = /([^:{}]+)\}$/.exec(reference)?.[1] ?? "";
  const missing = target === undefined ? "" : `: no value at ${printPath(target)}`;
  const isOfKapitan = target !== undefined && /^_reclass_:name:(?:path|parts)$/.test(printPath(target));
  const others = isOfKapitan ? SET_BY_KAPITAN : reference.includes("::") ? READ_AS_KEYS : undefined;
  const hint = didYouMean(similar(last, known), last, inQuotes) ?? others;
  return finding("unresolved-reference", origin, `undefined reference ${reference}${missing}`, { hint });
}

const SET_BY_KAPITAN = "if this is an inventory of kapitan, add dialect: kapitan to heir.yml";
const READ_AS_KEYS = "if a default is meant behind ::, as in reclass-rs, set reference_defaults: true";

function barred(reference: string, { keys, kind }: Barrier, { origin, target }: Pick<Unresolved, "origin" | "target">) {
  const value = target === undefined ? "a value on its path" : printPath(keys);
  const message = `undefined reference ${reference}: ${value} is not a mapping (${kind})`;
  const hint = "a default stands in only for a missing key of a mapping";
  return finding("unresolved-reference", origin, message, { hint });
}

/** The text of a default is not YAML. */
export function unreadableDefault(reference: string, fault: string, origin: Span): Diagnostic {
  const hint = "a default is YAML: put text in quotes; write \\} for a closing bracket";
  return finding("reference-syntax", origin, `the default of ${reference} cannot be read: ${fault}`, { hint });
}

/** A value in the middle of a path that has no keys. */
export interface Barrier {
  readonly keys: readonly string[];
  readonly kind: string;
}

interface Unresolved {
  readonly origin: Span;
  readonly target: readonly string[] | undefined;
  readonly known: readonly string[];
  readonly barrier?: Barrier | undefined;
}

/** A list, a mapping or a set is part of a text. */
export function containerInText(reference: string, kind: string, origin: Span): Diagnostic {
  const message = `${reference} is a ${kind}; inside text it is written in Python notation`;
  const hint = `refer to one of its values, or copy the whole ${kind} with a reference that is the whole value`;
  return finding("container-in-text", origin, message, { hint });
}

/** References that lead back to themselves. Of a long loop the first are named. */
function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const loop = written.length > 0 ? written : hops;
  const [first, ...rest] = loop.slice(0, MOST_NAMED);
  const more = loop.length > MOST_NAMED ? [`${loop.length - MOST_NAMED} more`] : [];
  const names = loop.slice(0, MOST_NAMED).map(({ path }) => printPath(path));
  const way = [...names, ...more, ...names.slice(0, 1)].join(" -> ");
  const related = rest.map(({ origin }) => ({ span: origin, caption: "continues here" }));
  const hint = "replace one of these references with a value";
  return finding("reference-cycle", first?.origin, `reference cycle: ${way}`, { related, hint });
}

const MOST_NAMED = 50;
