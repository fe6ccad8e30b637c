/// <reference lib="esnext.disposable" preserve="true" />

import type { Place } from "../model/values/place.ts";
import type {
  CauseData,
  CheckData,
  DiagnosticData,
  DiffData,
  ExplanationData,
  FoldedChangeData,
  LayerKind,
  PlainMap,
  PlainValue,
} from "../report/data/types.ts";

/**
 * Where a value stands in a node. As text it is written as on the command line: `ntp:server`, `${ntp:server}`,
 * `/ntp/server`, and `ntp.server` where only one value is so spelled. As a list of keys no character has a meaning;
 * items of lists are keys that are whole numbers.
 *
 * Both begin below `parameters`, unless the first key is another part of the node: `applications`, `classes`,
 * `environment`, `exports`, or `parameters` itself. No keys at all are the whole node.
 */
export type ValuePath = string | readonly string[];

/**
 * What says a value: `globals.yml`, a group, a class, a node, heir itself (`automatic`: `_reclass_`, the default environment), or a file of
 * settings.
 */
export type Layer = LayerKind | "settings";

/** The place of a value, and the layer that says it. */
export interface PlainValuePlace extends Place {
  readonly layer: Layer;
  /** Of the group, class or node; `globals`, `_reclass_` for `automatic`, the path of the file for `settings`. */
  readonly name: string;
  /** Where a reference supplied the value: the place above is that of the reference, this one that of its target. */
  readonly via?: { readonly reference: string; readonly place: Place };
}

/** A node, resolved; or why it could not be. */
export type NodeResult = PlainNode | FailedNode;

/** Everything one node gets. The properties are plain data; the methods answer from what stands behind it. */
export interface PlainNode {
  readonly ok: true;
  /** The name of the node. */
  readonly node: string;
  /** Names as written, in the order of merging. */
  readonly classes: readonly string[];
  readonly applications: readonly string[];
  /** Ids of the groups that hold it, weakest first. */
  readonly groups: readonly string[];
  /** Whether properties are left out, since groups disagree on them; the diagnostics then say which. */
  readonly partial: boolean;
  readonly environment: PlainValue;
  readonly parameters: PlainMap;
  readonly exports: PlainMap;
  /** Warnings, and conflicts of groups; nothing here stopped the node from resolving. */
  readonly diagnostics: readonly DiagnosticData[];
  /** The value at a path, or undefined where there is none. Throws HeirError for a path that cannot be read. */
  value(path: ValuePath): PlainValue | undefined;
  /**
   * Where the value at a path is defined, or undefined where there is none. Of a list or mapping that several layers
   * make, it is the place of the last of them. Throws HeirError for a path that cannot be read.
   */
  placeOf(path: ValuePath): PlainValuePlace | undefined;
  /**
   * The value at a path as JSON text, exactly as `heir show NODE --json` prints it: keys in their order, all digits, floats
   * with their point. Over several lines unless `indent` is 0. Undefined where there is no value.
   */
  json(path: ValuePath, options?: { readonly indent?: number }): string | undefined;
}

/** A node with an error among its diagnostics; the first is the one to mend first. */
export interface FailedNode {
  readonly ok: false;
  readonly node: string;
  readonly diagnostics: readonly DiagnosticData[];
}

/** What one value consists of: the same as `heir explain NODE PATH --json` prints, and more about its place. */
export interface PlainExplanation extends ExplanationData {
  /** Of the value, with the layer that says it; absent without a value. */
  readonly place?: PlainValuePlace;
  /** Everything found while the node was resolved; errors first. */
  readonly diagnostics: readonly DiagnosticData[];
}

/** How two states differ. The same as `heir diff --json` prints, as objects (docs/reference/json.md). */
export interface PlainDiff extends DiffData {
  readonly changes: readonly PlainChange[];
}

/** A change with its cause and all nodes that have it. */
export type PlainChange = FoldedChangeData & { readonly cause: CauseData };

/** Where a function reads, and how it is stopped. */
export interface ReadOptions {
  /**
   * A revision as git reads it, `INDEX` or `WORKTREE`. When absent: the work tree; in a bare repository HEAD.
   */
  readonly at?: string;
  /** Stops the work: the promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** As {@link ReadOptions}, for some nodes only. */
export interface NodesOptions extends ReadOptions {
  /** Names of nodes; all when absent. */
  readonly nodes?: Iterable<string>;
}

/** What `diff` compares. */
export interface DiffOptions {
  /** Names of nodes; all when absent. Names that are on neither side are passed over. */
  readonly nodes?: Iterable<string>;
  /** Also tell of values that are equal but come from another definition. */
  readonly moved?: boolean;
  readonly signal?: AbortSignal;
}

/** Settings that count more than those in `heir.yml`, by the names of docs/reference/settings.md. */
export type SettingsOverrides = Readonly<Record<string, PlainValue>>;

export interface FolderOptions {
  readonly settings?: SettingsOverrides;
  /** Stops the opening; what is done with the repository later has signals of its own. */
  readonly signal?: AbortSignal;
}

/**
 * An inventory folder, opened. Every function reads its state anew, so an edit or a commit in between is seen.
 *
 * Problems in the data stand in the results. All functions throw `HeirError` for wrong use (an unknown node or
 * setting, a repository that is closed) and where the environment has not what is needed (an unknown revision, no git,
 * no right to read).
 */
export interface ConfigRepository {
  /** Names of all nodes, sorted. */
  nodes(at?: string, options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
  /** Names of all classes that have a file, sorted. */
  classes(at?: string, options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
  /** Resolves one node. Throws HeirError when there is no such node. */
  resolve(node: string, options?: ReadOptions): Promise<NodeResult>;
  /**
   * Resolves all nodes, or those named, in the order of their names: one after the other, as they are asked for. All
   * come from the state that was there when the first was asked for. Throws HeirError for a name that is no node.
   */
  resolveAll(options?: NodesOptions): AsyncIterable<NodeResult>;
  /**
   * What each layer says about one value below `parameters` or `exports`, weakest first. Throws HeirError for an unknown
   * node, and for a path to another part of the node.
   */
  explain(node: string, path: ValuePath, options?: ReadOptions): Promise<PlainExplanation>;
  /** How the resolved nodes of two states differ. States are named as in {@link ReadOptions}. */
  diff(from: string, to: string, options?: DiffOptions): Promise<PlainDiff>;
  /** Everything that can be found in one state: faults of nodes and files, and what is legal and surprises. */
  check(options?: NodesOptions): Promise<CheckData>;
  /** Ends the git processes behind it. Nothing but `close` may be called afterwards. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
