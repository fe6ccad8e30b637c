import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { MERGE_MODES, type MergeMode } from "../../model/inventory/merge-mode.ts";
import type { PropertyConflict } from "../../model/inventory/resolved.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import type { Linearisation } from "../ancestry/linearise.ts";
import { contentText, partialValuesOf } from "../merge/content-text.ts";
import { originOf } from "../merge/partial-value.ts";
import { work } from "../work.ts";
import { sameInAllOrders } from "./allowed-orders.ts";
import { contestedDefiners, type Definer, definerBelow, isBelow, isUnordered } from "./definers.ts";
import type { GroupOrder } from "./order.ts";
import { type CellPlace, shortText } from "./short-text.ts";

/** What the groups of one node disagree on. */
export interface NodeConflicts {
  /** The result depends on an order that nothing gives. */
  readonly conflicts: readonly PropertyConflict[];
  /** They disagree, and a later layer makes the result the same. */
  readonly latent: readonly PropertyConflict[];
}

const NONE: NodeConflicts = { conflicts: [], latent: [] };

/**
 * The properties of one node that come out differently in two orders of its groups, both allowed (rules G6 to G8 in
 * docs/concepts/groups.md). Orders are not tried out: each path is judged by the definitions that reach it. Never
 * fails.
 */
export function groupConflicts(ancestry: Linearisation, inventory: Inventory, node: Definition): NodeConflicts {
  const { order } = ancestry.held;
  if (ancestry.held.groups.length < 2) return NONE;
  const { secrets } = inventory.settings;
  const conflicts: PropertyConflict[] = [];
  const latent: PropertyConflict[] = [];
  for (const [property, definers] of contestedDefiners(ancestry, { inventory, node })) {
    const found = disagreements(definers, order);
    const hidden = found.length > 0 ? [] : hiddenDisagreements(definers, order);
    if (inventory.settings.conflicts === "strict") {
      const any = found.length > 0 ? found : hidden.length > 0 ? hidden : differences(definers, order);
      if (any.length > 0) conflicts.push(conflict({ property, definers, secrets }, any));
    } else if (found.length > 0) conflicts.push(conflict({ property, definers, secrets }, found));
    else if (hidden.length > 0) latent.push(conflict({ property, definers, secrets }, hidden));
  }
  const byName = (one: PropertyConflict, other: PropertyConflict): number => compareText(one.property, other.property);
  return { conflicts: conflicts.sort(byName), latent: latent.sort(byName) };
}

type Path = readonly string[];

/** A path at which the order of some groups matters. */
interface Disagreement {
  readonly path: Path;
  readonly groups: ReadonlySet<string>;
}

/**
 * Where the result depends on the order. The rule G6 is exact as long as definitions of one kind and one mode meet;
 * where they do not and are few, all orders are tried.
 */
function disagreements(definers: readonly Definer[], order: GroupOrder): readonly Disagreement[] {
  const found = judged(definers, order);
  if (hasOneMode(definers) && !mixesKinds(definers)) return found;
  const isSame = sameInAllOrders(definers, order);
  if (isSame === undefined || (!isSame && found.length > 0)) return found;
  return isSame ? [] : disagreement(unordered(definers, order), []);
}

function hasOneMode(definers: readonly Definer[]): boolean {
  const modes = definers.flatMap((each) => (each.group === undefined ? [] : each.modes));
  return new Set(modes.map(({ objects, lists, text }) => objects + lists + text)).size < 2;
}

/** Whether an object or a list meets something else at a path. */
function mixesKinds(definers: readonly Definer[]): boolean {
  const kinds = new Set(definers.map(kindOf));
  if (kinds.size > 1 && (kinds.has("object") || kinds.has("list"))) return true;
  return [...byKey(definers).values()].some(mixesKinds);
}

