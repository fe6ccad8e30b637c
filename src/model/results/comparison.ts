import { type KeyTest, namesWith } from "../../base/name-key.ts";
import type { FoundProblem, MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Masked } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";
import type { Cause, CauseEdit, EditPlaces, FoldedChange } from "./change.ts";
import type { LeftOut } from "./left-out.ts";
import type { ComparisonEnd, NewNode, NodeRename, Owner, Rename } from "./printed-parts.ts";

export interface Comparison {
  readonly from: ComparisonEnd;
  readonly to: ComparisonEnd;
  /** Changes of nodes that resolve on both sides: by path, then by first node. */
  readonly changes: readonly FoldedChange[];
  readonly nodes: NodeDifferences;
  /** Classes, groups, rules and directives with another name; absent if none is. */
  readonly renamed?: readonly DefinitionRename[];
  /** What nodes keep of parameters that a layer has below another key now; absent where causes were not asked for. */
  readonly kept?: readonly KeptKey[];
  /** Which nodes of the second side have which classes and groups; absent where only some nodes were compared. */
  readonly members?: () => Members;
  readonly lookedAt: LookedAt;
  /** Absent where neither side has contracts, and where nobody asked. */
  readonly findings?: ContractFindings;
  /** Ends of lines that differ; absent where nobody asked. */
  readonly ends?: readonly EndChange[];
  /** Who owns what changes; absent where nobody asked. */
  readonly owners?: readonly Owner[];
  /** Present where nodes are compared with other nodes: `nodes` of the changes are those of the second side. */
  readonly sideBySide?: SideBySide;
  /** Absent for a comparison of everything. */
  readonly scope?: ComparisonScope;
}

/** An end of a line that is new, moved, or dropped while the line stays: the dates as written. */
export interface EndChange {
  /** On the second side. */
  readonly place: Span;
  readonly old?: string;
  readonly new?: string;
}

/** Nodes that are compared with other nodes, which may be of another state. */
interface SideBySide {
  readonly pairs: readonly Rename[];
  /** The pairs whose second node is missing. */
  readonly unpaired: readonly Rename[];
  /** Values that differ only as the names of the nodes do. */
  readonly followName: number;
}

/** What a change breaks or keeps of contracts; masked, as all findings of a check are. */
export interface ContractFindings {
  /** Those that only the second side has. */
  readonly fresh: readonly FoundProblem[];
  /** Those that only the first side has. */
  readonly gone: readonly FoundProblem[];
}

/** To what a comparison is narrowed, as written; a list is empty where it is not. */
interface ComparisonScope {
  readonly nodes: readonly string[];
  readonly paths: readonly string[];
  /** Paths that are left out. */
  readonly without: readonly string[];
}

/** Nodes that differ as a whole; every list is sorted by name. */
export interface NodeDifferences {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What each added node has that resolves; absent where nodes were not compared one by one. */
  readonly newNodes?: readonly NewNode[];
  /** Pairs of `removed` and `added` nodes, which are in these lists too. */
  readonly renamed: readonly NodeRename[];
  /** Fails on the second side, though it resolves on the first or is new. */
  readonly newlyFailing: readonly FailingNode[];
  /** On both sides, but resolves only on the second. */
  readonly newlyResolving: readonly string[];
  /** On both sides, but resolves on neither, so it was not compared. */
  readonly stillFailing: readonly FailingNode[];
}

/** A key that a node still has, though a layer that gave it a value gives that to another key now. */
export interface KeptKey {
  readonly node: string;
  readonly from: ParameterPath;
  readonly to: ParameterPath;
  /** Where its value is from. */
  readonly place: Span;
}

export interface DefinitionRename extends Rename {
  readonly kind: "class" | "group" | "node" | "rule" | "directive";
  readonly places: EditPlaces;
}

export interface FailingNode {
  readonly name: string;
  /** The first error is the one to fix first. */
  readonly diagnostics: readonly MaskedDiagnostic[];
  /** The edit behind the first error, if one is found, and the path of the value that was edited. */
  readonly edit?: { readonly cause: Cause; readonly path?: ParameterPath };
  /** Set where the inventory as a whole cannot be read: the findings are of no node. */
  readonly isOfAll?: true;
  /** Of a partial node: the paths that are in conflict, from the node object on. */
  readonly open?: readonly ParameterPath[];
}

