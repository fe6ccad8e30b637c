import { madeOnce } from "../../base/made-once.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import { addTo } from "../../base/text-order.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import { criteriaOf, type Group, type Groups } from "../../model/inventory/group.ts";
import { kept } from "../../speed/kept.ts";
import { type Hops, inPostorder, type LoopHop, loopsAmong, shortestWay } from "./loops.ts";

/** What follows from the files of all groups together, whatever nodes there are. */
export interface GroupStructure {
  /** By id, in the order of `Groups`. */
  readonly groups: ReadonlyMap<string, PlacedGroup>;
  /** Ids in an order in which each comes after those that say who is in it. */
  readonly evaluation: readonly string[];
  /** What the chains of `order.yml` lay over others: by the id of the higher group. */
  readonly chains: ReadonlyMap<string, readonly OrderHop[]>;
  /** Ids of the groups of kind `nodes`, by the name of a node that they name. */
  readonly naming: ReadonlyMap<string, readonly string[]>;
  /** Names that no group has and loops; with an error among them no node resolves. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One group among the others. Groups that have no file are left out of all lists. */
export interface PlacedGroup {
  readonly group: Group;
  /** `match` and `nodes` as written; without either an umbrella over its children, or a group of all its parents. */
  readonly role: "match" | "nodes" | "umbrella" | "priority";
  /** As written, ascending. */
  readonly parents: readonly NameMention[];
  /** Sorted as `Groups` is. */
  readonly children: readonly string[];
  /** Its parents, theirs and so on, and itself. */
  readonly ancestors: ReadonlySet<string>;
  /** The groups that have to hold a node before this one can. An umbrella asks for its own parents in its place. */
  readonly asked: ReadonlySet<string>;
  /** That it is laid over its parents. */
  readonly overParents: readonly OrderHop[];
  /** That each of its parents is laid over the one before, for nodes that are in it. */
  readonly lines: readonly OrderHop[];
}

/** One group is laid over another: `from` over `to`. */
export interface OrderHop extends LoopHop {
  readonly kind: "parent" | "chain" | "line" | "lifted";
}

/** The hierarchy of a snapshot's groups (rules G2 to G4). Names without a file and loops are in `diagnostics` only. */
export const groupStructure: (groups: Groups) => GroupStructure = kept("shared", build);

function build(source: Groups): GroupStructure {
  const groups = new Map<string, PlacedGroup>();
  const children = childrenOf(source);
  for (const group of source.groups.values()) {
    const parents = group.parents.filter(({ name }) => source.groups.has(name));
    const ancestors = madeOnce(() => ancestorsOf(group.id, groups));
    const asked = madeOnce(() => askedBy(group.id, groups));
    groups.set(group.id, {
      group,
      role: roleOf(group, children),
      parents,
      children: children.get(group.id) ?? [],
      get ancestors() {
        return ancestors();
      },
      get asked() {
        return asked();
      },
      overParents: parents.map(({ name: to, origin: span }) => {
        return { kind: "parent", from: group.id, to, span, caption: `${group.id} has the parent ${to}` };
      }),
      lines: parents.slice(1).flatMap((parent, at) => lineHop(group.id, parents[at], parent)),
    });
  }
  const placed = { groups, chains: chainHops(source), naming: namingGroups(source) };
  // Each group after those that it depends on; within a loop somewhere.
  const evaluation = inPostorder(groups.keys(), (id) => dependencies(id, groups).map(({ to }) => to)).order;
  return { ...placed, evaluation, diagnostics: diagnose(source, placed) };
}

function childrenOf({ groups }: Groups): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>([...groups.keys()].map((id) => [id, []]));
  for (const group of groups.values()) {
    for (const parent of new Set(group.parents.map(({ name }) => name))) children.get(parent)?.push(group.id);
  }
  return children;
}

function roleOf(
  { id, members, parents }: Group,
  children: ReadonlyMap<string, readonly string[]>,
): PlacedGroup["role"] {
  if (members.kind !== "none") return members.kind;
  return parents.length >= 2 && children.get(id)?.length === 0 ? "priority" : "umbrella";
}

function ancestorsOf(id: string, groups: Placed): ReadonlySet<string> {
  const all = new Set([id]);
  // The set grows while it is walked.
  for (const each of all) for (const { name } of groups.get(each)?.parents ?? []) all.add(name);
  return all;
}

function askedBy(id: string, groups: Placed): ReadonlySet<string> {
  const all = new Set<string>();
  const passed = new Set([id]);
  const isPriority = groups.get(id)?.role === "priority";
  const parentsOf = (child: string) => (groups.get(child)?.parents ?? []).map(({ name }) => name).reverse();
  const open = parentsOf(id);
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (isPriority || groups.get(parent)?.role !== "umbrella") all.add(parent);
    else if (!passed.has(parent)) {
      passed.add(parent);
      open.push(...parentsOf(parent));
    }
  }
  return all;
}

