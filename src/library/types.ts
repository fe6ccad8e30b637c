/// <reference lib="esnext.disposable" preserve="true" />

import type { CauseData } from "../model/results/cause-data.ts";

/**
 * A value as plain data.
 *
 * | in YAML | here |
 * | --- | --- |
 * | text, boolean, null | itself |
 * | whole number | number; bigint where a number would lose digits (beyond 2^53 - 1) |
 * | number with a fraction | number, also `Infinity`, `-Infinity` and `NaN` |
 * | date, date with time | ISO text: `2024-01-31`, `2024-01-31T10:20:30+00:00` |
 * | binary | base64 text |
 * | list | array |
 * | set | sorted array |
 * | mapping | object without a prototype, so that `__proto__` is a key like any other |
 *
 * Every call makes new objects: they are the caller's own.
 */
export type PlainValue = string | number | bigint | boolean | null | readonly PlainValue[] | PlainMap;

/** A mapping. Keys are in the order of the inventory, except that JavaScript puts whole numbers first. */
export interface PlainMap {
  readonly [key: string]: PlainValue;
}

/**
 * Where a value stands in a node. As text it is written as on the command line: `ntp:server`, `${ntp:server}`,
 * `/ntp/server`, and `ntp.server` where only one value is so spelled. As a list of keys no character has a meaning;
 * items of lists are keys that are whole numbers.
 *
 * Both begin below `parameters`, unless the first key is another part of the node: `applications`, `classes`,
 * `environment`, `exports`, or `parameters` itself. No keys at all are the whole node.
 */
export type ValuePath = string | readonly string[];

