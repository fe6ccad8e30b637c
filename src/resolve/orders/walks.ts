import type { Definition } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import { startOf, type TemplateValue } from "../../model/values/value.ts";
import { work } from "../../speed/work.ts";
import { type Linearisation, linearise } from "../ancestry/linearise.ts";
import { possibleRules } from "../contracts/node-contracts.ts";
import type { ActingGroups, GroupPair } from "./acting.ts";
import { type Carried, carriedBy } from "./carried.ts";
import { type Contest, contestOf } from "./contest.ts";
import { explore, type LayingTask, probes } from "./explore.ts";
import { type GroupLayers, layersOf, type NodeLayers } from "./layers.ts";
import { NameNeeds } from "./needs.ts";
import { hasBit, referredBy, type Slot, slotOf, slotsIn } from "./outcome.ts";
import type { Orders } from "./vary.ts";

/** The walks of a node in those orders of its groups that may lead to different ones. */
export interface WalkOrders {
  readonly orders: Orders;
  /** For each order. */
  readonly walks: readonly Linearisation[];
  /** Names whose values may differ. */
  readonly slots: ReadonlySet<Slot>;
  readonly contest: Contest;
  readonly pairs: readonly GroupPair[];
}

/** The most walks for a node (rule G6 in docs/concepts/groups.md). */
const MOST_WALKS = 720;

export interface WalkContext {
  readonly ancestry: Linearisation;
  readonly acting: ActingGroups;
  readonly inventory: Inventory;
  readonly node: Definition;
}

/**
 * The walks that different orders of groups lead to, where classes that they carry meet in a removal, in a name with
 * references or in an application that is removed. Undefined if all orders place the same classes in the same way.
 */
export function walkOrders(context: WalkContext): WalkOrders | undefined {
  const { acting, inventory, ancestry } = context;
  const isCarrying = acting.groups.some(({ classes }) => classes.length > 0);
  if (!isCarrying && ancestry.templates.length === 0) return undefined;
  const carried = acting.groups.map((group) => carriedBy(group, inventory));
  let meeting = meetingPairs(context, carried, [ancestry]);
  const templates = [...ancestry.templates, ...carried.flatMap((each) => each.templates)];
  if (meeting.length === 0 && templates.length === 0) return undefined;
  let layers = possibleLayers(context, carried, [ancestry]);
  const { settings, groups } = inventory;
  const contest = contestOf(layers.groups, acting.unordered, { settings, groups, rules: possibleRules(inventory) });
  for (let above = layers.above.length; ; above = layers.above.length) {
    const reading = readingPairs(templates, { contest, layers, context, carried });
    if (meeting.length + reading.length === 0) return undefined;
    const pairs = [...meeting, ...reading, ...[...contest.contested.values()].flat()];
    const orders = ordersOf(acting, pairs);
    const walks = orders.orders.map((order) => walkIn(context, order));
    layers = possibleLayers(context, carried, walks);
    const met = meetingPairs(context, carried, walks);
    const isSame = layers.above.length === above && met.length === meeting.length;
    meeting = met;
    if (isSame) return { orders, walks, pairs, contest, slots: possibleSlots(layers, contest, walks) };
  }
}

/** Pairs of groups one of which can take away, or place before, what the other carries. */
function meetingPairs(
  { acting, inventory }: WalkContext,
  carried: readonly Carried[],
  walks: readonly Linearisation[],
): readonly GroupPair[] {
  const found = walks.flatMap(({ diagnostics }) => diagnostics);
  const faults = new Set(found.flatMap(({ code, severity }) => (severity === "error" ? [code] : [])));
  const mayMove = isMoving(walks, carried);
  const isShared = inventory.settings.dialect === "kapitan";
  return acting.unordered.filter(([at, second]) => {
    const [one, other] = [carried[at], carried[second]];
    if (one === undefined || other === undefined || one.classes.size + one.removed.size === 0) return false;
    if (other.classes.size + other.removed.size === 0) return false;
    if (faults.size > 1) return true;
    const isRemoving = one.removesApplications || other.removesApplications;
    if (isRemoving && isShared) return true;
    return (mayMove || isRemoving) && (meets(one, other) || meets(other, one));
  });
}

/** Whether one group carries a class that the other carries or removes. */
function meets(one: Carried, { classes, removed }: Carried): boolean {
  return [...one.classes].some((name) => classes.has(name) || removed.has(name));
}

/** Whether a class may be placed in another way than that the first group which carries it brings it. */
export function isMoving(walks: readonly Linearisation[], carried: readonly Carried[]): boolean {
  if (walks.some(({ removes }) => removes)) return true;
  return carried.some(({ removed, templates }) => removed.size + templates.length > 0);
}

