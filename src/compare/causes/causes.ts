import type { Cause, CauseDeed } from "../../model/results/cause.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import type { Value } from "../../model/values/value.ts";
import { groupCause, orderCause } from "./groups.ts";
import { distinctDeeds } from "./key.ts";
import { PolicyCauses } from "./policies.ts";
import { CauseSide, type CauseSides, type Facing, ownerKey } from "./side.ts";
import { type CauseContext, environmentCause, joined, renameCause, ValueCauses } from "./values.ts";

/** One node in both states. */
export interface CausedStates {
  readonly old: Pick<CauseSide, "inventory" | "node" | "policies">;
  readonly new: Pick<CauseSide, "inventory" | "node" | "policies">;
}

/**
 * The changes of one node, each with why it came about: what edit, and where, on each side. A value that several edits
 * made has them all. Never fails: what cannot be told is `unknown`.
 */
export function withCauses(changes: readonly Change[], states: CausedStates, context: CauseContext): readonly Change[] {
  if (changes.length === 0) return changes;
  const sides = { old: new CauseSide("old", states.old), new: new CauseSide("new", states.new) };
  const causes = new NodeCauses(sides, context);
  return changes.map((change) => ({ ...change, cause: causes.of(change) }));
}

/** Why an export of a node differs; undefined where that cannot be told. */
export function exportCause(
  path: readonly string[],
  states: CausedStates,
  context: CauseContext,
): CauseDeed | undefined {
  const sides = { old: new CauseSide("old", states.old), new: new CauseSide("new", states.new) };
  return joined(new ValueCauses(sides, context).causes(["exports", ...path]));
}

class NodeCauses {
  private readonly sides: CauseSides;
  private readonly context: CauseContext;
  private readonly values: ValueCauses;
  private readonly policies: PolicyCauses;

  constructor(sides: CauseSides, context: CauseContext) {
    this.sides = sides;
    this.context = context;
    this.values = new ValueCauses(sides, context);
    this.policies = new PolicyCauses(sides, context.identities, this.values);
  }

  of(change: Change): Cause {
    const deeds = this.deeds(change).filter((deed) => deed !== undefined);
    return joined(distinctDeeds(deeds)) ?? this.context.settings ?? renameCause(this.sides) ?? { kind: "unknown" };
  }

  private deeds(change: Change): readonly (CauseDeed | undefined)[] {
    const [section] = change.path;
    switch (section) {
      case "parameters":
      case "exports":
        return this.values.causes(change.path);
      case "environment":
        return [environmentCause(this.sides, this.context.identities)];
      case "policies":
        return this.policyDeeds(change);
      case "variables":
        return [this.policies.variable(change.path.slice(1))];
      default:
        return this.nameDeeds(change);
    }
  }

  private policyDeeds(change: Change): readonly (CauseDeed | undefined)[] {
    const facing = this.facing();
    switch (change.kind) {
      case "added":
        return textsOf(change.after).map((text) => this.policies.pair(text, facing.added));
      case "removed":
        return textsOf(change.before).map((text) => this.policies.pair(text, facing.removed));
      case "changed":
        return change.items.map((item) => {
          if (item.kind === "added") return this.policies.pair(textOf(item.after), facing.added);
          if (item.kind === "removed") return this.policies.pair(textOf(item.before), facing.removed);
          return this.policies.order(textsOf(change.after));
        });
      case "moved":
        return [];
    }
  }

  private nameDeeds(change: Change): readonly (CauseDeed | undefined)[] {
    if (change.kind !== "changed") return change.kind === "moved" ? this.movedNames(change) : [];
    const sides = { before: textsOf(change.before), after: textsOf(change.after) };
    return change.items.map((item) => this.nameDeed(change.path[0] ?? "", item, sides));
  }

  private nameDeed(
    section: string,
    item: ItemEdit,
    { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  ): CauseDeed | undefined {
    const facing = this.facing();
    if (item.kind === "added") return this.lone(section, item.after, facing.added);
    if (item.kind === "removed") return this.lone(section, item.before, facing.removed);
    const name = textOf(item.after);
    const below = (list: readonly string[]): ReadonlySet<string> => new Set(list.slice(0, list.indexOf(name)));
    const [old, now] = [below(before), below(after)];
    const overtaken = [...now].find((other) => !old.has(other) && before.includes(other));
    const pair =
      overtaken === undefined ? [...old].find((other) => !now.has(other) && after.includes(other)) : overtaken;
    if (pair === undefined) return undefined;
    return overtaken === undefined ? this.order(section, pair, name) : this.order(section, name, pair);
  }

  /** Why `above` stands behind `below` now, and did not before. */
  private order(section: string, above: string, below: string): CauseDeed | undefined {
    const { new: now } = this.sides;
    if (section === "groups") return orderCause({ lower: below, higher: above }, this.sides);
    const owning = (name: string) => {
      if (section === "classes") return now.step(`class ${name}`);
      const mention = now.node.applications.find((each) => each.name === name);
      const owner = mention && now.ownerOf(mention.origin);
      return owner && now.step(ownerKey(owner));
    };
    const [high, low] = [owning(above), owning(below)];
    if (high === undefined || low === undefined) return undefined;
    if (high !== low) return this.values.ancestry.reordered(high, low);
    return this.values.ancestry.applicationMoved(above, { layer: high.layer, name: high.name });
  }

  private lone(section: string, item: Value, facing: Facing): CauseDeed | undefined {
    const name = textOf(item);
    const { ancestry } = this.values;
    if (section === "groups") return groupCause(name, facing);
    if (section === "classes") return ancestry.mentioned({ name, span: item.origin }, facing);
    return ancestry.application({ name, remove: false, origin: item.origin }, facing);
  }

  /** Equal lists whose names are mentioned elsewhere. */
  private movedNames(change: Extract<Change, { kind: "moved" }>): readonly (CauseDeed | undefined)[] {
    if (change.before.kind !== "list" || change.after.kind !== "list") return [];
    const now = change.after.items;
    return change.before.items.flatMap((item, at) => {
      const other = now[at];
      if (other === undefined || other.origin.file.path === item.origin.file.path) return [];
      const { added, removed } = this.facing();
      const section = change.path[0] ?? "";
      return [this.lone(section, other, added) ?? this.lone(section, item, removed)];
    });
  }

  private facing(): { readonly added: Facing; readonly removed: Facing } {
    const { old, new: now } = this.sides;
    return { added: { here: now, there: old }, removed: { here: old, there: now } };
  }
}

function textsOf(value: Value): readonly string[] {
  return value.kind === "list" ? value.items.map(textOf) : [];
}

function textOf(value: Value): string {
  return value.kind === "scalar" ? String(value.data) : "";
}
