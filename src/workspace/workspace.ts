import type { KeyTest } from "../base/name-key.ts";
import type { CheckedNode, KnownFindings } from "../cache/states/findings.ts";
import type { Diagnostic, MaskedDiagnostic, Report } from "../model/findings/diagnostic.ts";
import type { Inventory, ReportedOutcome } from "../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { Bisection, BisectQuestion } from "../model/results/bisection.ts";
import type { Comparison, ReviewedComparison } from "../model/results/comparison.ts";
import type { Evidence } from "../model/results/evidence.ts";
import type { Stretches } from "../model/results/history.ts";
import type { LeftOut } from "../model/results/left-out.ts";
import type { Blame } from "../model/results/log.ts";
import type { Rename } from "../model/results/printed-parts.ts";
import type { NodeWhy } from "../model/results/why.ts";
import type { Masked, SecretsChoice, SecretsOptions, SecretTexts } from "../model/secrets/masked.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import type { SourceFile } from "../model/values/value.ts";
import type { NodeData } from "../resolve/data/node-data.ts";
import type { LatestFindings } from "./check/latest-findings.ts";
import type { PaceOptions } from "./load/progress.ts";
import type { States } from "./load/states.ts";
import type { BlameRequest, Log, LogAsked, LogRequest } from "./log/request.ts";
import type { NodeQuestion } from "./views/conflict-choices.ts";
import type { Views } from "./views/views.ts";

export interface CompareOptions extends PaceOptions, SecretsOptions {
  /** Only these nodes (exact names); all when absent. */
  readonly nodes?: ReadonlySet<string>;
  /** Nodes to be compared before the others where it is done in steps; in the end the same is found. */
  readonly first?: readonly string[];
  /** By when ends of lines are judged; when the workspace was told, or opened, when absent. */
  readonly now?: number;
  /** Only these nodes; what is found about the whole inventory is reported as if it were all. */
  readonly own?: KeyTest | undefined;
  /** Lets other processes compare the nodes that can differ; undefined if they do not. */
  readonly divided?: (work: Divisible<Masked<Comparison>>) => Promise<Masked<Comparison> | undefined>;
  /** Also values that are equal but come from another definition. */
  readonly moved?: boolean;
  readonly causes?: boolean;
  /** With causes, it can be asked which nodes have a class or group, unless more nodes than this can differ. */
  readonly mostForMembers?: number;
  /** Only values at this path or below, from the node object on. */
  readonly at?: ParameterPath;
  /** A node that has another name on each side, to be compared as one. */
  readonly renamed?: Rename;
  /** Nodes to be compared each with another one, and no others. No two have the same second node. */
  readonly pairs?: readonly Rename[];
  /** What the earlier state of a node is taken for, if the node resolves on both sides: called once for each. */
  readonly as?: (old: NodeData, now: NodeData) => NodeData;
  /** No other comparison of these states follows, so nothing that was read is held for it. */
  readonly once?: true;
}

export interface Affected {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Nodes of both sides that can differ, of all shards. */
  readonly all: readonly string[];
}

/** A part of the work of a run: nodes, by their names, or a stretch of the commits. */
export interface WorkPart extends Stretches {
  readonly own: KeyTest;
}

/** Work that other processes can do in parts. */
export interface Divisible<Result> {
  /** The nodes that it is about, in the order of the answer. */
  readonly names: readonly string[];
  part(part: WorkPart): Promise<Result>;
  /** What this process reads while others work: files that take the place of theirs. */
  meanwhile?(): Promise<Iterable<SourceFile>>;
}

export interface CheckOptions extends CompareOptions {
  /** Lets other processes check the nodes; undefined if they do not. */
  readonly apart?: (work: Divisible<NodesApart>) => Promise<NodesApart | undefined>;
  /** Also find unused classes and dead values, reported with severity info. */
  readonly infos?: boolean;
  /** Of the classes that no node uses, only those in these files are checked; all when absent. */
  readonly unused?: ReadonlySet<string>;
  /** The known findings of nodes; new ones are added. */
  readonly known?: KnownFindings;
  /** The findings of the state before; a check of the whole uses them, too. */
  readonly latest?: LatestFindings;
  /** Of lines with an end, only those that have ended, or end within so many days. */
  readonly due?: number | undefined;
}

/** Every finding of one snapshot, equal ones folded over the nodes that have them. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  /** Whether the clock has a part in it, whatever it says now. */
  readonly isDated?: boolean;
  readonly lookedAt: { readonly nodes: number; readonly files: number; readonly leftOut: readonly LeftOut[] };
}

export interface Finding {
  readonly diagnostic: MaskedDiagnostic;
  /** Sorted; empty when the finding is about a file that no node uses, or the inventory as a whole. */
  readonly nodes: readonly string[];
}

