import type { ClassMention, NameMention } from "../../model/inventory/definition.ts";
import type { Step } from "../../model/inventory/inventory.ts";
import type { CauseEdit, CauseOwner, EditPlaces } from "../../model/results/change.ts";
import type { Span } from "../../model/values/value.ts";
import { ownerKey, stepKey } from "../cause.ts";
import { groupCause, orderCause } from "./groups.ts";
import { type CauseSide, type CauseSides, type Facing, facings, turned } from "./side.ts";

/** Why the references in a class name have another result. */
export type NameCause = (mention: ClassMention, owner: CauseOwner) => CauseEdit | undefined;

/** Finds why a node has other layers, or its layers in another order. */
export class Ancestry {
  private readonly sides: CauseSides;
  private readonly nameCause: NameCause;

  constructor(sides: CauseSides, nameCause: NameCause) {
    this.sides = sides;
    this.nameCause = nameCause;
  }

  /** Why a layer is on one side only; undefined if no cause is found. */
  lone(step: Step, facing: Facing): CauseEdit | undefined {
    const { layer, name } = step;
    const { here, there } = facing;
    switch (layer) {
      case "class":
        return this.mentioned({ name, span: step.because }, facing);
      case "group":
        return groupCause(name, facing);
      case "global": {
        const { file } = step.because;
        if (!there.inventory.groups.files.has(file.path)) return here.fileAlone({ layer, name }, file);
        return { kind: here.alone("value"), in: { layer, name }, ...here.at(step.because) };
      }
      case "node":
        return { kind: here.alone("value"), in: { layer, name }, ...here.at(step.because) };
      case "automatic":
      case "default":
      case "directive":
      case "local":
        return undefined;
    }
  }

  /** Why a class is in the list of classes, or is a layer, on one side only. */
  mentioned({ name, span }: Mentioned, facing: Facing, seen = new Set<string>()): CauseEdit | undefined {
    const { here, there } = facing;
    const owner = here.ownerOf(span);
    if (seen.has(name)) return undefined;
    seen.add(name);
    if (!there.has(owner)) return this.ownerCause(owner, facing, seen);
    const listed = here.classesIn(owner).find(({ origin }) => origin === span);
    const written = listed ?? { name, remove: false, origin: span };
    const counterpart = there.classesIn(owner).find((each) => !each.remove && each.name === written.name);
    if (counterpart === undefined) return classEdit({ name, owner, span }, facing);
    return (
      this.removal("class", name, facing, seen) ??
      this.missingFile(name, facing) ??
      ("template" in written ? this.nameCause(written as ClassMention, owner) : undefined)
    );
  }

  application({ name, origin }: NameMention, facing: Facing): CauseEdit | undefined {
    const { here, there } = facing;
    const owner = here.ownerOf(origin);
    if (!there.has(owner)) return this.ownerCause(owner, facing, new Set());
    const isThere = there.definition(owner)?.applications.some((each) => !each.remove && each.name === name);
    if (isThere === true) return this.removal("application", name, facing, new Set());
    return { kind: here.alone("application"), application: name, in: owner, ...here.at(origin) };
  }

  applicationMoved(application: string, owner: CauseOwner): CauseEdit {
    const listOf = (side: CauseSide) => side.definition(owner)?.applications;
    return { kind: "application-reordered", application, in: owner, ...this.places(listOf, application) };
  }

  /** Where the lists of both sides have a name. */
  private places(listOf: (side: CauseSide) => readonly NameMention[] | undefined, name: string): EditPlaces {
    const placeOn = (side: CauseSide) => listOf(side)?.find((each) => each.name === name)?.origin;
    return { old: placeOn(this.sides.old), new: placeOn(this.sides.new) };
  }

  /** Why `above` is merged over `below` on the new side, and below it on the old one. */
  reordered(above: Step, below: Step): CauseEdit | undefined {
    const route = this.rerouted(above) ?? this.rerouted(below);
    if (route !== undefined) return route;
    const [one, other] = [above, below].map((step) => chainOf(this.sides.new, step));
    const [first, second] = [one?.[0], other?.[0]];
    if (first?.root.layer === "group" && second?.root.layer === "group" && first.root.name !== second.root.name) {
      return orderCause({ lower: second.root.name, higher: first.root.name }, this.sides);
    }
    return (one && other && this.relisted(one, other)) ?? this.anyRelisted();
  }

  /** The first owner, of those that both sides have, whose list of classes is in another order. */
  private anyRelisted(): CauseEdit | undefined {
    for (const owner of this.sides.new.owning()) {
      if (!this.sides.old.has(owner)) continue;
      const [old, now] = [this.sides.old, this.sides.new].map((side) => names(side.classesIn(owner)));
      const common = now?.filter((name) => old?.includes(name)) ?? [];
      const moved = common.find((name, at) => old?.filter((each) => common.includes(each))[at] !== name);
      if (moved !== undefined) return this.moved(moved, owner);
    }
    return undefined;
  }

  /** Two chains that fork at one owner, if it lists the two branches in another order. */
  private relisted(one: Chain, other: Chain): CauseEdit | undefined {
    const at = one.findIndex((hop, index) => hop.name !== other[index]?.name);
    const [left, right] = [one[at], other[at]];
    if (left === undefined || right === undefined) return undefined;
    const list = names(this.sides.old.classesIn(left.owner));
    const [before, after] = [list.indexOf(left.name), list.indexOf(right.name)];
    return before !== -1 && after !== -1 && before < after ? this.moved(left.name, left.owner) : undefined;
  }

