/**
 * Results as plain data: what `--json` prints and what the library returns (docs/reference/json.md). `V` is the type of
 * resolved values: plain data for programs, the value itself until it is printed. Only declarations are imported here.
 */
import type { ContributionAction } from "../../model/results/contribution-action.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { ComparisonEnd, NewNode, NodeRename, Owner } from "../../model/results/printed-parts.ts";
import type { Place } from "../../model/values/place.ts";

/**
 * A value as plain data. Every call makes new objects: they are the caller's own.
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
 */
export type PlainValue = string | number | bigint | boolean | null | readonly PlainValue[] | PlainMap;

/** A mapping. Keys are in the order of the inventory, except that JavaScript puts whole numbers first. */
export interface PlainMap {
  readonly [key: string]: PlainValue;
}

/** A value and where it is defined. */
export interface PlacedData<V = PlainValue> {
  readonly value: V;
  readonly place: Place;
}

/** A problem in the data. `docs/checks/` explains every code. */
export interface DiagnosticData {
  /** Stable, such as `class-not-found`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Absent where no file holds the fault. */
  readonly place?: Place;
  /** Other places that are involved, each with its role. */
  readonly related: readonly { readonly place: Place; readonly caption: string }[];
  /** A fact that helps to understand it. */
  readonly note?: string;
  /** One thing to do about it. */
  readonly hint?: string;
  /** Where a contract is broken: the keys from the top of the node, numbers for items; and the contract. */
  readonly path?: readonly (string | number)[];
  readonly contract?: { readonly id: string; readonly path?: string; readonly place: Place };
}

/** A diagnostic and all nodes that have it. */
export interface FindingData extends DiagnosticData {
  /** Sorted; empty when it is about a file that no node uses, or about the inventory as a whole. */
  readonly nodes: readonly string[];
  /** The finding without which this one would not be there; it comes before this one. */
  readonly follows?: { readonly code: string; readonly file?: string; readonly line?: number };
}

/** Why a node no longer resolves. */
export type ErrorData = Pick<DiagnosticData, "code" | "severity" | "message" | "place">;

/** How two states differ: `heir diff --json`. */
export interface DiffData<V = PlainValue> {
  readonly v: 1;
  readonly from: ComparisonEnd;
  readonly to: ComparisonEnd;
  /** Of nodes side by side: what was compared, and of what the second node is not there. */
  readonly pairs?: readonly (readonly string[])[];
  readonly unpaired?: readonly (readonly string[])[];
  /** Of nodes side by side: how many values differ only as the names do. */
  readonly follow_name?: number;
  /** By path, then by first node: a change and all nodes that have it. Places are those on the first of them. */
  readonly changes: readonly (ChangeData<V> & {
    /** Sorted. */
    readonly nodes: readonly string[];
    /** Why; absent with `--no-causes`. */
    readonly cause?: CauseData;
  })[];
  readonly nodes: NodeChangesData;
  readonly looked_at: DiffScopeData;
  readonly summary: DiffSummaryData;
  /** Each edit with all its effects, in the order in which a reviewer reads them; `n` counts from 1. */
  readonly blocks: readonly {
    readonly n: number;
    /** What was done, in one or several files. */
    readonly edit: {
      /** A kind of cause, or that something was renamed. */
      readonly kind: CauseData["kind"] | `${"class" | "group" | "node" | "rule" | "directive" | "parameter"}-renamed`;
      readonly text: string;
      /** The values of an edited value; absent where the edits of several files differ. Of something renamed: its names. */
      readonly from?: V | string;
      readonly to?: V | string;
      readonly places: readonly { readonly old?: Place; readonly new?: Place }[];
      /** Other edits that took part. */
      readonly also: readonly string[];
    };
    /** Sorted; as `set` the same in ClusterShell's notation. */
    readonly nodes: readonly string[];
    readonly set: string;
    /** The smallest true description of them: `all nodes`, `all of group X`, `every node with class X`. */
    readonly selector?: string;
    readonly failing: readonly (ErrorData & { readonly nodes: readonly string[] })[];
    /** Of nodes that are added: what each lists and how many values it has. Of a renamed parameter: its paths, and the nodes with both. */
    readonly new_nodes?: readonly NewNode[];
    readonly renamed?: { readonly from: string; readonly to: string; readonly both: readonly string[] };
    /** Each is changes with the same path and delta. */
    readonly effects: readonly {
      readonly kind: "added" | "removed" | "changed" | "retyped" | "reordered" | "renamed" | "conflict" | "moved";
      readonly path: readonly string[];
      /** Of a renamed parameter. */
      readonly to_path?: readonly string[];
      /** Absent where the changes have several values. */
      readonly old?: V;
      readonly new?: V;
      readonly values: number;
      readonly nodes: readonly string[];
      readonly set: string;
      /** The reference in the value through which the edit reaches it, and what it leads to. */
      readonly derived_from?: { readonly reference: string; readonly path: readonly string[] };
      /** Indexes into `changes`; each is in one effect. */
      readonly changes: readonly number[];
    }[];
  }[];
  /** Contracts that are newly broken, and those that are kept again; absent where neither state has contracts. */
  readonly findings?: { readonly new: readonly FindingData[]; readonly gone: readonly FindingData[] };
  /** With `--owners`: who owns what changes, why, and on which nodes. */
  readonly owners?: readonly Owner[];
  /** Ends of lines that are new, moved, or dropped while the line stays. */
  readonly ends?: readonly { readonly place: Place; readonly old?: string; readonly new?: string }[];
}