/** One inventory folder, opened: the only stateful object. Close it when done. */
export interface Workspace extends States {
  /**
   * The inventory of a snapshot; faults of the whole are in its `diagnostics`. The options select what to read in
   * advance, everything when absent: anything else is read on demand.
   */
  load(snapshot: Snapshot, options?: LoadOptions): Promise<Inventory>;
  /** The settings of a state: nothing else of it is read. */
  settingsOf(snapshot: Snapshot, options?: Abortable): Promise<Pick<Inventory, "settings">>;
  /** Files of a state by path, those that are there, each read once; what is wrong with their bytes goes to `report`. */
  filesAt(
    snapshot: Snapshot,
    paths: readonly string[],
    options?: Abortable & { readonly report?: Report },
  ): Promise<ReadonlyMap<string, SourceFile>>;
  /** Resolves nodes one by one in the order of the names (all, sorted, when absent). */
  resolve(inventory: Inventory, names?: Iterable<string>, options?: SecretsOptions): Iterable<ReportedOutcome>;
  /** As {@link resolve}, over many nodes: each file is read shortly before its turn, and dropped after it. */
  pass(snapshot: Snapshot, names: readonly string[], options?: LoadOptions): AsyncIterable<ReportedOutcome>;
  compare(from: Snapshot, to: Snapshot, options?: CompareOptions): Promise<Masked<Comparison>>;
  /** The nodes that could differ, found from what they read: none is resolved. */
  affected(from: Snapshot, to: Snapshot, options?: CompareOptions): Promise<Affected>;
  /** The same in steps, each of which takes as long as is wanted. */
  compareGradually(from: Snapshot, to: Snapshot, options?: CompareOptions): Promise<GradualComparison>;
  /** How many nodes a file is read for, by its path, as far as the cache has it for a state; never fails. */
  readers(snapshot: Snapshot): Promise<ReadonlyMap<string, number> | undefined>;
  /** What is behind the values of a comparison of these states; throws HeirError when git fails. */
  evidence(
    ends: readonly [Snapshot, Snapshot],
    comparison: Masked<ReviewedComparison>,
    options?: Abortable & SecretsOptions,
  ): Promise<Masked<Evidence>>;
  /** Why values of a node differ; undefined if neither state has a node of that name. */
  why(from: Snapshot, to: Snapshot, name: string, options?: Abortable): Promise<NodeWhy | undefined>;
  /** The commit that introduced the current value of a node; throws as `bisect` does. */
  bisect(question: BisectQuestion, options?: Abortable): Promise<Bisection>;
  check(snapshot: Snapshot, options?: CheckOptions): Promise<CheckResult>;
  /** The findings of the nodes of a state that earlier runs cached. */
  knownFindings(snapshot: Snapshot, options?: Abortable): Promise<KnownFindings>;
  keepFindings(snapshot: Snapshot, known: KnownFindings): Promise<void>;
  /** The commits that change a value, a node or any node. Throws HeirError for revisions unknown to git. */
  log(request: LogRequest, options?: LogAsked): Promise<Log>;
  /** The commit that last changed each value of a node in a snapshot, and its author; throws as `log` does. */
  blame(request: BlameRequest, options?: LogAsked): Promise<Masked<Blame>>;
  /** Writes to the cache what would be written at the end; the workspace can still be used. */
  keep(): void;
  readonly secretTexts: Iterable<SecretTexts>;
  /** Adds secret texts that another process found in files of these states. */
  learn(texts: readonly string[]): void;
  /** Groups, properties and policies of an inventory. */
  views(inventory: Inventory, secrets?: SecretsChoice): Views;
}

/** A comparison that goes on node by node, and can be looked at in between. The two states must not change meanwhile. */
export interface GradualComparison {
  readonly done: number;
  readonly total: number;
  /** Compares nodes for so many milliseconds, at least one; whether none is left. */
  more(milliseconds: number): Promise<boolean>;
  /** What the nodes so far show, at the end the same as of a comparison in one go. */
  soFar(): Masked<Comparison>;
}

/**
 * What is read in advance. `names`: what defines names of nodes, classes and groups. `shared`: also policies and local
 * property files. `nodes`: also nodes and their classes. `everything`: also classes that no node has.
 */
export type LoadScope = "names" | "shared" | "nodes" | "everything";

/** A hint: anything else is read on demand, only slower. */
export interface LoadOptions extends Abortable {
  /** `names` where there are `nodes`, else `everything`, when absent. */
  readonly scope?: LoadScope;
  /** Nodes that will be resolved; may contain names that the inventory does not have. */
  readonly nodes?: Iterable<string>;
  /** Paths of further files. */
  readonly files?: Iterable<string>;
}

export type NodeFindings = Pick<CheckedNode, "diagnostics" | "facts">;

/** What was found of one node by a process that checks a part of the nodes. */
export interface NodeApart extends NodeFindings {
  /** The findings in the file of a node that does not resolve. */
  readonly unresolved: readonly Diagnostic[];
  /** The file of the node, if it may have comments that allow findings. */
  readonly allowing: SourceFile | undefined;
  /** What the order of groups leaves open, each by the key of its finding, if no node before it in the part asks the same. */
  readonly questions: readonly (readonly [string, NodeQuestion])[];
}

/** By the names of nodes. */
export type NodesApart = ReadonlyMap<string, NodeApart>;