/** What was compared, to distinguish "nothing differs" from "nothing was compared". */
export interface LookedAt {
  /** Nodes on either side. */
  readonly nodes: number;
  /** Those of them that use a changed file. */
  readonly resolvedAgain: number;
  /** Paths of files that differ, sorted. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** The names of the nodes that differ, except those that fail on both sides. */
export function differingNodes(comparison: Comparison): ReadonlySet<string> {
  const { added, removed, newlyFailing, newlyResolving } = comparison.nodes;
  const names = new Set<string>();
  for (const change of comparison.changes) for (const name of change.nodes) names.add(name);
  for (const name of [...added, ...removed, ...newlyResolving]) names.add(name);
  for (const failing of newlyFailing) names.add(failing.name);
  return names;
}

export type MemberKind = "class" | "group";

type NodeSets = ReadonlyMap<string, ReadonlySet<string>>;

/** Which nodes of a state have which classes and groups, to describe sets of nodes. */
export interface Members {
  readonly nodes: ReadonlySet<string>;
  /** What all of some nodes have, with all nodes that have it; in no order that means anything. */
  common(kind: MemberKind, nodes: readonly string[]): NodeSets;
  table(): MemberTable;
}

/** The same of all classes and groups, by their names; in no order that means anything. */
export interface MemberTable {
  readonly nodes: ReadonlySet<string>;
  readonly classes: NodeSets;
  readonly groups: NodeSets;
}

export function tableMembers(table: MemberTable): Members {
  const { nodes, classes, groups } = table;
  const sets = { class: classes, group: groups };
  const common = (kind: MemberKind, some: readonly string[]): NodeSets =>
    new Map([...sets[kind]].filter(([, own]) => own.size >= some.length && some.every((node) => own.has(node))));
  return { nodes, common, table: () => table };
}

export interface ComparisonShare {
  readonly comparison: Omit<Comparison, "members">;
  /** Of the nodes of the share. */
  readonly members?: MemberTable;
}

export interface DiffShare {
  /** Whether the exit code says what differs. */
  readonly isJudged: boolean;
  readonly isQuiet: boolean;
  readonly part: ComparisonShare;
}

/** A comparison of the nodes of a shard, as far as the join of all needs it. */
export function shareOfComparison({ members, ...comparison }: Masked<Comparison>, own: KeyTest): ComparisonShare {
  return { comparison, members: members && membersIn(members().table(), own) };
}

function membersIn({ nodes, classes, groups }: MemberTable, test: KeyTest): MemberTable {
  const own = new Set(namesWith([...nodes], test));
  const some = (all: MemberTable["classes"]): MemberTable["classes"] =>
    new Map([...all].map(([name, having]) => [name, new Set([...having].filter((node) => own.has(node)))]));
  return { nodes: own, classes: some(classes), groups: some(groups) };
}

/** One edit with all its effects: what was done in files, and what that does to resolved values. */
export interface Block {
  readonly edit: Edit;
  /** All nodes that the edit reaches, sorted. */
  readonly nodes: readonly string[];
  /** The smallest true description of these nodes. */
  readonly selector?: string;
  /** Nodes that newly fail, or have a new conflict, by the reason. */
  readonly failing: readonly FoundProblem[];
  /** What the nodes have, where the edit adds them. */
  readonly newNodes?: readonly NewNode[];
  /** Changes that have no reference between them and the edit first. */
  readonly effects: readonly Effect[];
}

/** What was done, in one or several files. Where it was done is not part of it. */
export interface Edit {
  readonly kind: EditKind;
  /** The edit, as the cause of one of its changes. */
  readonly cause?: CauseEdit;
  /** Of an edited value: the path, and both sides where all edits agree on them. */
  readonly path?: ParameterPath;
  readonly from?: Value;
  readonly to?: Value;
  /** Of something renamed: its names. */
  readonly renamed?: NodeRename;
  /** Of a renamed parameter: on which nodes the old key still has a value. */
  readonly kept?: readonly KeptKey[];
  /** The number of different values, of many edits of one path. */
  readonly values?: number;
  /** Each place once, in the order of files and lines. */
  readonly places: readonly EditPlaces[];
  /** Other edits that took part, if several layers make one value. */
  readonly also: readonly CauseEdit[];
}

type EditKind = CauseEdit["kind"] | `${DefinitionRename["kind"] | "parameter"}-renamed`;

export type EffectKind =
  | "added"
  | "removed"
  | "changed"
  /** The same text or number as another type. */
  | "retyped"
  /** The same items in another order. */
  | "reordered"
  | "renamed"
  /** The value is lost to a conflict. */
  | "conflict"
  | "moved";

/** Changes with the same path and the same delta under one edit. */
export interface Effect {
  readonly kind: EffectKind;
  readonly path: ParameterPath;
  /** Of a renamed parameter: its new path. */
  readonly toPath?: ParameterPath;
  /** Sorted. */
  readonly nodes: readonly string[];
  /** Indexes into the changes of the comparison, ascending. */
  readonly changes: readonly number[];
  /** The number of different pairs of old and new value. */
  readonly values: number;
  /** The reference between the edited value and this one. */
  readonly derivedFrom?: { readonly reference: string; readonly path: ParameterPath };
}

/** A comparison with its blocks, in the order in which a reviewer reads them. */
export interface ReviewedComparison extends Comparison {
  readonly blocks: readonly Block[];
}