/** A place in a file of the inventory: line and column count from 1, columns in characters. */
export interface PlainPlace {
  /** From the inventory folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * What says a value: `globals.yml`, a group, a class, a node, heir itself (`automatic`: `_reclass_`, the default environment), or a file of
 * settings.
 */
export type Layer = "global" | "group" | "class" | "node" | "automatic" | "settings";

/** The place of a value, and the layer that says it. */
export interface PlainValuePlace extends PlainPlace {
  readonly layer: Layer;
  /** Of the group, class or node; `globals`, `_reclass_` for `automatic`, the path of the file for `settings`. */
  readonly name: string;
  /** Where a reference supplied the value: the place above is that of the reference, this one that of its target. */
  readonly via?: { readonly reference: string; readonly place: PlainPlace };
}

/** A problem in the data. `docs/checks/` explains every code. */
export interface PlainDiagnostic {
  /** Stable, such as `class-not-found`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Absent where no file holds the fault. */
  readonly place?: PlainPlace;
  /** Further places that take part, each with the part it plays. */
  readonly related: readonly { readonly place: PlainPlace; readonly caption: string }[];
  /** A fact that helps to judge it. */
  readonly note?: string;
  /** One thing to do about it. */
  readonly hint?: string;
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
  readonly diagnostics: readonly PlainDiagnostic[];
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
  readonly diagnostics: readonly PlainDiagnostic[];
}

/**
 * What a layer does to a value when it is laid over the result of the layers below it:
 *
 * - `set`: it gives the value first;
 * - `merged`: it merges a mapping with the mapping below, key by key;
 * - `appended`: it adds a list or text behind the one below;
 * - `prepended`: it adds a list or text in front of the one below;
 * - `replaced`: it replaces the value below;
 * - `removed`: it replaces a mapping that held the value;
 * - `constant`: one of the first five, and no later layer may set the value;
 * - `hidden`: it is ignored, since a constant is below it or a later layer replaces it;
 * - `failed`: it cannot be merged with the value below; the node does not resolve.
 */
export type PlainContributionAction =
  | "set"
  | "merged"
  | "appended"
  | "prepended"
  | "replaced"
  | "removed"
  | "constant"
  | "hidden"
  | "failed";

/** What one layer says about one value. */
export interface PlainContribution {
  readonly layer: "global" | "group" | "class" | "node" | "automatic";
  /** Of the group, class or node; `globals`, or `_reclass_` for `automatic`. */
  readonly name: string;
  readonly action: PlainContributionAction;
  /** As written: references are not filled in. */
  readonly value: PlainValue;
  /**
   * From the node object on (`["parameters", "ntp", "server"]`): the path asked for, or one above it when the value came
   * with a reference to a whole mapping, or went with one that was replaced.
   */
  readonly path: readonly string[];
  readonly place: PlainPlace;
}

/** How a value comes about. */
export interface PlainExplanation {
  readonly node: string;
  /** From the node object on. */
  readonly path: readonly string[];
  /** What it comes to; absent where there is no such value, or the node does not resolve. */
  readonly value?: PlainValue;
  readonly place?: PlainValuePlace;
  /** Weakest first. Empty when no layer says anything. */
  readonly contributions: readonly PlainContribution[];
  /** Everything found while the node was resolved; errors first. */
  readonly diagnostics: readonly PlainDiagnostic[];
}

/** How two states differ. The same as `heir diff --json` prints, as objects (docs/reference/json.md). */
export interface Diff {
  readonly v: 1;
  readonly from: DiffEnd;
  readonly to: DiffEnd;
  /** By path, then by first node. */
  readonly changes: readonly PlainChange[];
  readonly nodes: NodeChanges;
  readonly looked_at: DiffScope;
}

/** One of the two states. */
export interface DiffEnd {
  /** As a person would name it: `HEAD~1 5c0ffee`, `index`, `work tree`. */
  readonly title: string;
  /** Equal ids mean equal content. */
  readonly id: string;
  /** First line of the commit's message, where it is a commit. */
  readonly subject?: string;
}

/** A change and all nodes that have it. Places are those on the first of them. */
export type PlainChange = ValueChange & {
  /** Sorted. */
  readonly nodes: readonly string[];
  readonly cause: CauseData;
};

/**
 * How one value differs. Mappings are compared key by key; one that is new or gone is one change at its top. Lists and
 * scalars are one change with their whole values.
 */
export type ValueChange =
  | { readonly kind: "added"; readonly path: readonly string[]; readonly new: ChangedValue }
  | { readonly kind: "removed"; readonly path: readonly string[]; readonly old: ChangedValue }
  | {
      readonly kind: "changed";
      readonly path: readonly string[];
      readonly old: ChangedValue;
      readonly new: ChangedValue;
      /** The edits inside, where both are lists. */
      readonly items?: readonly PlainItemEdit[];
    }
  /** The same value, but another definition supplies it. */
  | {
      readonly kind: "moved";
      readonly path: readonly string[];
      readonly old: ChangedValue;
      readonly new: ChangedValue;
    };

/** One side of a change. */
export interface ChangedValue {
  readonly value: PlainValue;
  readonly place: PlainPlace;
}

/** One edit inside a list; indexes count from 0 in the list they belong to. */
export type PlainItemEdit =
  | { readonly kind: "added"; readonly new_index: number; readonly new: ChangedValue }
  | { readonly kind: "removed"; readonly old_index: number; readonly old: ChangedValue }
  | {
      readonly kind: "moved";
      readonly old_index: number;
      readonly new_index: number;
      readonly old: ChangedValue;
      readonly new: ChangedValue;
    }
  | {
      readonly kind: "changed";
      readonly old_index: number;
      readonly new_index: number;
      readonly old: ChangedValue;
      readonly new: ChangedValue;
      /** Whether its place in the order changed too. */
      readonly moved: boolean;
      /** The key by which the two items were matched; absent when they were matched by position. */
      readonly key?: string;
      /** Paths begin at the item. */
      readonly changes: readonly ValueChange[];
    };

/** Nodes that differ as a whole; lists are sorted by name. */
export interface NodeChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Pairs out of `removed` and `added`, which keep them. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly newly_failing: readonly { readonly name: string; readonly errors: readonly DiffError[] }[];
  readonly newly_resolving: readonly string[];
  /** Resolve on neither side, and could not be compared. */
  readonly still_failing: readonly string[];
}

/** Why a node no longer resolves. */
export type DiffError = Pick<PlainDiagnostic, "code" | "severity" | "message" | "place">;

/** What was compared, so that "nothing differs" can be told from "nothing was compared". */
export interface DiffScope {
  /** How many nodes there are on either side. */
  readonly nodes: number;
  /** How many of them a changed file could touch. */
  readonly resolved_again: number;
  /** Paths of files that differ. */
  readonly files: readonly string[];
}

/** Everything found in one state. The same as `heir check --format json` prints, as objects. */
export interface PlainCheckResult {
  readonly v: 1;
  /** Errors first. */
  readonly findings: readonly PlainFinding[];
  readonly looked_at: { readonly nodes: number; readonly files: number };
}

/** A diagnostic and all nodes that have it. */
export interface PlainFinding extends PlainDiagnostic {
  /** Sorted; empty when it is about a file that no node uses, or about the inventory as a whole. */
  readonly nodes: readonly string[];
}

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
  diff(from: string, to: string, options?: DiffOptions): Promise<Diff>;
  /** Everything that can be found in one state: faults of nodes and files, and what is legal and surprises. */
  check(options?: NodesOptions): Promise<PlainCheckResult>;
  /** Ends the git processes behind it. Nothing but `close` may be called afterwards. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
