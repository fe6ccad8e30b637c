import { keptAt } from "../../base/made-once.ts";
import { compareTexts } from "../../base/text-order.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { type Linearisation, placedClasses } from "../ancestry/linearise.ts";
import { type ActingGroups, actingGroups, type GroupPair } from "./acting.ts";
import type { Contest } from "./contest.ts";
import { layersOf, type NodeLayers, narrowedLayers, stepsInOrder } from "./layers.ts";
import { NameNeeds, nameReferencesIn } from "./needs.ts";
import type { OpenPath, OpenQuestion, Varied } from "./open-paths.ts";
import { mattering, openNames, openSlots, unorderedAmong } from "./open-paths.ts";
import type { Evaluation, OrderResult, Slot } from "./outcome.ts";
import { entriesByName, outcomes, outcomeText, SLOT_SECTIONS, slotOf, slotPath } from "./outcome.ts";
import type { ContestVerdict, FoundQuestions, SharedContest } from "./shared-contest.ts";
import { sharedContest, sharesClasses } from "./shared-contest.ts";
import { walkNames } from "./walk-names.ts";
import { type WalkContext, type WalkOrders, walkOrders } from "./walks.ts";

/** The results of the allowed orders of a node's groups. */
export interface OrdersJudgement {
  /** Paths whose values differ between orders. */
  readonly open: readonly OpenQuestion[];
  /** Paths that only the layers above the groups make the same. */
  readonly latent: readonly OpenQuestion[];
  /** Paths for which this is unknown: too many orders lead to too many states. */
  readonly limits: readonly OpenQuestion[];
  /** With `conflicts: strict`: properties that groups without an order define differently. */
  readonly strict: readonly OpenQuestion[];
  /** Why the whole node fails in some orders, though not in all. */
  readonly fault: Diagnostic | undefined;
  /** Names of classes and applications that all orders give, in the sequence on which they agree; undefined for that of the walk. */
  readonly names: { readonly classes: readonly string[]; readonly applications: readonly string[] } | undefined;
  /** The results of names in the orders that may change any of them; undefined if none does. */
  vary(slots: ReadonlySet<Slot>): Variation | undefined;
  /** The walks in other orders, as far as they can differ. */
  readonly walks: readonly Linearisation[];
}

export type OrderReach = "all" | "probes";

export interface Variation extends Varied {
  /** A path at which a text differs between the results, with the ids of the groups that matter for it. */
  question(path: ParameterPath, text: (result: OrderResult) => string): OpenQuestion;
}

/**
 * Finds what the order of a node's groups leaves open (rules G6 to G8); undefined if there is only one order. Without
 * `answers`, an inventory query is a fault. With `probes`, only a few orders are tried: what differs in these is open,
 * anything else in question is a limit.
 */
export function judgeOrders(
  given: Omit<WalkContext, "acting">,
  answers: Evaluation["answers"],
  reach: OrderReach = "all",
): OrdersJudgement | undefined {
  const { held } = given.ancestry;
  const all = actingGroups(held);
  if (all.unordered.length === 0 || held.diagnostics.some(isError)) return undefined;
  const acting = reach === "all" ? all : { ...all, mostStates: 0 };
  const context = { ...given, acting };
  const { inventory, ancestry } = given;
  const evaluation = { inventory, node: given.node.name, answers, rules: ancestry.rules };
  const walks = walkOrders(context);
  return walks === undefined ? new ValueJudge(context, evaluation).judgement() : judgeWalks(context, walks, evaluation);
}

/** The walks of a node in other orders of its groups, as far as they can differ. */
export function otherWalks(context: Omit<WalkContext, "acting">): readonly Linearisation[] {
  const { held } = context.ancestry;
  const acting = actingGroups(held);
  if (acting.unordered.length === 0 || held.diagnostics.some(isError)) return [];
  return walkOrders({ ...context, acting })?.walks ?? [];
}

/** The names that two groups of a node without an order both define. */
export function metSlots(context: Omit<WalkContext, "acting">): ReadonlySet<Slot> {
  const acting = actingGroups(context.ancestry.held);
  if (acting.unordered.length === 0) return new Set();
  const given = { ...context, acting };
  return walkOrders(given)?.contest.met ?? valueContest(given).shared.contest.met;
}

