import { Recent } from "../../base/recent.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { MapValue } from "../../model/values/value.ts";
import { possibleRules } from "../contracts/rules.ts";
import { NOWHERE } from "../merge/partial-value.ts";
import type { WalkedNode } from "../node.ts";
import { PathSet } from "./path-set.ts";
import { framesIn, kindOfPart, type PartKind, reducedMap } from "./reduced-map.ts";
import { differingBetween, type Link, linksIn } from "./written-paths.ts";

/** What can differ of a node between two states, and what that refers to. */
export interface DifferingPart {
  readonly paths: PathSet;
  /**
   * Equal for nodes of the same two states whose layers are the same at these paths. Mappings above them without a value count
   * together: they decide nothing but that such mappings are there, wherever they come.
   */
  readonly key: string;
}

/** Most nodes that an edit reaches need the same paths. */
const MOST_SETS = 500;

/** What of the parameters of nodes can differ between two states. */
export class DifferingParts {
  private readonly sets = new Recent<PathSet>(MOST_SETS);
  private readonly numbers = new WeakMap<object, number>();
  private last = 0;

  /**
   * What can differ on a node: what its layers write at other paths is the same in both states, and refers to nothing
   * that can differ. Undefined where more than layers decides: groups, queries, contracts, faults, class names that are filled
   * in, exports that can differ. Never fails.
   */
  of(old: WalkedNode, now: WalkedNode): DifferingPart | undefined {
    const { settings } = old.inventory;
    if (settings !== now.inventory.settings || !isByLayers(old) || !isByLayers(now)) return undefined;
    const pairs = pairsOf(old.ancestry.steps, now.ancestry.steps);
    const isFilledIn = [old, now].some(({ ancestry }) => ancestry.templates.length > 0);
    if (pairs === undefined || (isFilledIn && pairs.some(isAlone))) return undefined;
    // What is automatic follows from the definition.
    const canDiffer = ({ old: step }: StepPair): boolean =>
      step?.layer !== "automatic" || old.definition !== now.definition;
    const compared = pairs.filter(canDiffer);
    const exported = differingPaths(compared, "exports", settings);
    const differing = differingPaths(compared, "parameters", settings);
    if (exported?.isEmpty !== true || differing === undefined) return undefined;
    const all = differing.isEmpty ? differing : withReferences(differing, pairs, settings);
    if (all === undefined) return undefined;
    const paths = this.interned(all);
    return { paths, key: this.key(pairs, paths, settings) };
  }

  /** The same set for equal ones. */
  private interned(paths: PathSet): PathSet {
    const text = paths.text();
    const known = this.sets.get(text) ?? paths;
    this.sets.set(text, known);
    return known;
  }

  /** The layer of a node itself is its own. */
  private key(pairs: readonly StepPair[], paths: PathSet, settings: Settings): string {
    const kinds = new Map<MapValue, PartKind>();
    for (const { old, now } of pairs) {
      for (const step of [old, now]) {
        const map = step?.parameters;
        if (map !== undefined && !kinds.has(map)) kinds.set(map, kindOfPart(map, paths, settings));
      }
    }
    const isFirm = [...kinds.values()].includes("firm");
    const isOwn = (kind: PartKind | undefined): boolean => kind !== "nothing" && (isFirm || kind !== "frame");
    const numbers = (side: "old" | "now"): string =>
      pairs
        .flatMap(({ [side]: step }) =>
          step && isOwn(kinds.get(step.parameters)) ? [this.number(step.parameters)] : [],
        )
        .join();
    const frames = isFirm ? [] : [...kinds].flatMap(([map, kind]) => (kind === "frame" ? [map] : []));
    return `${this.number(paths)} ${numbers("old")} ${numbers("now")} ${framesIn(frames, paths)}`;
  }

  private number(of: object): number {
    const known = this.numbers.get(of);
    if (known !== undefined) return known;
    this.last += 1;
    this.numbers.set(of, this.last);
    return this.last;
  }
}

