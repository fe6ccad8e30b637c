import { compareText } from "../../base/text-order.ts";
import { differentPaths, oneSided } from "../../compare/affected.ts";
import { Identities } from "../../compare/identity.ts";
import { foldMaskedValues, foldMergedValues, mapFour, mergedValues } from "../../compare/merges/merge.ts";
import { mergeParts } from "../../compare/merges/parts.ts";
import { findingKey, isError } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { endOf, type Snapshot } from "../../model/inventory/snapshot.ts";
import {
  type FoldedMergedValue,
  type FourWay,
  isSemanticConflict,
  type MergeBase,
  type MergeComparison,
  type MergedNodes,
  type MergedValue,
} from "../../model/results/branch-merge.ts";
import { type Comparison, differingNodes, type FailingNode } from "../../model/results/comparison.ts";
import { derived, mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { movesOf, splitFindings } from "../judge/judgement.ts";
import { leftOutOf, outcomeOf, secretsOf } from "../load/outcome.ts";
import { Pace } from "../load/progress.ts";
import type { Affected, CompareOptions, Finding, Workspace } from "../workspace.ts";

export interface MergeTask {
  readonly states: FourWay<Snapshot>;
  readonly base: MergeBase;
  /** Paths in the inventory folder that git could not merge. */
  readonly conflicts: ReadonlySet<string>;
  /** git's merge; a value from a file that differs from it is meant. Absent where the merged state is git's. */
  readonly byGit?: () => Promise<Snapshot>;
}

export type Met = Awaited<ReturnType<typeof meet>>;

/** What neither of two lines of work wrote: values, lost changes, newly failing nodes, findings (docs/merges.md). */
export async function meet(workspace: Workspace, task: MergeTask, options: CompareOptions = {}) {
  const comparison = await compareMerge(workspace, task, options);
  return { comparison, ...(await mergeFindings(workspace, task, options)) };
}

/** How much speaks against what was met: each value on each node, each node, and each other finding. */
export function countMet(met: readonly Met[]): number {
  const counts = met.flatMap((each) => {
    const { values, nodes } = each.comparison;
    const onNodes = values.filter(isSemanticConflict).map((value) => value.nodes.length);
    return [...onNodes, nodes.failing.length, nodes.missing.length, nodes.kept.length, otherFindings(each).length];
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The findings on neither side, but for notes and for those that are why a node fails. */
export function otherFindings({ comparison, fresh }: Met): readonly Finding[] {
  const reasons = new Set(comparison.nodes.failing.flatMap(({ diagnostics }) => diagnostics.map(findingKey)));
  return fresh.filter(({ diagnostic }) => !reasons.has(findingKey(diagnostic)) && diagnostic.severity !== "info");
}

export type Comparing = Pick<Workspace, "load" | "compare" | "affected">;

/** The semantic conflicts of a merge. Resolves only nodes that could differ from a side. Throws what reading throws. */
export async function compareMerge(
  workspace: Comparing,
  { states, base, conflicts, byGit }: MergeTask,
  { nodes: meant, ...options }: CompareOptions = {},
): Promise<Masked<MergeComparison>> {
  const inventories = {
    base: await workspace.load(states.base, options),
    ours: await workspace.load(states.ours, options),
    theirs: await workspace.load(states.theirs, options),
    merged: await workspace.load(states.merged, options),
  };
  const affected = {
    ours: await workspace.affected(states.base, states.ours, options),
    theirs: await workspace.affected(states.base, states.theirs, options),
  };
  const nodes = bothAffected(affected.ours, affected.theirs);
  const changes = {
    ours: await workspace.compare(states.base, states.ours, { ...options, nodes }),
    theirs: await workspace.compare(states.base, states.theirs, { ...options, nodes }),
  };
  const renamed = [...changes.ours.nodes.renamed, ...changes.theirs.nodes.renamed];
  const former = new Map(renamed.map(({ from, to }) => [to, from]));
  const isMeant = (name: string) => meant?.has(name) ?? true;
  const undecided = await undecidedNodes(workspace, { states, inventories, changes, affected }, options);
  const names = undecided.filter((name) => isMeant(name) || isMeant(former.get(name) ?? name));
  const given = { inventories, conflicts, former, identities: new Identities() };
  const pace = new Pace(options, names.length);
  const met: MetNode[] = [];
  for (const [index, name] of names.entries()) {
    await pace.step(index);
    met.push(metNode(name, given));
  }
  const files = new Set([...changes.ours.lookedAt.files, ...changes.theirs.lookedAt.files]).size;
  const all = new Set(Object.values(inventories).flatMap(({ nodeNames }: Inventory) => nodeNames.filter(isMeant))).size;
  // Conflicts are part of the result themselves.
  const leftOut = leftOutOf(Object.values(states)).filter(({ kind }) => kind !== "unmerged");
  const lookedAt = { nodes: all, resolvedAgain: names.length, files, leftOut };
  const comparison = { ends: mapFour(states, endOf), base, ...metTogether(met, given), lookedAt };
  const masked = mask("merge", comparison, secretsOf(Object.values(inventories), options.secrets));
  const edited = comparison.values.length === 0 ? undefined : await byGit?.();
  const written = edited === undefined ? new Set<string>() : differentPaths(edited.blobs, states.merged.blobs);
  const isMade = (value: FoldedMergedValue) => !isFrom(value, written);
  return derived(masked, (each) => ({ ...each, values: foldMaskedValues(each.values.filter(isMade)) }));
}

/** Whether a merged value is defined in one of some files; for a removed value, whether a side defines it in one. */
function isFrom({ values }: FoldedMergedValue, files: ReadonlySet<string>): boolean {
  const origins = values.merged === undefined ? [values.ours, values.theirs] : [values.merged];
  return origins.some((value) => {
    if (value === undefined) return false;
    const target = value.kind === "template" ? undefined : value.via?.target;
    return files.has(value.origin.file.path) || files.has(target?.file.path ?? "");
  });
}

/** The findings of the merged state alone, without those in a file in conflict. Throws what reading throws. */
async function mergeFindings(workspace: Workspace, { states, conflicts }: MergeTask, options: CompareOptions) {
  const missing = async (from: Snapshot, later: readonly Finding[]): Promise<readonly Finding[]> => {
    if (later.length === 0) return [];
    const earlier = (await workspace.check(from, options)).findings;
    // Only nodes that one of the states has can have other names.
    const [before, after] = [await workspace.load(from, options), await workspace.load(states.merged, options)];
    const lone = new Set(oneSided(before.nodeNames, after.nodeNames));
    const comparison = await workspace.compare(from, states.merged, { ...options, nodes: lone });
    return splitFindings(earlier, later, movesOf(comparison, states.merged)).fresh;
  };
  const found = (await workspace.check(states.merged, options)).findings;
  // A file in conflict is not read: its secrets are known from the sides.
  const sides = [await workspace.load(states.ours, options), await workspace.load(states.theirs, options)];
  const secrets = secretsOf(sides);
  const all = found.map((each) => ({ ...each, diagnostic: mask("finding", each.diagnostic, secrets) }));
  const readable = all.filter(({ diagnostic }) => !conflicts.has(diagnostic.span?.file.path ?? ""));
  const newHere = await missing(states.ours, readable);
  const fresh = await missing(states.theirs, newHere);
  const isFresh = new Set(fresh.map(({ diagnostic }) => diagnostic));
  return {
    /** Findings that are on neither side. */
    fresh,
    /** Findings that our side does not have, and the other one does. */
    brought: newHere.filter(({ diagnostic }) => !isFresh.has(diagnostic)),
  };
}

/** Nodes that both sides could change: renames are found among those that only one state has. */
function bothAffected(ours: Affected, theirs: Affected): ReadonlySet<string> {
  const others = new Set(theirs.all);
  const lone = [...ours.removed, ...ours.added, ...theirs.removed, ...theirs.added];
  return new Set([...lone, ...ours.all.filter((name) => others.has(name))]);
}

interface Changed {
  readonly states: FourWay<Snapshot>;
  readonly inventories: FourWay<Inventory>;
  /** Of the nodes that both sides could change. */
  readonly changes: { readonly ours: Comparison; readonly theirs: Comparison };
  readonly affected: { readonly ours: Affected; readonly theirs: Affected };
}

/** Nodes with possible conflicts: changed by both sides, or by one, but merged into something else than it has. */
async function undecidedNodes(
  workspace: Comparing,
  { states, inventories, changes, affected }: Changed,
  options: CompareOptions,
): Promise<readonly string[]> {
  const [byOurs, byTheirs] = [touched(changes.ours), touched(changes.theirs)];
  const { all, removed, added } = affected.theirs;
  const theirs = new Set([...all, ...removed, ...added]);
  const ours = new Set([...byOurs, ...affected.ours.all.filter((name) => !theirs.has(name))]);
  const onlyByOurs = new Set([...ours].filter((name) => !byTheirs.has(name)));
  const names = [inventories.ours, inventories.theirs, inventories.merged].flatMap(({ nodeNames }) => nodeNames);
  const notByOurs = new Set(names.filter((name) => !ours.has(name)));
  const one = await workspace.compare(states.theirs, states.merged, { ...options, nodes: notByOurs });
  const other = await workspace.compare(states.ours, states.merged, { ...options, nodes: onlyByOurs });
  const both = [...byOurs].filter((name) => byTheirs.has(name));
  return [...new Set([...both, ...touched(one), ...touched(other)])].sort(compareText);
}

function touched(comparison: Comparison): ReadonlySet<string> {
  return new Set([...differingNodes(comparison), ...comparison.nodes.stillFailing.map(({ name }) => name)]);
}

type State = NodeData | "absent" | "failing";

interface Given {
  readonly inventories: FourWay<Inventory>;
  readonly conflicts: ReadonlySet<string>;
  readonly former: ReadonlyMap<string, string>;
  readonly identities: Identities;
}

/** What is met on one node: what becomes of it, and values that do not follow from its sides. */
interface MetNode {
  readonly name: string;
  readonly as?: keyof MergedNodes | undefined;
  /** Of one that fails. */
  readonly diagnostics?: FailingNode["diagnostics"];
  readonly values?: readonly MergedValue[];
}

function metNode(name: string, given: Given): MetNode {
  const { inventories, conflicts, identities } = given;
  const states = statesOf(name, given);
  const { base, ours, theirs, merged } = states;
  const isInOne = (ours === "absent") !== (theirs === "absent");
  if (merged === "absent") {
    // A node that one side adds, or that both have, should exist.
    const isWanted = isInOne ? base === "absent" : ours !== "absent";
    return { name, as: isWanted ? "missing" : undefined };
  }
  if (base !== "absent" && isInOne) return { name, as: "kept" };
  if (merged === "failing") {
    const { diagnostics } = outcomeOf(inventories.merged, name);
    const fault = diagnostics.find(isError);
    if (conflicts.has(fault?.span?.file.path ?? "")) return { name, as: "unsettled" };
    return { name, as: ours === "failing" || theirs === "failing" ? "notCompared" : "failing", diagnostics };
  }
  if ([base, ours, theirs].includes("failing")) return { name, as: "notCompared" };
  const { settings } = inventories.merged;
  const values = mergedValues(mapFour(states, thereOrNot), { identities, settings });
  // Groups that disagree in the merge alone: the node resolves in part.
  const isPartial = (state: State) => (thereOrNot(state)?.node.conflicts.length ?? 0) > 0;
  if (!isPartial(merged) || isPartial(ours) || isPartial(theirs)) return { name, values };
  return { name, as: "failing", diagnostics: outcomeOf(inventories.merged, name).diagnostics, values };
}

/** All that is met on some nodes, in their order. */
function metTogether(met: readonly MetNode[], given: Given): Pick<MergeComparison, "values" | "nodes"> {
  const { inventories, identities } = given;
  const named = (kind: keyof MergedNodes) => met.flatMap(({ name, as }) => (as === kind ? name : []));
  const failing = met.flatMap(({ name, as, diagnostics = [] }) => (as === "failing" ? { name, diagnostics } : []));
  const byNode = met.map(({ name, values = [] }) => [name, values] as const);
  const values = foldMergedValues(byNode, identities).map((value) => {
    const states = mapFour(statesOf(value.nodes[0] ?? "", given), thereOrNot);
    return { ...value, parts: mergeParts({ states, inventories, identities }, value) };
  });
  const others = { missing: named("missing"), kept: named("kept"), unsettled: named("unsettled") };
  return { values, nodes: { failing, ...others, notCompared: named("notCompared") } };
}

/** A node that a side has renamed is looked up under its former name where it still has that name. */
function statesOf(name: string, { inventories, former }: Given): FourWay<State> {
  return mapFour(inventories, (inventory) => {
    const known = [name, former.get(name) ?? name].find((each) => inventory.fileOf("node", each) !== undefined);
    if (known === undefined) return "absent";
    const { node } = outcomeOf(inventory, known);
    return node === undefined ? "failing" : new NodeData(inventory, { node });
  });
}

function thereOrNot(state: State): NodeData | undefined {
  return typeof state === "string" ? undefined : state;
}