function valueContest({ acting, ancestry, inventory, node }: WalkContext) {
  const layers = layersOf(ancestry, acting.groups, { node, inventory, shared: sharesClasses(acting, inventory) });
  return { layers, shared: sharedContest(acting, layers, inventory) };
}

/** A node for which the order of groups changes only values. */
class ValueJudge {
  private readonly context: WalkContext;
  private readonly layers: NodeLayers;
  private readonly shared: SharedContest;
  private readonly evaluation: Evaluation;

  constructor(context: WalkContext, evaluation: Evaluation) {
    const { layers, shared } = valueContest(context);
    this.context = context;
    this.layers = layers;
    this.shared = shared;
    this.evaluation = evaluation;
  }

  judgement(): OrdersJudgement {
    const { contest } = this.shared;
    const names = this.names();
    const strict = strictOf(contest, this.context);
    const vary = (): undefined => undefined;
    const nothing = { open: [], latent: [], limits: [], strict, fault: undefined, names, vary, walks: [] };
    if (contest.contested.size === 0 || this.context.ancestry.diagnostics.some(isError)) return nothing;
    const found = this.isAsGroups() ? this.shared.asGroups(() => this.found()) : this.found();
    return { ...nothing, ...found, vary: (slots) => this.vary(slots, new NameNeeds(this.layers)) };
  }

  /** Whether the layers above the groups neither define nor refer to what the groups leave open. */
  private isAsGroups(): boolean {
    const { above, settings } = this.layers;
    const { affected, read } = this.shared.reach(this.layers);
    const isClear = above.every((step) => {
      const sections = SLOT_SECTIONS.flatMap((section) => nameReferencesIn(section, step[section], settings));
      return sections.every(({ needs }) => needs !== "all" && !needs.some((slot) => affected.has(slot)));
    });
    return isClear && this.isShared(read);
  }

  /** Whether the results of some names follow from groups and globals alone. */
  private isShared(read: ReadonlySet<Slot>): boolean {
    const hasQueries = this.context.ancestry.reads.queries.length > 0;
    return !hasQueries && ![...read].some((slot) => this.isWrittenAbove(slot));
  }

  private found(): FoundQuestions {
    const needs = new NameNeeds(this.layers);
    const found: Found = { open: [], latent: [], limits: [] };
    const isReplaced = (slot: Slot): boolean => this.isReplacedByNode(slot);
    const contested = [...this.shared.contest.contested.keys()];
    const asked = new Set(contested.filter((slot) => !isReplaced(slot)));
    for (const [needed, slots] of bySet(needs.needing(asked))) this.judge(needed, slots, { needs, found });
    for (const slot of contested.filter(isReplaced)) this.judgeLatent(new Set([slot]), [slot], { needs, found });
    const named = (paths: readonly OpenPath[]): readonly OpenQuestion[] => questions(paths, this.context.acting);
    return { open: named(found.open), latent: named(found.latent), limits: named(found.limits) };
  }

  /** Names that need the same names in question. */
  private judge(needed: ReadonlySet<Slot>, slots: ReadonlySet<Slot>, { needs, found }: Judging): void {
    const read = new Set([...slots].flatMap((slot) => [...needs.closure(slot)]));
    const isShared = this.isShared(read);
    const find = (): ContestVerdict => this.verdict(needed, slots, needs);
    const { open, limits } = isShared ? this.shared.verdict([...slots, "", ...needed].join("\0"), read, find) : find();
    found.open.push(...open);
    found.limits.push(...limits);
    if (isShared) return;
    const own = [...slots].filter((slot) => this.shared.contest.contested.has(slot));
    this.judgeLatent(needed, own, { needs, found });
  }

  private verdict(needed: ReadonlySet<Slot>, slots: ReadonlySet<Slot>, needs: NameNeeds): ContestVerdict {
    const varied = this.varied(needed, slots, { needs, reach: "all" });
    const open = openSlots(slots, varied);
    if (varied.orders.isComplete) return { open, limits: [] };
    return { open, limits: [...slots].flatMap((slot) => limitsBeside(slot, open, varied.touching)) };
  }

  private isWrittenAbove(slot: Slot): boolean {
    return this.layers.above.some((step) => says(step, slot, this.layers.settings));
  }