  private moved(name: string, owner: CauseOwner): CauseEdit {
    return { kind: "class-reordered", class: name, in: owner, ...this.places((side) => side.classesIn(owner), name) };
  }

  /** A mention on the way to a layer that only one side has. */
  private rerouted(step: Step): CauseEdit | undefined {
    const { added, removed } = facings(this.sides);
    const former = this.sides.old.step(stepKey(step)) ?? step;
    return this.routeCause(step, added) ?? this.routeCause(former, removed);
  }

  private routeCause(step: Step, facing: Facing): CauseEdit | undefined {
    const { here, there } = facing;
    for (const { owner, name, span } of chainOf(here, step)) {
      if (!there.has(owner)) return this.ownerCause(owner, facing, new Set());
      if (!names(there.classesIn(owner)).includes(name)) return classEdit({ name, owner, span }, facing);
    }
    return undefined;
  }

  missingFile(name: string, { here, there }: Facing): CauseEdit | undefined {
    const file = here.inventory.class(name)?.file;
    if (file === undefined || there.inventory.class(name) !== undefined) return undefined;
    return here.fileAlone({ layer: "class", name }, file);
  }

  private ownerCause(owner: CauseOwner, facing: Facing, seen: Set<string>): CauseEdit | undefined {
    if (owner.layer === "group") return groupCause(owner.name, facing);
    const step = facing.here.step(ownerKey(owner));
    return step && this.mentioned({ name: step.name, span: step.because }, facing, seen);
  }

  /** A `~name` on the side without the name. */
  private removal(of: "class" | "application", name: string, facing: Facing, seen: Set<string>): CauseEdit | undefined {
    const { here, there } = facing;
    const removals = (side: CauseSide, owner: CauseOwner): readonly NameMention[] => {
      const list = of === "class" ? side.classesIn(owner) : (side.definition(owner)?.applications ?? []);
      return list.filter((mention) => mention.remove && mention.name === name);
    };
    for (const owner of there.owning()) {
      const found = removals(there, owner);
      const [last] = found.slice(-1);
      if (last === undefined) continue;
      if (!here.has(owner)) return this.ownerCause(owner, turned(facing), seen);
      if (removals(here, owner).length < found.length) {
        return { kind: there.alone("removal"), of, name, in: owner, ...there.at(last.origin) };
      }
    }
    return undefined;
  }
}

/** The mentions that lead from the node, or from one of its groups, to a layer. */
type Chain = readonly ChainHop[];

interface Mentioned {
  readonly name: string;
  readonly span: Span;
}

interface ChainHop extends Mentioned {
  readonly owner: CauseOwner;
  /** The node or group that the chain begins with. */
  readonly root: CauseOwner;
}

function chainOf(side: CauseSide, step: Step): Chain {
  const hops: Omit<ChainHop, "root">[] = [];
  let at: Step | undefined = step;
  let root: CauseOwner = { layer: step.layer, name: step.name };
  const seen = new Set<string>();
  while (at?.layer === "class" && !seen.has(at.name)) {
    seen.add(at.name);
    const span: Span = at.because;
    const owner = side.ownerOf(span);
    const written = side.classesIn(owner).find(({ origin }) => origin === span);
    hops.unshift({ owner, name: written?.name ?? at.name, span });
    root = owner;
    at = owner.layer === "class" ? side.step(`class ${owner.name}`) : undefined;
  }
  if (hops.length === 0) hops.push({ owner: root, name: stepKey(step), span: step.because });
  return step.layer === "class" ? hops.map((hop) => ({ ...hop, root })) : [];
}

function names(mentions: readonly NameMention[]): readonly string[] {
  return mentions.flatMap(({ name, remove }) => (remove ? [] : [name]));
}

/** A mention of a class that one side lacks: added, removed, or replacing one that the other side lacks. */
function classEdit({ name, owner, span }: Omit<ChainHop, "root">, { here, there }: Facing): CauseEdit {
  const others = there.classesIn(owner).filter(({ remove }) => !remove);
  const other = others[placeIn(names(others), names(here.classesIn(owner)), name)];
  if (other === undefined) return { kind: here.alone("class"), class: name, in: owner, ...here.at(span) };
  // Of both sides the same cause, with its members in the same order.
  const [from, to] = here.name === "new" ? [other, { name, origin: span }] : [{ name, origin: span }, other];
  return { kind: "class-replaced", class: from.name, to: to.name, in: owner, old: from.origin, new: to.origin };
}

/**
 * The index in a list of the name that stands where a name of another list stood, both in one of the lists alone: as far
 * behind the last name that both have. -1 if there is none.
 */
function placeIn(list: readonly string[], others: readonly string[], name: string): number {
  const at = others.indexOf(name);
  const before = others.slice(0, at).findLastIndex((each) => list.includes(each));
  const start = before === -1 ? -1 : list.indexOf(others[before] ?? "");
  const found = start + at - before;
  return list.slice(start + 1, found + 1).some((each) => others.includes(each)) ? -1 : found;
}