/** A comparison in a few numbers. */
export interface DiffSummaryData {
  /** One line: what fails, and how many nodes change. */
  readonly verdict: string;
  readonly nodes: number;
  readonly changing: number;
  readonly newly_failing: number;
  readonly blocks: number;
}

/**
 * How one value differs. Mappings are compared key by key; one that is new or gone is one change at its top. Lists and
 * scalars are one change with their whole values.
 */
export type ChangeData<V = PlainValue> =
  | { readonly kind: "added"; readonly path: readonly string[]; readonly new: PlacedData<V> }
  | { readonly kind: "removed"; readonly path: readonly string[]; readonly old: PlacedData<V> }
  | {
      readonly kind: "changed";
      readonly path: readonly string[];
      readonly old: PlacedData<V>;
      readonly new: PlacedData<V>;
      /** The edits inside, where both are lists; indexes count from 0 in the list they belong to. */
      readonly items?: readonly (
        | { readonly kind: "added"; readonly new_index: number; readonly new: PlacedData<V> }
        | { readonly kind: "removed"; readonly old_index: number; readonly old: PlacedData<V> }
        | ({ readonly kind: "moved" } & ItemSides<V>)
        | ({
            readonly kind: "changed";
            /** Whether its place in the order changed too. */
            readonly moved: boolean;
            /** The key by which the two items were matched; absent when they were matched by position. */
            readonly key?: string;
            /** Paths begin at the item. */
            readonly changes: readonly ChangeData<V>[];
          } & ItemSides<V>)
      )[];
    }
  /** The same value, but another definition supplies it. */
  | ({ readonly kind: "moved"; readonly path: readonly string[] } & Readonly<Record<"old" | "new", PlacedData<V>>>);

/** An item that is in both lists. */
export interface ItemSides<V = PlainValue> {
  readonly old_index: number;
  readonly new_index: number;
  readonly old: PlacedData<V>;
  readonly new: PlacedData<V>;
}

/** Nodes that differ as a whole; lists are sorted by name. */
export interface NodeChangesData {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Pairs of names from `removed` and `added`; both lists still contain them. `differs` is there if values differ, too. */
  readonly renamed: readonly NodeRename[];
  /** With the reasons why they do not resolve. */
  readonly newly_failing: readonly { readonly name: string; readonly errors: readonly ErrorData[] }[];
  readonly newly_resolving: readonly string[];
  /** Nodes that resolve on neither side, so they were not compared. */
  readonly still_failing: readonly string[];
}

/** What was compared, to distinguish "nothing differs" from "nothing was compared". */
export interface DiffScopeData {
  /** The number of nodes on either side. */
  readonly nodes: number;
  /** The number of nodes that a changed file can affect. */
  readonly resolved_again: number;
  /** Paths of files that differ. */
  readonly files: readonly string[];
  /** What the answer leaves out; empty if nothing. */
  readonly left_out: readonly LeftOut[];
}

