import type { NameMention } from "../../model/inventory/definition.ts";
import { type Linearisation, placedClasses } from "../ancestry/linearise.ts";
import { carriedBy } from "./carried.ts";
import { layersOf } from "./layers.ts";
import { hasBit } from "./outcome.ts";
import { type Bringing, commonSequence, type Way } from "./sequence.ts";
import type { GroupNames } from "./shared-contest.ts";
import { isMoving, type WalkContext, type WalkOrders } from "./walks.ts";

/** The classes and applications that all walks of a node have, in the sequence on which all orders agree. */
export function walkNames(context: WalkContext, walked: WalkOrders): GroupNames {
  const ways = walked.walks.map((walk, at) => waysOf(walk, walked.orders.orders[at] ?? [], { context, walked }));
  return {
    classes: commonSequence(ways.map(({ classes }) => classes)),
    applications: commonSequence(ways.map(({ applications }) => applications)),
  };
}

/** A walk represents all orders in which the groups of each pair that matters for it come in the same sequence. */
function waysOf(
  walk: Linearisation,
  order: readonly number[],
  { context, walked }: { readonly context: WalkContext; readonly walked: WalkOrders },
): { readonly classes: Way; readonly applications: Way } {
  const { acting, inventory, node } = context;
  const below = belowIn(order, context, walked);
  const carried = acting.groups.map((group) => carriedBy(group, inventory));
  const placed = layersOf(walk, acting.groups, { node, inventory, shared: false }).groups;
  // Groups that share a class only move it, unless removals decide who brings it.
  const isFixed = isMoving(walked.walks, carried);
  const classes = placedClasses(walk);
  const applications = namesOf(walk.applications);
  const bringing = (all: readonly string[], of: (item: number) => readonly string[]): Way => {
    const known = new Set(all);
    const groups = acting.groups.map((_, item): Bringing => {
      return { names: of(item).filter((name) => known.has(name)), below: below[item] ?? 0n };
    });
    return { groups, all };
  };
  const classesOf = (item: number): readonly string[] =>
    isFixed ? (placed[item]?.classes.map(({ name }) => name) ?? []) : [...(carried[item]?.classes ?? [])];
  const isOwn = inventory.settings.dialect !== "kapitan";
  return {
    classes: bringing(classes, classesOf),
    applications: bringing(applications, (item) => {
      if (isOwn && (isFixed || carried[item]?.removesApplications)) {
        return namesOf(walk.brought.get(acting.groups[item]?.id ?? "") ?? []);
      }
      return [...new Set(classesOf(item).flatMap((name) => namesOf(inventory.class(name)?.applications ?? [])))];
    }),
  };
}

/** For each group those below it in all orders that a walk represents, as bits. */
function belowIn(order: readonly number[], { acting }: WalkContext, { pairs }: WalkOrders): readonly bigint[] {
  const found = [...acting.below];
  for (const [at, item] of order.entries()) {
    for (const earlier of order.slice(0, at)) {
      const isPair = pairs.some(([one, other]) => String([one, other].sort()) === String([item, earlier].sort()));
      if (isPair || hasBit(found[item], earlier))
        found[item] = (found[item] ?? 0n) | (1n << BigInt(earlier)) | (found[earlier] ?? 0n);
    }
  }
  return found;
}

function namesOf(mentions: readonly NameMention[]): readonly string[] {
  return mentions.map(({ name }) => name);
}