/** The layers of a walk with what they write at these paths, and without exports. */
export function stepsWith(
  { inventory: { settings }, ancestry: { steps } }: WalkedNode,
  paths: PathSet,
): readonly Step[] {
  return steps.flatMap((step) => {
    const parameters = reducedMap(step.parameters, paths, settings);
    return parameters.entries.length === 0 ? [] : [{ ...step, parameters, exports: NONE }];
  });
}

const NONE: MapValue = { kind: "map", entries: [], origin: NOWHERE, plain: true };

/** Whether nothing but what its layers write decides the values of a node. */
function isByLayers({ inventory, ancestry }: WalkedNode): boolean {
  const { steps, held, reads, diagnostics } = ancestry;
  if (inventory.settings.dialect !== "reclass" || possibleRules(inventory) !== undefined) return false;
  if (held.groups.length > 0 || reads.queries.length > 0) return false;
  return diagnostics.every(({ severity }) => severity !== "error") && steps.every(({ modes }) => modes === undefined);
}

/** A layer in both states, or in one of them. */
interface StepPair {
  readonly old: Step | undefined;
  readonly now: Step | undefined;
}

function isAlone({ old, now }: StepPair): boolean {
  return old === undefined || now === undefined;
}

/** The layers of both states side by side; undefined if those of both are not in the same sequence. */
function pairsOf(before: readonly Step[], after: readonly Step[]): readonly StepPair[] | undefined {
  if (before.length === after.length && before.every((step, at) => isOfSame(step, after[at]))) {
    return before.map((old, at) => ({ old, now: after[at] }));
  }
  const [olds, nows] = [new Set(before.map(keyOf)), new Map(after.map((step) => [keyOf(step), step]))];
  const [common, others] = [
    before.filter((step) => nows.has(keyOf(step))),
    after.filter((step) => olds.has(keyOf(step))),
  ];
  if (!common.every((step, at) => isOfSame(step, others[at]))) return undefined;
  const alone = after.filter((step) => !olds.has(keyOf(step))).map((now) => ({ old: undefined, now }));
  return [...before.map((old) => ({ old, now: nows.get(keyOf(old)) })), ...alone];
}

function keyOf({ layer, name }: Step): string {
  return `${layer} ${name}`;
}

function isOfSame(one: Step, other: Step | undefined): boolean {
  return one.layer === other?.layer && one.name === other.name;
}

type Section = "parameters" | "exports";

/** The paths at which layers of the two states write different values; undefined if some differ as a whole. */
function differingPaths(pairs: readonly StepPair[], section: Section, settings: Settings): PathSet | undefined {
  const all = new PathSet();
  for (const { old, now } of pairs) {
    const [one, other] = [old?.[section], now?.[section]];
    if (one === other) continue;
    const paths = differingBetween(one ?? NONE, other ?? NONE, settings);
    if (paths === undefined) return undefined;
    for (const path of paths) all.add(path);
  }
  return all;
}

/** With what refers to these paths, and then what all of that refers to; undefined if a reference can lead anywhere. */
function withReferences(paths: PathSet, pairs: readonly StepPair[], settings: Settings): PathSet | undefined {
  const [links, exported] = [linksOf(pairs, "parameters", settings), linksOf(pairs, "exports", settings)];
  if (links === undefined || exported === undefined) return undefined;
  for (let grows = true; grows; ) {
    grows = false;
    for (const some of links) for (const { at, to } of some) if (paths.meets(to) && paths.add(at)) grows = true;
  }
  if (exported.some((some) => some.some(({ to }) => paths.meets(to)))) return undefined;
  for (let grows = true; grows; ) {
    grows = false;
    for (const some of links) for (const { at, to } of some) if (paths.meets(at) && paths.add(to)) grows = true;
  }
  return paths;
}

/** The references of the layers of both states; undefined if one can lead anywhere. */
function linksOf(pairs: readonly StepPair[], section: Section, settings: Settings): readonly Links[] | undefined {
  const all: Links[] = [];
  for (const { old, now } of pairs) {
    const [one, other] = [old?.[section], now?.[section]];
    for (const map of one === other ? [one] : [one, other]) {
      if (map === undefined || map.plain) continue;
      const links = linksIn(map, settings);
      if (links === undefined) return undefined;
      if (links.length > 0) all.push(links);
    }
  }
  return all;
}

type Links = readonly Link[];