/** Why a value differs: the edit, the definition that contains it, and its place on each side. */
export interface CauseData {
  readonly kind:
    | "value-edited"
    | "value-added"
    | "value-removed"
    | "class-added"
    | "class-removed"
    | "class-reordered"
    | "class-replaced"
    | "application-added"
    | "application-removed"
    | "application-reordered"
    | "removal-added"
    | "removal-removed"
    | "group-joined"
    | "group-left"
    | "group-enabled"
    | "group-disabled"
    | "group-parents-changed"
    | "group-order-changed"
    | "inherit-mode-changed"
    | "file-added"
    | "file-removed"
    | "file-renamed"
    | "reference-changed"
    | "query-changed"
    | "target-changed"
    | "directive-added"
    | "directive-removed"
    | "contract-changed"
    | "settings-changed"
    | "node-added"
    | "node-removed"
    | "node-renamed"
    | "unknown";
  /** The definition with the edit: a layer, `order.yml`, the settings, a rule, directive, technique or contract. */
  readonly in?: { readonly layer: string; readonly name: string };
  /** Where it is on each side. */
  readonly old?: Place;
  readonly new?: Place;
  readonly class?: string;
  readonly application?: string;
  /** For a removal: the kind of the removed name, and the name. */
  readonly of?: string;
  readonly name?: string;
  readonly group?: string;
  readonly criterion?: string;
  readonly lower?: string;
  readonly higher?: string;
  readonly property?: string;
  readonly reference?: string;
  readonly path?: readonly string[];
  readonly query?: string;
  readonly rule?: string;
  readonly directive?: string;
  readonly settings?: readonly string[];
  readonly files?: readonly string[];
  readonly node?: string;
  readonly to?: string;
  /** Why the target of a reference, or what another node exports, differs. */
  readonly cause?: CauseData;
  /** Further causes. */
  readonly also?: readonly CauseData[];
}

/** The layers of a node: `globals.yml`, a group, a class, the node, heir itself (`automatic`), a directive, or a file of `properties.d` (`local`). */
export type LayerKind = "default" | "global" | "group" | "class" | "node" | "automatic" | "directive" | "local";

/** What one layer does to one value. */
export interface LayerActionData<V = PlainValue> {
  readonly action: ContributionAction;
  /** Whether it is a part of the result. */
  readonly counts: boolean;
  /** As written: references are not filled in. */
  readonly value: V;
  /** From the node object on: the path asked for, or one above it if a reference to a mapping, or its removal, is there. */
  readonly path: readonly string[];
  readonly place: Place;
  /** The items of weaker layers that its knockouts take away; absent if there are none. */
  readonly removed?: readonly V[];
}

/** What one layer does to one value, and how the node got that layer. */
export interface LayerContributionData<V = PlainValue> extends LayerActionData<V> {
  /** The position of the layer, counted from 1, weakest first. */
  readonly position: number;
  readonly layer: LayerKind;
  /** The name of the group, class or node; `globals`, or `_reclass_` for `automatic`. */
  readonly name: string;
  /** The groups and classes that lead from the node to the layer. */
  readonly through?: readonly { readonly layer: "group" | "class"; readonly name: string; readonly place: Place }[];
  /** Later routes to the same class, which have no effect; absent if there are none. */
  readonly again?: readonly NonNullable<LayerContributionData["through"]>[];
  /** The references in it and their targets, if it counts and has any. */
  readonly references?: readonly ReferenceData<V>[];
}

/** The contributions of the layers to one value, and the result. */
export interface ExplainedValueData<V = PlainValue> {
  /** From the node object on. */
  readonly path: readonly string[];
  /** Absent if there is no such value, or the node does not resolve. */
  readonly value?: V;
  readonly place?: Place;
  /** Weakest first. Empty if no layer defines the value. */
  readonly contributions: readonly LayerContributionData<V>[];
}

/** A reference as written, and what the value at its target consists of. */
export interface ReferenceData<V = PlainValue> extends ExplainedValueData<V> {
  readonly reference: string;
  /** The value is that of its default, since no layer sets the target. */
  readonly default?: true;
}

/** A contract about a value, and under their names all keys that it has: `type`, `default`, `description` and others. */
export interface ContractData<V = PlainValue> {
  readonly id: string;
  /** As the contract writes it. */
  readonly path: string;
  readonly place: Place;
  readonly [key: string]: V | string | Place;
}
