/** The forms of histories, reasons and effects of edits; see value.ts for the rules of such forms. */
import type { LeftOut } from "../results/left-out.ts";
import type { ComparisonEnd } from "../results/printed-parts.ts";
import type { Place } from "../values/place.ts";
import type { CauseData, ChangeData, DiffData, NodeChangesData } from "./comparison.ts";
import type { LayerActionData, LayerKind } from "./explanation.ts";
import type { PlacedData, PlainValue } from "./value.ts";

/** The commits that change a value, a node or any node: `heir log --json`, and as objects what the library gives. */
export interface PlainLog<V = PlainValue> {
  readonly v: 1;
  /** Newest first. */
  readonly commits: readonly LogCommitData<V>[];
  readonly looked_at: {
    /** How many commits were read. */
    readonly commits: number;
    /** How often a node was resolved to compare them. */
    readonly resolved: number;
    /** What the answer leaves out; empty if nothing. */
    readonly left_out: readonly LeftOut[];
  };
}

/** A commit and how it differs from its first parent. */
export interface LogCommitData<V = PlainValue> {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** The author's date, ISO 8601 with the author's own offset. */
  readonly date: string;
  readonly subject: string;
  /** The name of the node in the commit, if one is asked for and the commit has it. */
  readonly node?: string;
  /** Its name in the first parent, if that differs. */
  readonly renamed_from?: string;
  readonly changes: DiffData<V>["changes"];
  /** Absent in a commit that changes nothing that is asked for. */
  readonly nodes?: NodeChangesData;
}

/** Why a value differs: `heir why --json`, and as objects what the library gives. */
export interface PlainWhy<V = PlainValue> {
  readonly v: 1;
  readonly from: ComparisonEnd;
  readonly to: ComparisonEnd;
  /** From the node object on. */
  readonly path: readonly string[];
  /** Whether the value, or whether it is known, differs. */
  readonly differs: boolean;
  /** The node in one of the two states; empty where there is none. */
  readonly old: {
    readonly node?: string;
    readonly resolves?: boolean;
    readonly value?: V;
    readonly place?: Place;
    readonly failing?: NodeChangesData["newly_failing"][number];
  };
  readonly new: PlainWhy<V>["old"];
  /** What differs at the path or below it, with its layers, and one chain for each edit that is part of its cause. */
  readonly changes: readonly (ChangeData<V> & {
    readonly layers: PlainWhy<V>["layers"];
    readonly chains: readonly (readonly WhyLinkData<V>[])[];
  })[];
  /** The layers where nothing differs, and what each does on each side where the node has it. */
  readonly layers: readonly {
    readonly layer: LayerKind;
    readonly name: string;
    readonly old?: WhyLayerSideData<V>;
    readonly new?: WhyLayerSideData<V>;
  }[];
  /** How the files differ that were edited, and the commits that made it so. */
  readonly edits: readonly {
    /** Its path on each side where there is one. */
    readonly old?: string;
    readonly new?: string;
    /** Newest first. */
    readonly commits: readonly {
      readonly id: string;
      readonly author: string;
      readonly date: string;
      readonly subject: string;
      /** It leads to the earlier state only. */
      readonly undone: boolean;
    }[];
    readonly uncommitted: boolean;
    /** Absent if the texts differ too much. */
    readonly hunks?: readonly {
      readonly old_start: number;
      readonly old_lines: number;
      readonly new_start: number;
      readonly new_lines: number;
      /** With their marks. */
      readonly lines: readonly string[];
    }[];
  }[];
}

/** A link of a chain that ends with the edit; of a reference with both its values. */
export interface WhyLinkData<V = PlainValue> {
  readonly cause: CauseData;
  readonly old?: PlacedData<V>;
  readonly new?: PlacedData<V>;
}

export interface WhyLayerSideData<V = PlainValue> {
  /** Counted from 1, weakest first. */
  readonly position: number;
  readonly said: readonly LayerActionData<V>[];
}

/** What an edit would touch: `heir impact --json`, and as objects what the library gives. */
export interface PlainImpact<V = PlainValue> {
  readonly v: 1;
  /** A file, or one line of it, with what it defines; or the path of a value. */
  readonly target:
    | {
        readonly kind: "file";
        readonly file: string;
        readonly of: { readonly kind: string; readonly name: string };
        readonly line?: number;
      }
    | { readonly kind: "path"; readonly path: readonly string[] };
  /** Written values and the nodes on which they count. */
  readonly values: readonly {
    readonly by: { readonly kind: string; readonly name: string };
    readonly path: readonly string[];
    /** The place of its key. */
    readonly place: Place;
    readonly value: V;
    readonly wins: readonly string[];
    /** Those of them where other values count, too. */
    readonly joined: readonly string[];
    /** Where another value wins; without a layer, groups are in conflict. */
    readonly overridden: readonly {
      readonly layer?: LayerKind;
      readonly name?: string;
      readonly place?: Place;
      readonly nodes: readonly string[];
    }[];
    /** Values that references make from it. */
    readonly feeds: readonly {
      readonly path: readonly string[];
      readonly place: Place;
      readonly nodes: readonly string[];
    }[];
  }[];
  /** Names of the nodes that it reaches. */
  readonly nodes: readonly string[];
  readonly looked_at: { readonly nodes: number; readonly left_out: readonly LeftOut[] };
  /** Names of the nodes that do not resolve; absent if there are none. */
  readonly unresolved?: readonly string[];
}