function lineHop(id: string, lower: NameMention | undefined, higher: NameMention): readonly OrderHop[] {
  if (lower === undefined || lower.name === higher.name) return [];
  const caption = `${id} lists ${higher.name} after ${lower.name}`;
  return [{ kind: "line", from: higher.name, to: lower.name, span: higher.origin, caption }];
}

function chainHops({ order, groups }: Groups): ReadonlyMap<string, readonly OrderHop[]> {
  const hops = new Map<string, OrderHop[]>();
  for (const chain of order) {
    const known = chain.filter(({ name }) => groups.has(name));
    for (const [at, { name: from, origin: span }] of known.slice(1).entries()) {
      const to = known[at]?.name ?? "";
      addTo(hops, from, { kind: "chain", from, to, span, caption: `a chain puts ${from} over ${to}` });
    }
  }
  return hops;
}

function namingGroups({ groups }: Groups): ReadonlyMap<string, readonly string[]> {
  const naming = new Map<string, string[]>();
  for (const { id, members } of groups.values()) {
    if (members.kind !== "nodes") continue;
    for (const name of new Set(members.nodes.map((mention) => mention.name))) addTo(naming, name, id);
  }
  return naming;
}

type Placed = ReadonlyMap<string, PlacedGroup>;

interface Dependency extends LoopHop {
  readonly kind: "kin" | "criterion";
}

/** The groups whose membership must be known before that of this one. */
function dependencies(id: string, groups: Placed): readonly Dependency[] {
  const placed = groups.get(id);
  if (placed === undefined || placed.role === "nodes") return [];
  const kin = (to: string, span: LoopHop["span"], caption: string): Dependency => {
    return { kind: "kin", from: id, to, span, caption };
  };
  if (placed.role === "umbrella") {
    return placed.children.flatMap((child) => {
      const below = groups.get(child);
      if (below === undefined || below.role === "priority") return [];
      const span = below.parents.find(({ name }) => name === id)?.origin;
      return [kin(child, span, `${id} holds the nodes of ${child}`)];
    });
  }
  const asked = [...placed.asked].map((to) => {
    return kin(to, parentTowards(placed, to, groups)?.origin, `${id} depends on ${to}`);
  });
  return [...asked, ...criterionHops(placed, groups)];
}

function criterionHops({ group }: PlacedGroup, groups: Placed): readonly Dependency[] {
  return criteriaOf(group).flatMap((criterion): readonly Dependency[] => {
    if (criterion.kind !== "group" || !groups.has(criterion.id)) return [];
    const { id: to, idOrigin: span } = criterion;
    return [{ kind: "criterion", from: group.id, to, span, caption: `a criterion of ${group.id} names ${to}` }];
  });
}

function diagnose(source: Groups, structure: Pick<GroupStructure, "groups" | "chains">): readonly Diagnostic[] {
  const { groups, chains } = structure;
  const ids = [...groups.keys()];
  const parentLoops = loopsAmong(ids, (id) => groups.get(id)?.overParents ?? []);
  const memberLoops = loopsAmong(ids, (id) => dependencies(id, groups));
  const below: Hops<OrderHop> = (id) => [...(groups.get(id)?.overParents ?? []), ...(chains.get(id) ?? [])];
  const orderLoops = parentLoops.length > 0 ? [] : loopsAmong(ids, below);
  const lineLoops = parentLoops.length + orderLoops.length > 0 ? [] : ids.flatMap((id) => lineLoop(id, groups, below));
  return [
    ...unknownNames(source),
    ...parentLoops.map(parentCycle),
    ...memberLoops.filter((loop) => loop.some(({ kind }) => kind === "criterion")).map(membershipCycle),
    ...[...orderLoops, ...lineLoops].map(orderCycle),
  ];
}

function unknownNames(source: Groups): readonly Diagnostic[] {
  const { groups, order } = source;
  const found: Diagnostic[] = [];
  const check = (mention: Mention, message: string): void => {
    if (!groups.has(mention.name)) found.push(unknownGroup(message, mention, source));
  };
  for (const mention of order.flat()) check(mention, `group ${mention.name} is listed in order.yml but has no file`);
  for (const group of groups.values()) {
    const { id } = group;
    for (const { name, origin } of group.parents) {
      if (groups.has(name)) continue;
      const message = `group ${id} has the parent ${name}, which has no file`;
      found.push(finding("missing-parent", origin, message, { hint: fileHint(name, source) }));
    }
    for (const criterion of criteriaOf(group)) {
      if (criterion.kind !== "group") continue;
      const { id: name, idOrigin: origin } = criterion;
      check({ name, origin }, `a criterion of group ${id} names group ${name}, which has no file`);
    }
  }
  return found;
}

/**
 * A loop that the list of parents of a group closes with those of its ancestors, whose lists are in force for every
 * node that it holds. `orderOf` checks the lists of other groups, where a node is in all of them.
 */