  private judgeLatent(needed: ReadonlySet<Slot>, slots: readonly Slot[], { needs, found }: Judging): void {
    if (!slots.some((slot) => this.isWrittenAbove(slot))) return;
    const beside = [...found.open, ...found.limits];
    const hidden = openSlots(slots, this.varied(needed, slots, { needs, reach: "groups" }));
    found.latent.push(...hidden.filter(({ path }) => !beside.some((other) => isAlong(path, other.path))));
  }

  /** Whether a property of the node replaces all that groups define for a name, and no other layer defines it. */
  private isReplacedByNode(slot: Slot): boolean {
    const { contest } = this.shared;
    const own = this.layers.own?.properties.find(({ name }) => slotOf("parameters", name) === slot);
    const writing = this.layers.above.filter((step) => says(step, slot, this.layers.settings));
    return own !== undefined && writing.length === 1 && contest.replaces(slot, own, contest.touching.get(slot) ?? []);
  }

  private vary(slots: ReadonlySet<Slot>, needs: NameNeeds): Variation | undefined {
    const { contested } = this.shared.contest;
    const all = [...slots].flatMap((slot) => [...needs.closure(slot)]);
    const needed = new Set(all.filter((slot) => contested.has(slot)));
    if (needed.size === 0) return undefined;
    const varied = this.varied(needed, slots, { needs, reach: "all" });
    return variation(varied, this.context.acting);
  }

  /** The results of some names in the orders that matter for the names that they need. */
  private varied(needed: ReadonlySet<Slot>, slots: Iterable<Slot>, { needs, reach }: Varying): Varied {
    const orders = this.shared.orders(needed, this.layers);
    const read = new Set([...slots].flatMap((slot) => [...needs.closure(slot)]));
    const narrowed = narrowedLayers(this.layers, read);
    const results = orders.orders.map((order): OrderResult => {
      return { slots: outcomes(slots, stepsInOrder(narrowed, order, reach), this.evaluation) };
    });
    const { touching } = this.shared.contest;
    const items = new Set([...needed].flatMap((slot) => [...(touching.get(slot) ?? [])]));
    return { orders, results, touching: unorderedAmong(items, this.context.acting) };
  }

  /** The names that the groups bring in the sequence on which all orders agree, then those of the layers above. */
  private names(): OrdersJudgement["names"] {
    const { ancestry, inventory, acting } = this.context;
    const isCarrying = (item: number): boolean => (this.layers.groups[item]?.group.classes.length ?? 0) > 0;
    if (!acting.unordered.some(([one, other]) => isCarrying(one) && isCarrying(other))) return undefined;
    const brought = this.shared.names(this.layers, ancestry.brought, inventory);
    const classes = withBrought(brought.classes, placedClasses(ancestry));
    const own = ancestry.applications.map(({ name }) => name);
    return { classes, applications: withBrought(brought.applications, own) };
  }
}

interface Found {
  readonly open: OpenPath[];
  readonly latent: OpenPath[];
  readonly limits: OpenPath[];
}

interface Judging {
  readonly needs: NameNeeds;
  readonly found: Found;
}

interface Varying {
  readonly needs: NameNeeds;
  /** Which layers count: those up to the last group, or all. */
  readonly reach: "groups" | "all";
}

function says(step: Step, slot: Slot, settings: Settings): boolean {
  const [section, name] = slotPath(slot);
  return step[section].entries.length > 0 && entriesByName(step[section], settings).has(name);
}

