/// <reference lib="esnext.disposable" preserve="true" />
import type { CheckData, DiagnosticData } from "../model/documents/check.ts";
import type { CauseData, DiffData, ReviewData } from "../model/documents/comparison.ts";
import type {
  ContractData,
  ExplainedValueData,
  LayerContributionData,
  LayerKind,
} from "../model/documents/explanation.ts";
import type { PlainImpact, PlainLog, PlainWhy } from "../model/documents/history.ts";
import type { InventoryData } from "../model/documents/inventory.ts";
import type { PlainMap, PlainValue } from "../model/documents/value.ts";
import type { Place } from "../model/values/place.ts";

/**
 * The path of a value in a node. Text is as on the command line: `ntp:server`, `${ntp:server}`, `/ntp/server`, and
 * `ntp.server` if only one value matches. In a list of keys no character is special; items of lists are whole numbers.
 * Both begin below `parameters`, unless the first key is another part of the node: `applications`, `classes`,
 * `environment`, `exports`, or `parameters` itself. The empty list is the whole node.
 */
export type ValuePath = string | readonly string[];

/** What defines a value: a layer of a node, heir (`automatic`: `_reclass_`, the default environment), or settings. */
export type Layer = LayerKind | "settings";

/** The place of a value, and the layer that defines it. */
export interface PlainValuePlace extends Place {
  readonly layer: Layer;
  /** The name of the group, class or node; `globals`, `_reclass_` (`automatic`), or the path of a file (`settings`). */
  readonly name: string;
  /** For a value that a reference supplied: the place of its target. The place above is that of the reference. */
  readonly via?: { readonly reference: string; readonly place: Place };
}

/** A resolved node, or the reason why it did not resolve. */
export type NodeResult = PlainNode | FailedNode;

/** Everything one node gets. The properties are plain data; the methods use the resolved node. */
export interface PlainNode {
  readonly ok: true;
  /** The name of the node. */
  readonly node: string;
  /** Names as written, in the order of merging. */
  readonly classes: readonly string[];
  readonly applications: readonly string[];
  /** Ids of its groups, weakest first. */
  readonly groups: readonly string[];
  /** Whether properties are left out because groups conflict; the diagnostics then name them. */
  readonly partial: boolean;
  readonly environment: PlainValue;
  readonly parameters: PlainMap;
  readonly exports: PlainMap;
  /** The paths of secrets among these values, as on the command line; `mask` gives a copy without them. */
  readonly secretPaths: readonly string[];
  /** Warnings, and conflicts of groups; none of them prevented the node from resolving. */
  readonly diagnostics: readonly DiagnosticData[];
  /** The value at a path, or undefined if there is none. Throws HeirError for an invalid path. */
  value(path: ValuePath): PlainValue | undefined;
  /** Where a value is defined, of several layers the last; undefined if nowhere. Throws HeirError for a bad path. */
  placeOf(path: ValuePath): PlainValuePlace | undefined;
  /**
   * The value at a path as JSON text, exactly as `heir show NODE --json` prints it: keys in their order, all digits,
   * floats with their point. Over several lines unless `indent` is 0. Undefined if there is no value.
   */
  json(path: ValuePath, options?: { readonly indent?: number }): string | undefined;
}

/** A node with an error among its diagnostics; the first is the one to fix first. */
export interface FailedNode {
  readonly ok: false;
  readonly node: string;
  readonly diagnostics: readonly DiagnosticData[];
}

/** How one value is made: the same as `heir explain NODE PATH --json` prints, with more about its place. */
export interface PlainExplanation extends ExplainedValueData {
  readonly v: 1;
  readonly node: string;
  /** The place of the value, with the layer that defines it; absent without a value. */
  readonly place?: PlainValuePlace;
  /** The leaves of a mapping, or the items of a list. */
  readonly parts?: readonly ExplainedValueData[];
  /** Groups without an order between them that define the property differently, and the paths that differ. */
  readonly conflict?: { readonly groups: readonly string[]; readonly paths: readonly (readonly string[])[] };
  /** What contracts say about the value; absent if there is none. */
  readonly contracts?: readonly ContractData[];
  /** Every layer of the node, weakest first; with `--all`. */
  readonly layers?: readonly (Required<
    Pick<LayerContributionData, "position" | "layer" | "name" | "place" | "through">
  > &
    Pick<LayerContributionData, "again">)[];
  /** Everything found while the node was resolved; errors first. */
  readonly diagnostics: readonly DiagnosticData[];
}

/** How two states differ. The same as `heir diff --json` prints, as objects (docs/reference/json.md). */
export interface PlainDiff extends DiffData {
  readonly changes: readonly PlainChange[];
}

/** A change with its cause and all nodes that have it. */
export type PlainChange = DiffData["changes"][number] & { readonly cause: CauseData };

/** All nodes of one state: the same as `heir inventory --format json` prints, as objects, and where the secrets are. */
export interface PlainInventory extends InventoryData {
  /** Of each node that has some: the paths of its secrets, as on the command line; `mask` gives a copy without them. */
  readonly secretPaths: { readonly [name: string]: readonly string[] };
}

