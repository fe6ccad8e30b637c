import { pythonStr } from "../../encoding/value-text.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { hasBareKeys } from "../../model/values/key-prefix.ts";
import type { DefaultReader, Reference, ReferencePath } from "../../model/values/reference-path.ts";
import type { MapValue, SourceFile, Span, TemplateValue, Value } from "../../model/values/value.ts";
import { mappingOf, nullValue } from "../../model/values/value.ts";
import { STEP, type WorkAllowance } from "../limits.ts";
import { childOf } from "./child.ts";
import { Consequences } from "./consequences.ts";
import type { FollowedValue, MergeObserver, MergeResult, MissingTarget, Stops } from "./followed.ts";
import { Memo } from "./memo.ts";
import { type Need, needsOf } from "./needs.ts";
import { type MergeContext, ownedMap } from "./parameters.ts";
import type { MergedMap, PartialValue, Path, Pending, PendingContribution } from "./partial-value.ts";
import { originOf } from "./partial-value.ts";
import { mergePending } from "./pending.ts";
import type { QueryAnswers, ReferenceFault, ReferencingNode } from "./referencing-node.ts";
import { Resolution } from "./resolution.ts";
import { Templates } from "./templates.ts";
import { Trail } from "./trail.ts";

type Reading = Pick<Inventory, "settings" | "readDefault">;

export interface OfNode {
  /** Absent: an inventory query is a fault. */
  readonly answers?: QueryAnswers | undefined;
  readonly observer?: MergeObserver | undefined;
  /** The node's own file: what is filled in from it is remembered for no other node. */
  readonly own?: SourceFile | undefined;
  /** Layers that are replaced are left out, unless reclass fails for them: rule Q7 of docs/concepts/queries.md. */
  readonly isAsked?: boolean;
  /** Of a node that is read several times. */
  readonly allowance?: WorkAllowance | undefined;
}

/** A chain of references is followed by recursion up to this depth, and from its end beyond it. */
const DEEPEST_CALL = 100;

/**
 * Fills in the references of one node (rules R1 to R10 in docs/concepts/references.md), from `root` on; a value is
 * followed once, when another needs it. Never throws on the user's data: what cannot be filled in is null and a fault.
 */
export class Interpolation implements ReferencingNode {
  readonly faults: ReferenceFault[] = [];
  readonly root: MergedMap;
  readonly settings: Settings;
  readonly readDefault: DefaultReader;
  readonly observer: MergeObserver | undefined;
  /** References without a target only because another value failed, with the fault of that: rule R11 of references. */
  readonly consequences: Consequences = new Consequences();
  readonly trail: Trail;
  private readonly context: MergeContext;
  private readonly templates: Templates;
  private readonly resolution: Resolution;
  private readonly owned = new Map<MapValue, MergedMap>();
  private readonly followed = new Map<TemplateValue | Pending, FollowedValue | MissingTarget>();
  private readonly needOf: (need: Need) => Need | undefined;
  private readonly leftLayers: LeftLayers | undefined;

  constructor(root: MergedMap, { settings, readDefault }: Reading, ofNode: OfNode = {}) {
    const { answers, observer, own, isAsked, allowance } = ofNode;
    this.root = root;
    this.trail = new Trail((diagnostic) => this.fault(diagnostic), allowance);
    this.settings = settings;
    this.readDefault = readDefault;
    this.observer = observer;
    this.context = {
      settings,
      report: (diagnostic) => this.fault(diagnostic),
      spend: (values, origin) => this.spend(values * STEP, origin),
    };
    this.templates = new Templates(this, answers);
    this.needOf = needsOf(this, this.templates, this.followed);
    // A remembered result would keep its merges from the observer.
    this.resolution = new Resolution(this, observer === undefined ? new Memo(root, settings, own) : undefined);
    if (isAsked === true)
      this.leftLayers = new LeftLayers(
        (observer) => new Interpolation(root, { settings, readDefault }, { observer, allowance }),
      );
  }

  /** The resolved value of a merged mapping; by default of the root itself. Empty after a limit was exceeded. */
  resolve(map: MergedMap = this.root): MapValue {
    const value = this.resolved(map, []);
    return value.kind === "map" ? value : mappingOf([], map.origin);
  }

  /** The resolved value at a path of keys below a merged mapping; undefined if there is none. Lists are not entered. */
  valueAt(map: MergedMap, path: Path): Value | undefined {
    let value: PartialValue = map;
    for (const [at, key] of path.entries()) {
      const parent = this.follow(value, path.slice(0, at));
      const child = parent.kind === "list" ? undefined : childOf(parent, key, true);
      if (child === undefined) return undefined;
      value = child;
    }
    return this.resolved(value, path);
  }

  /** The text of a template; undefined if a reference in it has no target. Faults are in `faults`. */
  text(template: TemplateValue): string | undefined {
    const value = this.tryFollow(template, []);
    return value.kind === "missing" ? undefined : pythonStr(this.resolved(value, []));
  }

  get usesDefault(): boolean {
    return this.templates.usesDefault;
  }