interface Reading {
  readonly contest: Contest;
  readonly layers: NodeLayers;
  readonly context: WalkContext;
  readonly carried: readonly Carried[];
}

/** Pairs of groups whose order decides the class that a name with references gives. */
function readingPairs(templates: readonly TemplateValue[], reading: Reading): readonly GroupPair[] {
  const { contest, layers, context, carried } = reading;
  if (templates.length === 0) return [];
  const needs = new NameNeeds(layers);
  const { delimiter } = context.inventory.settings;
  const readBy = (some: readonly TemplateValue[]): ReadonlySet<Slot> => {
    const found = new Set<Slot>();
    for (const template of some) {
      const names = referredBy(template, delimiter);
      if (names === "all") return new Set(contest.touching.keys());
      for (const name of names) for (const slot of needs.closure(slotOf("parameters", name))) found.add(slot);
    }
    return found;
  };
  const contested = [...readBy(templates)].flatMap((slot) => contest.contested.get(slot) ?? []);
  const read = carried.map((each) => readBy(each.templates));
  const isRead = (slots: ReadonlySet<Slot> | undefined, item: number): boolean =>
    [...(slots ?? [])].some((slot) => contest.touching.get(slot)?.has(item) === true);
  const isMet = ([one, other]: GroupPair): boolean => isRead(read[one], other) || isRead(read[other], one);
  return [...contested, ...context.acting.unordered.filter(isMet)];
}

/** All layers that any walk may have: those of a group with all classes that it can carry. */
function possibleLayers(
  { acting, inventory, node, ancestry }: WalkContext,
  carried: readonly Carried[],
  walks: readonly Linearisation[],
): NodeLayers {
  const groups = acting.groups.map((group: Group, at): GroupLayers => {
    return { group, classes: [...(carried[at]?.classes ?? [])].flatMap((name) => stepOf(name, inventory)) };
  });
  const above = new Map<string, Step>();
  for (const walk of walks) {
    for (const step of layersOf(walk, acting.groups, { node, inventory, shared: false }).above) {
      above.set(`${step.layer} ${step.name} ${step.modes === undefined}`, step);
    }
  }
  const layers = layersOf(ancestry, acting.groups, { node, inventory, shared: false });
  return { ...layers, groups, above: [...above.values()] };
}

function stepOf(name: string, inventory: Inventory): readonly Step[] {
  const definition = inventory.class(name);
  if (definition === undefined) return [];
  const { file, parameters, exports } = definition;
  return [{ layer: "class", name, because: startOf(file), parameters, exports }];
}

/** The names that groups can lay differently, those of classes above the groups that not all walks place, and what needs them. */
function possibleSlots(layers: NodeLayers, contest: Contest, walks: readonly Linearisation[]): ReadonlySet<Slot> {
  const placed = walks.map(({ steps }) => new Set(steps.map(({ name }) => name)));
  const some = new Set(contest.touching.keys());
  for (const step of layers.above) {
    if (placed.every((names) => names.has(step.name))) continue;
    for (const slot of slotsIn(step, layers.settings)) some.add(slot);
  }
  return new Set(new NameNeeds(layers).needing(some).keys());
}

function walkIn({ inventory, node, ancestry, acting }: WalkContext, order: readonly number[]): Linearisation {
  work.walks += 1;
  const { held } = ancestry;
  const idle = held.groups.filter((group) => !acting.groups.includes(group));
  const groups = [...idle, ...order.flatMap((item) => acting.groups[item] ?? [])];
  return linearise(inventory, node, { held: { ...held, groups } });
}

interface Trace {
  readonly order: readonly number[];
  /** For each item that is laid, those laid before it with which it may not be exchanged. */
  readonly before: readonly (bigint | undefined)[];
}

/** Orders that differ in the sequence of two groups of a pair. */
function ordersOf({ below, groups, mostStates }: ActingGroups, pairs: readonly GroupPair[]): Orders {
  const linked = groups.map(() => 0n);
  for (const [one, other] of pairs) {
    linked[one] = (linked[one] ?? 0n) | (1n << BigInt(other));
    linked[other] = (linked[other] ?? 0n) | (1n << BigInt(one));
  }
  const task: LayingTask<Trace> = {
    below,
    depends: (one, other) => hasBit(linked[one], other),
    start: { order: [], before: groups.map(() => undefined) },
    lay: ({ order, before }, item, laid) => ({
      order: [...order, item],
      before: before.with(item, laid & (linked[item] ?? 0n)),
    }),
    key: ({ before }) => before.join(" "),
  };
  const found = explore(task, mostStates);
  if (found === undefined || found.ends.length > MOST_WALKS) {
    return { orders: probes(below), exchanges: undefined, isComplete: false };
  }
  return { orders: found.ends.map(({ order }) => order), exchanges: found.exchanges, isComplete: true };
}