/** The recursive rule G6. */
function judged(all: readonly Definer[], order: GroupOrder, path: Path = []): readonly Disagreement[] {
  work.judged += 1;
  const definers = withoutHidden(all, order);
  const unsure = definers.flatMap((each) => unsureMode(each, definers, { order, path }));
  if (unsure.length > 0) return unsure;
  if (!definers.some((one) => definers.some((other) => isUnordered(one, other, order)))) return [];
  if (definers.every(isMergingObject)) {
    return [...byKey(definers)].flatMap(([key, below]) => judged(below, order, [...path, key]));
  }
  if (definers.every((each) => isJoining(each) && kindOf(each) === kindOf(definers[0]))) {
    return disagreement(pairsThatDiffer(definers, order), path);
  }
  const top = definers.filter((each) => !definers.some((other) => isBelow(each, other, order)));
  const [only, ...more] = top;
  if (only !== undefined && more.length === 0) {
    return judged(
      definers.filter((each) => each !== only),
      order,
      path,
    );
  }
  const results = new Map(top.map((each) => [each, resultUpTo(each, definers, order)]));
  const differ = (one: Definer, other: Definer): boolean => results.get(one) !== results.get(other);
  return disagreement(
    top.filter((one) => top.some((other) => differ(one, other))),
    path,
  );
}

/** What stands below each key of those definers that are objects. */
function byKey(definers: readonly Definer[]): ReadonlyMap<string, readonly Definer[]> {
  const found = new Map<string, Definer[]>();
  for (const each of definers) {
    if (each.cell.kind !== "map" && each.cell.kind !== "merged-map") continue;
    for (const [key, cell] of partialValuesOf(each.cell))
      found.set(key, [...(found.get(key) ?? []), definerBelow(each, cell)]);
  }
  return found;
}

function disagreement(definers: readonly Definer[], path: Path): readonly Disagreement[] {
  const groups = new Set(definers.flatMap(({ group }) => group ?? []));
  return groups.size === 0 ? [] : [{ path, groups }];
}

/** Groups that could have a mode or another, which matters when something is there for it to be laid over. */
function unsureMode(
  definer: Definer,
  all: readonly Definer[],
  { order, path }: { readonly order: GroupOrder; readonly path: Path },
): readonly Disagreement[] {
  if (new Set(modesOf(definer)).size < 2) return [];
  const others = all.filter((other) => kindOf(other) === kindOf(definer) && !isBelow(definer, other, order));
  const rivals = all.filter((other) => isUnordered(definer, other, order));
  return others.length < 2 || rivals.length === 0 ? [] : disagreement([definer, ...rivals], path);
}

/** Definitions of which nothing is left in any order do not count. */
function withoutHidden(all: readonly Definer[], order: GroupOrder): readonly Definer[] {
  const left = all.filter((each) => !all.some((above) => isBelow(each, above, order) && hides(above, all, order)));
  const last = left.findLast((each) => isReplacedNext(each, left, order));
  if (last === undefined) return left.length === all.length ? all : withoutHidden(left, order);
  return withoutHidden(
    left.filter((each) => isBelow(last, each, order)),
    order,
  );
}

/** Whether nothing of what is below a definer, and so laid before it, is left once it is laid. */
function hides(definer: Definer, all: readonly Definer[], order: GroupOrder): boolean {
  const kind = kindOf(definer);
  if (replacesAny(definer)) return true;
  if (kind === "unread") return false;
  return !all.some((other) => other !== definer && kindOf(other) === kind && !isBelow(definer, other, order));
}

/** Whether all others come either before or after a definer, and whichever comes next replaces what is there then. */
function isReplacedNext(definer: Definer, all: readonly Definer[], order: GroupOrder): boolean {
  if (kindOf(definer) === "unread" || all.some((other) => isUnordered(definer, other, order))) return false;
  const above = all.filter((other) => isBelow(definer, other, order));
  const next = above.filter((each) => !above.some((other) => isBelow(other, each, order)));
  return (
    next.length > 0 &&
    next.every((each) => {
      const kind = kindOf(each);
      return replacesAny(each) || (kind !== "unread" && kind !== kindOf(definer));
    })
  );
}

/** Whether a definer replaces what is there, whatever that is. */
function replacesAny(definer: Definer): boolean {
  const modes = modesOf(definer);
  const isReplacing = modes.length > 0 && modes.every((mode) => !MERGE_MODES[mode].keepsBelow);
  return definer.replaces || kindOf(definer) === "single" || isReplacing;
}

type Kind = "object" | "list" | "text" | "single" | "unread";