function lineLoop(id: string, groups: Placed, below: Hops<OrderHop>): readonly (readonly OrderHop[])[] {
  const placed = groups.get(id);
  if (placed === undefined || placed.lines.length === 0) return [];
  const lines = [...placed.ancestors].flatMap((ancestor) => groups.get(ancestor)?.lines ?? []);
  const inForce = (at: string): readonly OrderHop[] => [...below(at), ...lines.filter(({ from }) => from === at)];
  for (const line of placed.lines) {
    const back = shortestWay(line.to, line.from, inForce);
    if (back !== undefined) return [[line, ...back]];
  }
  return [];
}

/** The parent in the list of a group through which another group is above it; undefined if it is not. */
export function parentTowards(
  { parents }: Pick<PlacedGroup, "parents">,
  above: string,
  groups: GroupStructure["groups"],
): NameMention | undefined {
  const own = parents.find(({ name }) => name === above);
  return own ?? parents.find(({ name }) => groups.get(name)?.ancestors.has(above));
}

type Mention = Pick<NameMention, "name" | "origin">;

/** A node joins or leaves a group that does not exist. */
export function unknownInNode(node: string, mention: NameMention, groups: Groups): Diagnostic {
  const act = mention.remove ? "leaves" : "joins";
  return unknownGroup(`node ${node} ${act} group ${mention.name}, which has no file`, mention, groups);
}

function unknownGroup(message: string, { name, origin }: Mention, groups: Groups): Diagnostic {
  return finding("unknown-group", origin, message, { hint: fileHint(name, groups) });
}

function fileHint(name: string, { groups }: Groups): string {
  const longer = [...groups.keys()].find((id) => id.endsWith(`.${name}`));
  const near = longer === undefined ? similar(name, groups.keys()).slice(0, 1) : [longer];
  return didYouMean(near, name) ?? `create a file for ${name}, or remove the entry`;
}

function parentCycle(loop: readonly LoopHop[]): Diagnostic {
  const message =
    loop.length === 1
      ? `group ${loop[0]?.from} is its own parent`
      : `${around(loop, "has the parent")}: a group cannot be above itself`;
  return loopFault("parent-cycle", loop, message, { hint: "remove one of these parents" });
}

function membershipCycle(loop: readonly LoopHop[]): Diagnostic {
  const message =
    loop.length === 1
      ? `whether a node is in ${loop[0]?.from} depends on itself`
      : `whether a node is in ${around(loop, "depends on")}`;
  const hint = "remove one of these criteria, or write the conditions of that group instead";
  return loopFault("membership-cycle", loop, message, { hint });
}

export function orderCycle(loop: readonly LoopHop[]): Diagnostic {
  const way = [...loop.map(({ from }) => from), loop[0]?.from].join(" over ");
  const message = `the order of groups is a loop: ${way}`;
  const hint = "remove or reverse one of these";
  return loopFault("order-cycle", loop, message, { note: firstCaption(loop), hint });
}

/** Two groups without an order, and the edges between groups above them that would put the one, and the other, on top. */
export function orderContradiction(
  one: string,
  other: string,
  [over, under]: readonly [readonly LoopHop[], readonly LoopHop[]],
): Diagnostic {
  const [low, high] = [one, other].sort();
  const since = (some: readonly LoopHop[]): string => `since ${some[0]?.from} is over ${some.at(-1)?.to}`;
  const message =
    `groups ${low} and ${high} are ordered in both ways: ` +
    `${one} is over ${other}, ${since(over)}, and ${other} over ${one}, ${since(under)}`;
  const hint = `add [${low}, ${high}] or [${high}, ${low}] to order.yml: an edge between the two themselves decides`;
  const edges = [...over, ...under];
  return loopFault("order-contradiction", edges, message, { note: firstCaption(edges), hint });
}

/** `a VERB b, which VERB c, which VERB a again`. */
function around(loop: readonly LoopHop[], verb: string): string {
  const steps = loop.map(({ from, to }, at) => (at === 0 ? `${from} ${verb} ${to}` : `which ${verb} ${to}`));
  return `${steps.join(", ")} again`;
}

/** Every step at its place; the finding is reported at the first of them. */
function loopFault(
  code: "parent-cycle" | "membership-cycle" | "order-cycle" | "order-contradiction",
  hops: readonly LoopHop[],
  message: string,
  details: { readonly note?: string | undefined; readonly hint: string },
): Diagnostic {
  const places = hops.flatMap(({ span, caption }) => (span === undefined ? [] : [{ span, caption }]));
  const [first, ...related] = places;
  return finding(code, first?.span, message, { related, ...details });
}

/** The caption of the first place, which unlike the others is printed without one. */
function firstCaption(hops: readonly LoopHop[]): string | undefined {
  const first = hops.find(({ span }) => span !== undefined);
  return first && `here ${first.caption}`;
}
