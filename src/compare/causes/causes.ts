import { recordKeys } from "../../base/text-order.ts";
import { isError, type MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { defaultSettings, type Settings } from "../../model/inventory/settings.ts";
import type { Cause, CauseEdit, Change, ItemEdit, Sided } from "../../model/results/change.ts";
import type { Value } from "../../model/values/value.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { nodeWithoutValues } from "../../resolve/node.ts";
import { ownerKey, uniqueEdits } from "../cause.ts";
import { type FailingCause, failingCause, fileCause } from "./failing.ts";
import { groupCause, orderCause } from "./groups.ts";
import { PolicyCauses } from "./policies.ts";
import { type QueryInventories, queryCauses } from "./queries.ts";
import { CauseSide, type CauseSides, type Facing, facings, layerOwner, runtimeEdits, writtenEdit } from "./side.ts";
import { type CauseContext, environmentCause, joined, renameCause, ValueCauses } from "./values.ts";

export interface CausedStates {
  readonly old: NodeData;
  readonly new: NodeData;
}

export interface CausedInventories extends Omit<QueryInventories, "exportCause"> {
  /** The files of settings that differ. */
  readonly settingsFiles: readonly string[];
  readonly isChanged: (path: string) => boolean;
  /** Both states of a node; undefined if it does not resolve in one of them. */
  readonly states: (node: string) => CausedStates | undefined;
}

export type CauseSearch = ReturnType<typeof causeSearch>;

/** Finds the causes of the changes between two inventories, node by node. */
export function causeSearch(given: CausedInventories) {
  const { before, after, identities, renamed, settingsFiles, isChanged } = given;
  const exportCause = (name: string, path: readonly string[]): CauseEdit | undefined => {
    const both = given.states(name);
    return both && joined(new ValueCauses(sidesOf(both), context).causes(["exports", ...path]));
  };
  const context: CauseContext = {
    identities,
    settings: settingsCause(before.settings, after.settings, settingsFiles),
    queryCause: queryCauses({ before, after, identities, renamed, exportCause }),
  };
  return {
    /** The changes of one node, each with all edits that caused it and their places, else `unknown`. Never fails. */
    withCauses(changes: readonly Change[], states: CausedStates): readonly Change[] {
      if (changes.length === 0) return changes;
      const causes = new NodeCauses(sidesOf(states), context);
      return changes.map((change) => ({ ...change, cause: causes.of(change) }));
    },
    /** Why a node no longer resolves. Never fails: undefined if no edit is found. */
    failing({ old, name, diagnostics }: FailedSide): FailingCause | undefined {
      const first = diagnostics.find(isError);
      if (first === undefined) return undefined;
      if (after.diagnostics.some(isError)) {
        const cause = fileCause(first.span === undefined ? [] : [first.span], given) ?? context.settings;
        return cause && { cause };
      }
      const now = new NodeData(after, { node: nodeWithoutValues(after, name), policies: old.policies });
      return failingCause(first, { ...sidesOf({ old, new: now }), isChanged }, context);
    },
  };
}

/** A node that resolved, in the state in which it fails. */
export interface FailedSide {
  readonly old: CausedStates["old"];
  readonly name: string;
  /** The first error is the one to find a cause for. */
  readonly diagnostics: readonly MaskedDiagnostic[];
}

function sidesOf(states: CausedStates): CauseSides {
  return { old: new CauseSide("old", states.old), new: new CauseSide("new", states.new) };
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
    const edits = this.edits(change).filter((edit) => edit !== undefined);
    return joined(uniqueEdits(edits)) ?? this.context.settings ?? renameCause(this.sides) ?? { kind: "unknown" };
  }

  private edits(change: Change): readonly (CauseEdit | undefined)[] {
    const [section] = change.path;
    switch (section) {
      case "parameters":
      case "exports":
        return this.values.causes(change.path);
      case "environment":
        return [environmentCause(this.sides, this.context.identities)];
      case "policies":
        return this.policyEdits(change);
      case "variables":
        return [this.policies.variable(change.path.slice(1))];
      case "facts":
        return [this.fact(change)];
      case "runtime":
        return this.found(change);
      default:
        return this.nameEdits(change);
    }
  }

  private fact({ before, after }: Sided): CauseEdit | undefined {
    return writtenEdit({ layer: "node", name: this.sides.new.node.name }, before?.origin, after?.origin);
  }

  /** Of a value that no file says in its place: the file that covers, or no longer covers, the mapping around it. */
  private found(change: Change): readonly CauseEdit[] {
    const edits = runtimeEdits(change, this.sides);
    if (edits.length > 0) return edits;
    const { old, new: now } = this.sides;
    const above = change.path.slice(0, -1);
    return runtimeEdits({ before: old.data.at(above), after: now.data.at(above) }, this.sides);
  }

  private policyEdits(change: Change): readonly (CauseEdit | undefined)[] {
    const facing = facings(this.sides);
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

  private nameEdits(change: Change): readonly (CauseEdit | undefined)[] {
    const [section = "", name] = change.path;
    const { added, removed } = facings(this.sides);
    if (name !== undefined && change.kind === "added") return [this.lone(section, change.after, added)];
    if (name !== undefined && change.kind === "removed") return [this.lone(section, change.before, removed)];
    if (change.kind !== "changed") return change.kind === "moved" ? this.movedNames(change) : [];
    const sides = { before: textsOf(change.before), after: textsOf(change.after) };
    return change.items.map((item) => this.nameEdit(section, item, sides));
  }

  private nameEdit(section: string, item: ItemEdit, { before, after }: NameLists): CauseEdit | undefined {
    const facing = facings(this.sides);
    if (item.kind === "added") return this.lone(section, item.after, facing.added);
    if (item.kind === "removed") return this.lone(section, item.before, facing.removed);
    const name = textOf(item.after);
    const below = (list: readonly string[]): ReadonlySet<string> => new Set(list.slice(0, list.indexOf(name)));
    const [old, now] = [below(before), below(after)];
    const overtaken = [...now].find((other) => !old.has(other) && before.includes(other));
    if (overtaken !== undefined) return this.order(section, name, overtaken);
    const overtaking = [...old].find((other) => !now.has(other) && after.includes(other));
    return overtaking === undefined ? undefined : this.order(section, overtaking, name);
  }

  /** Why `above` is behind `below` on the new side only. */
  private order(section: string, above: string, below: string): CauseEdit | undefined {
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
    return this.values.ancestry.applicationMoved(above, layerOwner(high));
  }

  private lone(section: string, item: Value, facing: Facing): CauseEdit | undefined {
    const name = textOf(item);
    const { ancestry } = this.values;
    if (section === "groups") return groupCause(name, facing);
    if (section === "classes") return ancestry.mentioned({ name, span: item.origin }, facing);
    return ancestry.application({ name, remove: false, origin: item.origin }, facing);
  }

  /** The causes of equal lists with mentions at other places. */
  private movedNames(change: Extract<Change, { kind: "moved" }>): readonly (CauseEdit | undefined)[] {
    if (change.before.kind !== "list" || change.after.kind !== "list") return [];
    const now = change.after.items;
    return change.before.items.flatMap((item, at) => {
      const other = now[at];
      if (other === undefined || other.origin.file.path === item.origin.file.path) return [];
      const { added, removed } = facings(this.sides);
      const section = change.path[0] ?? "";
      return [this.lone(section, other, added) ?? this.lone(section, item, removed)];
    });
  }
}

type NameLists = Readonly<Record<"before" | "after", readonly string[]>>;

function textsOf(value: Value): readonly string[] {
  return value.kind === "list" ? value.items.map(textOf) : [];
}

function textOf(value: Value): string {
  return value.kind === "scalar" ? String(value.data) : "";
}

/** The settings that differ, with the files of settings that differ; undefined if there are none. */
function settingsCause(old: Settings, now: Settings, files: readonly string[]): CauseEdit | undefined {
  if (old === now) return undefined;
  const keys = recordKeys(defaultSettings).filter((key) => {
    return key !== "checks" && key !== "stages" && text(old[key]) !== text(now[key]);
  });
  return keys.length === 0 ? undefined : { kind: "settings-changed", settings: keys, files };
}

/** Without places: a setting that only moved to another line is the same. */
function text(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (key === "origin") return undefined;
    return typeof part === "bigint" ? `${part}n` : part;
  });
}