  /** What a reference asks for, with the references inside it filled in; undefined if one of them has no target. */
  askedBy(part: Reference, origin: Span): ReferencePath | undefined {
    const asked = this.templates.askedBy(part, { kind: "template", text: part.source, parts: [part], origin }, []);
    return "kind" in asked ? undefined : asked;
  }

  resolved(value: PartialValue, path: Path): Value {
    return this.resolution.of(value, path);
  }

  follow(value: PartialValue, path: Path): FollowedValue {
    const followed = this.tryFollow(value, path);
    if (followed.kind !== "missing") return followed;
    const { diagnostic, nested, asked } = followed;
    this.fault(diagnostic, nested ? "at-once" : "at-end");
    this.consequences.failed(path, diagnostic, asked);
    const none = nullValue(originOf(value));
    if (value.kind === "template" || value.kind === "pending") this.followed.set(value, none);
    return none;
  }

  tryFollow(value: PartialValue, path: Path): FollowedValue | MissingTarget {
    switch (value.kind) {
      case "scalar":
      case "set":
      case "list":
      case "merged-map":
      case "raw":
        return value;
      case "merged-list":
        return { kind: "list", items: value.items, plain: value.plain, origin: value.origin };
      case "map":
        return this.bare(value);
      case "alias":
        return this.follow(value.target, [...value.within, value.key]);
      case "template":
      case "pending":
        return this.once(value, path);
    }
  }

  mergeContext(path: Path = [], layer?: number): MergeContext {
    const watched = this.observer?.watchedBelow(path);
    return watched === undefined ? this.context : { ...this.context, watch: { below: watched, layer } };
  }

  spend(work: number, origin: Span): boolean {
    return this.trail.spend(work, origin);
  }

  fault(diagnostic: Diagnostic, stops: Stops = "at-once"): void {
    // What is found once nothing is followed any more is no fault of the data.
    if (!this.trail.isStopped) this.faults.push({ diagnostic, stops });
  }

  bare(map: MapValue): MapValue | MergedMap {
    if (hasBareKeys(map, this.settings)) return map;
    let owned = this.owned.get(map);
    if (owned === undefined) {
      owned = ownedMap(map, this.context);
      this.owned.set(map, owned);
    }
    return owned;
  }

  private once(value: TemplateValue | Pending, path: Path): FollowedValue | MissingTarget {
    const known = this.followed.get(value);
    if (known !== undefined) return known;
    const origin = originOf(value);
    if (!this.trail.enter(value, path, origin)) return nullValue(origin);
    if (this.trail.depth > DEEPEST_CALL) this.followNeeds({ value, path });
    const followed = this.now(value, path);
    this.trail.leave();
    return followed;
  }

  private now(value: TemplateValue | Pending, path: Path): FollowedValue | MissingTarget {
    const before = this.faults.length;
    const followed =
      value.kind === "pending" ? mergePending(this.left(value, path), path, this) : this.templates.fill(value, path);
    const fault = this.faults.slice(before).find(({ diagnostic }) => diagnostic.severity === "error");
    if (fault !== undefined) this.consequences.failed(path, fault.diagnostic);
    this.followed.set(value, followed);
    return followed;
  }

  private left(pending: Pending, path: Path): Pending {
    const isDeep = this.trail.depth > DEEPEST_CALL;
    return this.leftLayers === undefined || isDeep ? pending : this.leftLayers.of(pending, path);
  }

  /** Follows all that a value needs, the end of each chain first. */
  private followNeeds(first: Need): void {
    const open = [first];
    for (let last = first; ; last = open.at(-1) ?? first) {
      const need = this.needOf(last);
      if (need !== undefined && this.trail.accepts(need.value)) {
        open.push(need);
        this.trail.push({ what: need.value, path: need.path, origin: originOf(need.value) });
      } else if (last === first) return;
      else {
        open.pop();
        this.now(last.value, last.path);
        this.trail.pop();
      }
    }
  }
}

/**
 * Merges values by way of trial, as reclass does for a query: a mapping or list inside text is not looked into, and a
 * reference without a target that another reference leads to is null. This finds which layers are left; only these are
 * then merged in earnest (rule Q7 of docs/concepts/queries.md).
 */
class LeftLayers implements MergeObserver {
  readonly kindsOnly = true;
  private readonly node: ReferencingNode;
  private readonly replacing = new Set<PendingContribution>();

  /** `node`: the same node again, with this as its observer. */
  constructor(node: (observer: MergeObserver) => ReferencingNode) {
    this.node = node(this);
  }

  /** A value without the layers that a later one replaces. With all of them if merging fails, to find the fault. */
  of(pending: Pending, path: readonly string[]): Pending {
    const { contributions } = pending;
    if (contributions.length < 2) return pending;
    const { kind } = this.node.tryFollow(pending, path);
    if (kind === "missing" || this.node.faults.some(({ stops }) => stops !== "at-end")) return pending;
    const from = contributions.findLastIndex((each) => this.replacing.has(each));
    return from > 0 ? { ...pending, contributions: contributions.slice(from) } : pending;
  }

  watchedBelow(): undefined {
    return undefined;
  }

  merged(contribution: PendingContribution, { mode }: MergeResult): void {
    if (mode === "replace") this.replacing.add(contribution);
  }
}
