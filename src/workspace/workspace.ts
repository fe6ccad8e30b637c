import type { Shard } from "../base/shard.ts";
import type { KnownFindings, Suspects } from "../cache/known-findings.ts";
import type { OutputCache } from "../cache/outputs.ts";
import type { MaskedDiagnostic } from "../model/findings/diagnostic.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../model/inventory/resolved.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { Bisection, BisectQuestion } from "../model/results/bisection.ts";
import type { Comparison, Rename } from "../model/results/comparison.ts";
import type { Blame } from "../model/results/log.ts";
import type { NodeWhy } from "../model/results/why.ts";
import type { Masked, SecretsChoice, SecretsOptions } from "../model/secrets/masked.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import type { GitPlace } from "../source/repository/locate.ts";
import type { LoadOptions } from "./load/loader.ts";
import type { ResolvedBefore } from "./load/outcome.ts";
import type { Prefetch } from "./load/prefetch.ts";
import type { Views } from "./load/views.ts";
import type { BlameRequest, Log, LogOptions, LogRequest } from "./log/request.ts";

export interface WorkspaceOptions extends Abortable {
  /** Where the command was started. */
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  /** `--set KEY=VALUE`, in the order given; the value is read as YAML. */
  readonly overrides?: readonly string[];
  /** How messages call the overrides; `--set` when absent. */
  readonly overridesName?: string;
  /** Whether what is parsed is kept under the git directory, and taken from there; true when absent. */
  readonly cache?: boolean;
  /** Whether each state is looked at only once, so that all that is asked of it fits together; false when absent. */
  readonly steady?: boolean;
  /** A listing of the work tree that git has begun; used if it is of the same folder. */
  readonly prefetch?: Prefetch;
}

export interface CompareOptions extends Abortable, SecretsOptions {
  /** Only these nodes (exact names); all when absent. */
  readonly nodes?: ReadonlySet<string>;
  /** Also values that are equal but come from another definition. */
  readonly moved?: boolean;
  /** Also why each value differs. */
  readonly causes?: boolean;
  /** Only what is at this path or below, from the node object on. */
  readonly at?: ParameterPath;
  /** A node that has another name on each side, to be compared as one. */
  readonly renamed?: Rename;
  /** Called now and then with the progress of the work. */
  readonly progress?: (done: number, total: number) => void;
  /** Nodes that a comparison resolves, for a check that follows. */
  readonly resolved?: ResolvedBefore;
}

export interface CheckOptions extends CompareOptions {
  /** Also find unused classes and dead values, reported with severity info. */
  readonly infos?: boolean;
  /** Only the nodes of this shard; findings about the whole inventory are reported as without shards. */
  readonly share?: Shard;
  /** Of classes that no node uses only those in these files are looked at; all when absent. */
  readonly unused?: ReadonlySet<string>;
  /** No other nodes can differ, as was found out before; no more is read than they take. */
  readonly suspects?: Suspects;
  /** What is known of nodes, and what is found is added to. */
  readonly known?: KnownFindings;
}

/** Every finding of one snapshot, equal ones folded over the nodes that have them. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly lookedAt: { readonly nodes: number; readonly files: number };
}

export interface Finding {
  readonly diagnostic: MaskedDiagnostic;
  /** Sorted; empty when the finding is about a file that no node uses, or the inventory as a whole. */
  readonly nodes: readonly string[];
}

/** The states of one inventory folder: which files each has, before any of them is read. */
export interface States {
  /** What reading commands read when no revision is named: the work tree, or HEAD where there is none. */
  readonly defaultRevision: string;
  /** Path of the inventory folder from the top of the repository, with forward slashes; empty if it is the top. */
  readonly prefix: string;
  /** Undefined outside git, and where there is no git program. */
  readonly place: GitPlace | undefined;
  /** What earlier runs worked out; written when the workspace is closed. */
  readonly outputs: OutputCache;
  /** The commit that a revision names, undefined for `WORKTREE`. Throws HeirError for `INDEX` and what git does not know. */
  commitOf(revision: string, options?: Abortable): Promise<string | undefined>;
  /** A revision, `INDEX` or `WORKTREE` to a snapshot. Throws HeirError for an unknown revision. */
  snapshot(revision: string, options?: Abortable): Promise<Snapshot>;
  /** The two ends of what `diff` was asked: [], [A], [A, B], [A..B] or [A...B]. */
  ends(words: readonly string[], staged: boolean, options?: Abortable): Promise<readonly [Snapshot, Snapshot]>;
  /** What revisions are called: `HEAD`, `INDEX`, `WORKTREE`, branches and tags; nothing outside git. */
  revisionNames(): Promise<readonly string[]>;
  /** A text that is equal as long as a history is the same. Throws HeirError for what git does not know. */
  history(range: Pick<LogRequest, "revisions" | "firstParent">, options?: Abortable): Promise<string>;
  close(): Promise<void>;
}

/** One inventory folder, opened: the only stateful object. Close it when done. */
export interface Workspace extends States {
  /**
   * The inventory of a snapshot; faults of the whole are in its `diagnostics`. The options say what to read in advance,
   * everything when absent: anything else is read when it is asked for.
   */
  load(snapshot: Snapshot, options?: LoadOptions): Promise<Inventory>;
  /** Resolves nodes one by one in the order of the names (all, sorted, when absent). */
  resolve(inventory: Inventory, names?: Iterable<string>, options?: SecretsOptions): Iterable<ReportedOutcome>;
  compare(from: Snapshot, to: Snapshot, options?: CompareOptions): Promise<Masked<Comparison>>;
  /** Why values of a node differ; undefined where neither state has a node of that name. */
  why(from: Snapshot, to: Snapshot, name: string, options?: Abortable): Promise<NodeWhy | undefined>;
  /** The commit at which a value of a node became what it is; throws as `bisect` does. */
  bisect(question: BisectQuestion, options?: Abortable): Promise<Bisection>;
  check(snapshot: Snapshot, options?: CheckOptions): Promise<CheckResult>;
  /** What is known of the nodes of a state from earlier runs. */
  knownFindings(snapshot: Snapshot, options?: Abortable): Promise<KnownFindings>;
  /** Keeps for later runs what is known of the nodes of a state. */
  keepFindings(snapshot: Snapshot, known: KnownFindings): Promise<void>;
  /** Which commits change a value, a node or any node. Throws HeirError for what git does not know. */
  log(request: LogRequest, options?: LogOptions): Promise<Log>;
  /** Since when each value of a node is what it is in a snapshot, and who wrote it; throws as `log` does. */
  blame(request: BlameRequest, options?: LogOptions): Promise<Masked<Blame>>;
  /** Groups, properties and policies of an inventory. */
  views(inventory: Inventory, secrets?: SecretsChoice): Views;
}
