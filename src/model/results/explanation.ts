import type { ContractPath, ValueContract } from "../contracts/contract.ts";
import type { Step } from "../inventory/inventory.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";
import type { ContributionAction } from "./contribution-action.ts";
import type { WrittenValue } from "./impact.ts";

export interface Explanation extends ValueExplanation {
  readonly node: string;
  /** The leaves of a mapping, or the items of a list, each explained; empty for other values. */
  readonly parts: readonly ValueExplanation[];
  /** Every layer of the node, weakest first. */
  readonly layers: readonly ExplainedLayer[];
  /** What contracts of the node say about the value, in the order of their files. */
  readonly contracts: readonly ValueContract[];
  /** Whether the result is known: the node resolves, and no conflict of groups leaves the value out. */
  readonly isKnown: boolean;
  /** The conflict that leaves the property of the path out. */
  readonly conflict: ExplainedConflict | undefined;
}

export interface ValueExplanation {
  /** From the node object on. */
  readonly path: ParameterPath;
  /** Undefined if there is none, or the node does not resolve. */
  readonly value: Value | undefined;
  readonly contributions: readonly ExplainedContribution[];
}

export interface ExplainedContribution extends Contribution {
  /** Whether it is part of the value: the last that replaced others, and those merged onto it. */
  readonly counts: boolean;
  /** The references in it, followed, if it counts. */
  readonly references: readonly ExplainedReference[];
  /** Of a layer with knockouts: the items of weaker layers that these take away. */
  readonly removed?: readonly Value[];
  /** Of a default: what its contract says about the value, for people. */
  readonly description?: string;
}

/** A reference in a value, and how its target is made. */
export interface ExplainedReference extends ValueExplanation {
  /** As written. */
  readonly source: string;
  /** The further keys of the path, below the target of the reference. */
  readonly below: ParameterPath;
  /** The node whose export a query reads. */
  readonly node?: string;
  /** The value is that of its default, since the target is missing. */
  readonly isDefault?: true;
}

export interface ExplainedLayer {
  readonly step: Step;
  /** Counted from 1, weakest first. */
  readonly position: number;
  /** The groups and classes that lead from the node to the layer, which is the last; empty for the node and globals. */
  readonly through: Route;
  /** Further routes to the same class, which are ignored since the first counts. */
  readonly again: readonly Route[];
}

export type Route = readonly Waypoint[];

/** A group of the node or a class on a route, and the mention of it. */
export interface Waypoint {
  readonly kind: "group" | "class";
  readonly name: string;
  readonly origin: Span;
}

/** Why there is no value: nothing orders some groups. */
interface ExplainedConflict {
  /** Sorted ids. */
  readonly groups: readonly string[];
  /** Keys below the parameter or export, down to each value that is open; `[]` where it is all of it. */
  readonly paths: readonly ParameterPath[];
}

export interface Unset {
  readonly node: string;
  /** From the node object on. */
  readonly path: ParameterPath;
  /** The beginning of the path, as far as the node has it. */
  readonly there: ParameterPath;
  /** The definitions that set it and are no layers of this node, other nodes last. */
  readonly bringers: readonly Bringer[];
  /** Similar paths of the node, nearest first. */
  readonly near: readonly ParameterPath[];
}

/** A definition that sets a value at a path, or a reference that may bring one in. */
export interface Bringer {
  readonly kind: "class" | "group" | "node";
  readonly name: string;
  /** The path that it sets: the path asked for, or one above it with a reference or list. */
  readonly path: ParameterPath;
  readonly value: Value;
  /** Why it is no layer of the node. */
  readonly absence: Absence;
}

export type Absence =
  /** A class that the node does not get; `places`: where others list it. */
  | { readonly kind: "unlisted"; readonly places: readonly Span[] }
  /** A class that a removal keeps out, and the route of the removed mention. */
  | { readonly kind: "removed"; readonly by: Span; readonly route: Route }
  /** A group that the node is not in, or that is disabled. */
  | { readonly kind: "not-held" | "disabled" }
  /** Only another node sets it. */
  | { readonly kind: "own" };

export const ACTION_VERBS: Readonly<Record<ContributionAction, string>> = {
  set: "sets",
  merged: "merges",
  appended: "appends",
  prepended: "prepends",
  replaced: "replaces",
  removed: "removes",
  constant: "sets, constant",
  hidden: "passed over",
  failed: "does not fit",
};

/** What one layer does to one value of a node. */
export interface Contribution {
  readonly step: Step;
  /** The position of the step among those of its node, counted from 1, weakest first. */
  readonly position: number;
  readonly action: ContributionAction;
  /** Whether the result contains the value below too: mappings were merged, lists or texts joined. */
  readonly keepsBelow: boolean;
  /** As written: references are not filled in. */
  readonly value: Value;
  /** Its path from the node object on: above the requested path if it came with a whole mapping. */
  readonly path: ParameterPath;
}

/** The contributions that make a value, from the strongest to one that replaces the rest; none if removed or failed. */
export function countingOf<C extends Contribution>(contributions: readonly C[]): ReadonlySet<C> {
  const counting = new Set<C>();
  if (contributions.some(({ action }) => action === "failed")) return counting;
  for (const contribution of contributions.toReversed()) {
    if (contribution.action === "hidden") continue;
    if (contribution.action === "removed") break;
    counting.add(contribution);
    if (!contribution.keepsBelow) break;
  }
  return counting;
}

/** The contribution that replaced those that do not count, or removed the value. */
export function replacing<C extends Contribution>(contributions: readonly C[]): C | undefined {
  const base = [...countingOf(contributions)].at(-1);
  return base ?? contributions.findLast(({ action }) => action === "removed");
}

/** Whether a contribution is a value that a file writes. */
export function isOf({ value, path }: Contribution, written: Pick<WrittenValue, "value" | "path">): boolean {
  return value.origin === written.value.origin && path.length === written.path.length;
}

export interface ListedContract {
  readonly contract: ValueContract;
  readonly nodes: number;
}

export type ContractSetter = Pick<Step, "layer" | "name">;

/** The layers that set the values of contracts, by the path of each. */
export type ContractSetters = ReadonlyMap<ContractPath, readonly ContractSetter[]>;

/** Contracts that the values of some nodes keep. */
export interface ContractDraft {
  readonly entries: readonly DraftEntry[];
  /** How many nodes were looked at. */
  readonly nodes: number;
  /** How many states of them, with those of earlier commits. */
  readonly states: number;
  readonly failing: number;
}

/** What the values at one path have in common. */
export interface DraftEntry {
  /** As a contract writes it. */
  readonly path: string;
  /** Undefined if the values have no type in common. */
  readonly type: string | undefined;
  readonly required: boolean;
  /** All values, where they are few on many nodes. */
  readonly choices: readonly Value[];
  readonly isPattern: boolean;
  /** How many nodes have the path; with a pattern, how many have it at least. */
  readonly nodes: number;
}