function kindOf(definer: Definer | undefined): Kind | undefined {
  switch (definer?.cell.kind) {
    case "map":
    case "merged-map":
      return "object";
    case "list":
    case "merged-list":
      return "list";
    case "scalar":
      return definer.cell.type === "text" ? "text" : "single";
    case "set":
      return "single";
    // A reference, or parameters of classes that only references decide: what it comes to is not known here.
    case "template":
    case "pending":
    case "alias":
    case "raw":
      return "unread";
    case undefined:
      return undefined;
  }
}

function modesOf(definer: Definer): readonly MergeMode[] {
  const kind = kindOf(definer);
  if (kind === "object") return definer.modes.map(({ objects }) => objects);
  if (kind === "list") return definer.modes.map(({ lists }) => lists);
  return kind === "text" ? definer.modes.map(({ text }) => text) : [];
}

function isMergingObject(definer: Definer): boolean {
  return kindOf(definer) === "object" && modesOf(definer).every((mode) => MERGE_MODES[mode].keepsBelow);
}

function isJoining(definer: Definer): boolean {
  const kind = kindOf(definer);
  return (kind === "list" || kind === "text") && modesOf(definer).every((mode) => MERGE_MODES[mode].keepsBelow);
}

function pairsThatDiffer(definers: readonly Definer[], order: GroupOrder): readonly Definer[] {
  return definers.filter((one) =>
    definers.some((other) => isUnordered(one, other, order) && contentText(one.cell) !== contentText(other.cell)),
  );
}

/** What the definers up to one come to, as text that is equal when that is: those below it, in an order that is given. */
function resultUpTo(top: Definer, all: readonly Definer[], order: GroupOrder): string {
  const below = all.filter((each) => isBelow(each, top, order));
  return JSON.stringify([...below.map(({ cell }) => contentText(cell)).sort(compareText), contentText(top.cell)]);
}

/** Disagreements that the node, or a group above those that disagree, hides. */
function hiddenDisagreements(definers: readonly Definer[], order: GroupOrder): readonly Disagreement[] {
  const groups = definers.filter(({ level }) => level < 2);
  const tops = groups.filter(({ group }) => group !== undefined);
  const under = tops.map((top) => groups.filter((each) => isBelow(each, top, order)));
  return [groups, ...under].flatMap((some) => disagreements(some, order));
}

function unordered(definers: readonly Definer[], order: GroupOrder): readonly Definer[] {
  return definers.filter((one) => definers.some((other) => isUnordered(one, other, order)));
}

/** Whatever differs between groups that nothing orders, as Rudder sees it. */
function differences(definers: readonly Definer[], order: GroupOrder): readonly Disagreement[] {
  return disagreement(
    pairsThatDiffer(
      definers.filter(({ group }) => group !== undefined),
      order,
    ),
    [],
  );
}

interface Contested {
  readonly property: string;
  readonly definers: readonly Definer[];
  readonly secrets: readonly PathFilter[];
}

function conflict({ property, definers, secrets }: Contested, found: readonly Disagreement[]): PropertyConflict {
  const groups = [...new Set(found.flatMap((each) => [...each.groups]))].sort(compareText);
  const paths = [...new Map(found.map(({ path }) => [JSON.stringify(path), path])).values()];
  const sides = groups.flatMap((group) => {
    const definer = definers.find((each) => each.group === group);
    return definer === undefined
      ? []
      : [{ group, ...sideAt(definer, paths[0] ?? [], { path: ["parameters", property], secrets }) }];
  });
  return { property, groups, paths, sides };
}

/** What a group says at a path, or at the place above it where it says something. */
function sideAt(
  definer: Definer,
  path: Path,
  { path: top, secrets }: CellPlace,
): Pick<PropertyConflict["sides"][number], "origin" | "text"> {
  let at = definer;
  const walked = [...top];
  for (const key of path) {
    const cell =
      at.cell.kind === "map" || at.cell.kind === "merged-map" ? partialValuesOf(at.cell).get(key) : undefined;
    if (cell === undefined) break;
    at = definerBelow(at, cell);
    walked.push(key);
  }
  return { origin: originOf(at.cell), text: shortText(at.cell, { path: walked, secrets }) };
}
