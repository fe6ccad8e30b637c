/** How two states differ, and why; see value.ts for the rules of such forms. */
import type { LeftOut } from "../results/left-out.ts";
import type { ComparisonEnd, NewNode, NodeRename, Owner } from "../results/printed-parts.ts";
import type { Place } from "../values/place.ts";
import type { ErrorData, FindingData } from "./check.ts";
import type { PlacedData, PlainValue } from "./value.ts";

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

/** What a change does to values, and what is wrong since then. */
export interface ReviewData {
  readonly v: 1;
  readonly from: ComparisonEnd;
  readonly to: ComparisonEnd;
  /**
   * `fails`: a node newly fails, or an error is new. `incomplete`: some nodes resolve in neither state, so nothing is
   * known of them. Anything else `passes`.
   */
  readonly status: "passes" | "fails" | "incomplete";
  /** The same in one line, with numbers. */
  readonly verdict: string;
  readonly summary: DiffSummaryData;
  /** Those that the earlier state does not have. */
  readonly findings: readonly FindingData[];
  /** The comment for a pull request, in Markdown. */
  readonly body: string;
}