/** A node whose classes depend on the order of groups: each walk is judged with all that it leads to. */
function judgeWalks(context: WalkContext, walked: WalkOrders, evaluation: Evaluation): OrdersJudgement {
  const { acting } = context;
  const { orders, walks, slots, contest, pairs } = walked;
  const strict = strictOf(contest, context);
  const results = walks.map((walk): OrderResult => {
    const fault = walkFault(walk);
    const names = { classes: placedClasses(walk), applications: walk.applications.map(({ name }) => name) };
    if (fault !== undefined) return { fault, slots: new Map(), ...names };
    return { slots: outcomes(slots, walk.steps, { ...evaluation, rules: walk.rules }), ...names };
  });
  const touching = unorderedAmong(new Set(pairs.flat()), acting);
  const varied = { orders, results, touching };
  const faults = new Set(results.map(({ fault }) => fault?.code ?? ""));
  const vary = (): Variation => variation(varied, acting);
  const common = { latent: [], limits: [], strict, fault: undefined, names: undefined, vary, walks };
  if (faults.size > 1) {
    const whole = { path: [], pairs: mattering(varied, resultText) };
    return { ...common, open: questions([whole], acting), fault: results.find(({ fault }) => fault)?.fault };
  }
  if (results.some(({ fault }) => fault !== undefined)) return { ...common, open: [] };
  const names = walkNames(context, walked);
  const open = [...openNames("classes", varied), ...openNames("applications", varied), ...openSlots(slots, varied)];
  const limits = orders.isComplete ? [] : [...slots].flatMap((slot) => limitsBeside(slot, open, touching));
  const touched = new Set(contest.touching.keys());
  const below = walks.map(({ steps, rules }): OrderResult => {
    const end = steps.findLastIndex(({ layer }) => layer === "group") + 1;
    return { slots: outcomes(touched, steps.slice(0, end), { ...evaluation, rules }) };
  });
  const hidden = openSlots(touched, { ...varied, results: below });
  const latent = hidden.filter(({ path }) => !open.some((other) => isAlong(path, other.path)));
  const found = { open: questions(open, acting), limits: questions(limits, acting), latent: questions(latent, acting) };
  return { ...common, names, ...found };
}

/** Properties that groups without an order define differently, whatever the result: the view of Rudder. */
function strictOf({ unequal }: Contest, { acting, inventory }: WalkContext): readonly OpenQuestion[] {
  if (inventory.settings.conflicts !== "strict") return [];
  const found = [...unequal].flatMap(([slot, pairs]): readonly OpenPath[] => {
    return slot.startsWith("parameters:") ? [{ path: slotPath(slot), pairs }] : [];
  });
  return questions(found, acting);
}

function withBrought(brought: readonly string[], all: readonly string[]): readonly string[] {
  const [have, known] = [new Set(all), new Set(brought)];
  return [...brought.filter((name) => have.has(name)), ...all.filter((name) => !known.has(name))];
}

/** Names that need the same names in question. */
function bySet(needing: ReadonlyMap<Slot, ReadonlySet<Slot>>): Iterable<readonly [ReadonlySet<Slot>, Set<Slot>]> {
  const sets = new Map<string, readonly [ReadonlySet<Slot>, Set<Slot>]>();
  for (const [slot, needed] of needing) {
    const key = [...needed].sort().join("\0");
    keptAt(sets, key, () => [needed, new Set<Slot>()] as const)[1].add(slot);
  }
  return sets.values();
}

/** A name in question for which no two explored orders differ. */
function limitsBeside(slot: Slot, open: readonly OpenPath[], pairs: readonly GroupPair[]): readonly OpenPath[] {
  const limit = { path: slotPath(slot), pairs };
  return open.some(({ path }) => isAlong(path, limit.path)) ? [] : [limit];
}

function questions(paths: readonly OpenPath[], acting: ActingGroups): readonly OpenQuestion[] {
  const sorted = paths.toSorted((one, other) => compareTexts(one.path, other.path));
  return sorted.map((path) => question(path, acting));
}

function variation(varied: Varied, acting: ActingGroups): Variation {
  return { ...varied, question: (path, text) => question({ path, pairs: mattering(varied, text) }, acting) };
}

function question({ path, pairs }: OpenPath, { groups }: ActingGroups): OpenQuestion {
  const named = pairs.map(([one, other]) => [groups[one]?.id ?? "", groups[other]?.id ?? ""] as const);
  return { path, groups: [...new Set(named.flat())].sort(), pairs: named };
}

/** The fault that ends a walk, if any: removals that never terminate count first. */
function walkFault({ diagnostics }: Linearisation): Diagnostic | undefined {
  const faults = diagnostics.filter(isError);
  return faults.find(({ code }) => code === "removal-unsettled") ?? faults[0];
}

function resultText({ fault, classes = [], applications = [], slots }: OrderResult): string {
  if (fault !== undefined) return `error ${fault.code}`;
  const names = [classes, applications].map((each) => each.toSorted());
  return JSON.stringify([...names, ...[...slots].map(([slot, outcome]) => [slot, outcomeText(outcome)])]);
}