/** The state to read, and a signal that aborts. */
export interface ReadOptions {
  /** A revision as git reads it, `INDEX` or `WORKTREE`. When absent: the work tree; in a bare repository HEAD. */
  readonly at?: string;
  /** Aborts the work: the promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** {@link ReadOptions} for some nodes only. */
export interface NodesOptions extends ReadOptions {
  /** Names of nodes; all if absent. */
  readonly nodes?: Iterable<string>;
}

/** What functions for people do with secrets: `mask`, the default, or `show`. */
export interface SecretsShown {
  readonly secrets?: "mask" | "show";
}

/** What `explain` and `impact` read. */
export interface ExplainOptions extends ReadOptions, SecretsShown {}

/** What `diff` compares. */
export interface DiffOptions extends SecretsShown {
  /** Names of nodes, each on at least one side; all if absent. */
  readonly nodes?: Iterable<string>;
  /** Also report values that are equal but come from another definition. */
  readonly moved?: boolean;
  readonly signal?: AbortSignal;
}

/** The history that `log` reads, and which commits of it. */
export interface LogOptions extends SecretsShown {
  /** The name of a node in the newest commit; all nodes if absent. Renames are followed. */
  readonly node?: string;
  /** A value of that node. */
  readonly path?: ValuePath;
  /** A revision, or a range `A..B`; HEAD if absent. */
  readonly range?: string;
  /** At most this many commits; all if absent. */
  readonly maxCount?: number;
  readonly firstParent?: boolean;
  /** Only commits of that time or author, as git reads them. */
  readonly since?: string;
  readonly until?: string;
  readonly author?: string;
  readonly signal?: AbortSignal;
}

/** What `why` compares. */
export interface WhyOptions extends SecretsShown, Pick<ReviewOptions, "from" | "to" | "signal"> {
  /** Also layers that do not set the value. */
  readonly all?: boolean;
}

/** The form in which `render` prints a diff. */
export type RenderOptions = SecretsShown &
  (
    | {
        readonly format: "text";
        /** Do not shorten values, sets of nodes and blocks. */
        readonly full?: boolean;
        /** Only the block with this number, in full. */
        readonly block?: number;
      }
    | {
        readonly format: "markdown";
        /** The most bytes; 60,000 if absent. */
        readonly maxBytes?: number;
      }
  );

/** `render` as a page: a promise, since the page also says which layers make each value, and who edited the files. */
export interface RenderPageOptions extends SecretsShown {
  readonly format: "html";
  /** Makes places links: an address with `{rev}`, `{file}` and `{line}`. */
  readonly link?: string;
  readonly signal?: AbortSignal;
}

/** The change that `review` is about. */
export interface ReviewOptions {
  /** The earlier and the later state, as in {@link ReadOptions}. */
  readonly from: string;
  readonly to: string;
  /** The most bytes of the comment; 60,000 if absent. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Settings that override those in `heir.yml`, by the names of docs/reference/settings.md. */
export type SettingsOverrides = Readonly<Record<string, PlainValue>>;

export interface FolderOptions {
  readonly settings?: SettingsOverrides;
  /** Aborts the opening; later calls have signals of their own. */
  readonly signal?: AbortSignal;
}

/**
 * An open inventory folder. Every function reads its state again, so it sees edits and commits made in between.
 * Problems in the data are in the results. All functions throw `HeirError` for wrong use (an unknown node or setting, a
 * repository that is closed) and for a problem in the environment (an unknown revision, no git, no permission to read).
 */
export interface ConfigRepository {
  /** Names of all nodes, sorted. */
  nodes(at?: string, options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
  /** Names of all classes that have a file, sorted. */
  classes(at?: string, options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
  /** Resolves one node: values whole, secrets as well. Throws HeirError when there is no such node. */
  resolve(node: string, options?: ReadOptions): Promise<NodeResult>;
  /**
   * Resolves all nodes, or those named, in the order of their names: one after the other, on demand. All come from the
   * state at the time of the first request. Throws HeirError for an unknown name.
   */
  resolveAll(options?: NodesOptions): AsyncIterable<NodeResult>;
  /**
   * The contribution of each layer to one value below `parameters` or `exports`, weakest first, secrets masked. Throws HeirError for an
   * unknown node, and for a path to another part of the node.
   */
  explain(node: string, path: ValuePath, options?: ExplainOptions): Promise<PlainExplanation>;
  /** How the resolved nodes of two states differ, secrets masked. States are named as in {@link ReadOptions}. */
  diff(from: string, to: string, options?: DiffOptions): Promise<PlainDiff>;
  /** All nodes, or those named, in one document: values whole, secrets as well. Throws HeirError for an unknown name. */
  inventory(options?: NodesOptions): Promise<PlainInventory>;
  /** Commits that change a value, a node or any, newest first, secrets masked. Throws HeirError for what none has. */
  log(options?: LogOptions): Promise<PlainLog>;
  /** Why a value differs between two states, secrets masked. Throws HeirError for a node or value that neither has. */
  why(node: string, path: ValuePath, options: WhyOptions): Promise<PlainWhy>;
  /**
   * Which nodes and values an edit would affect, secrets masked: of a file or line (`classes/a.yml:3`), class, group,
   * node, or path of a value. Throws HeirError for anything else, and if the inventory as a whole cannot be read.
   */
  impact(thing: string, options?: ExplainOptions): Promise<PlainImpact>;
  /** A change as a comment in Markdown, and a verdict; secrets masked. Throws HeirError for fewer than 2,000 bytes. */
  review(options: ReviewOptions): Promise<ReviewData>;
  /** All findings in one state: errors in nodes and files, and warnings about legal but surprising values. */
  check(options?: NodesOptions): Promise<CheckData>;
  /** Ends the git processes in the background. Only `close` may be called afterwards. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
