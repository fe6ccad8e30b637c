import type { Diagnostic, MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Span } from "../values/origin.ts";
import type { Query } from "../values/query.ts";
import type { MapValue, Value } from "../values/value.ts";
import type { Definition } from "./definition.ts";
import type { NameMention } from "./mention.ts";
import type { InheritMode } from "./merge-mode.ts";

/** One layer of a node's linearisation, weakest first. */
export interface Step {
  readonly layer: "global" | "group" | "automatic" | "class" | "node";
  /** The name of a class or node, the id of a group, `globals`, or `_reclass_` for the automatic parameters. */
  readonly name: string;
  /** The mention through which the walk reached it; for the node its own file. */
  readonly because: Span;
  readonly parameters: MapValue;
  readonly exports: MapValue;
  /** For a layer of properties: the inherit mode of each. Layers of parameters merge by the rules of parameters. */
  readonly modes?: ReadonlyMap<string, InheritMode>;
}

/** The dependencies of a result: a change of anything else cannot change it. */
export interface ReadSet {
  /** Every file that was used: path to blob id. */
  readonly files: ReadonlyMap<string, string>;
  /** Class names that were looked up and not found. */
  readonly missed: ReadonlySet<string>;
  /** Queries over other nodes, with the environment that limits them. */
  readonly queries: readonly Query[];
  readonly environment: string;
  /** The groups of the node and their order, as text that is equal if these are. */
  readonly groups: string;
}

/** A property that groups define differently, while nothing orders the groups. */
export interface PropertyConflict {
  readonly property: string;
  /** The ids of the groups that disagree, sorted. */
  readonly groups: readonly string[];
  /** The keys below the property that lead to each value in conflict; `[]` for the whole property. */
  readonly paths: readonly (readonly string[])[];
  /** The value of each group at the first of the paths, or at the nearest key above it. */
  readonly sides: readonly { readonly group: string; readonly origin: Span; readonly text: string }[];
}

/** One resolved node. */
export interface ResolvedNode {
  readonly name: string;
  readonly definition: Definition;
  readonly steps: readonly Step[];
  /** Names as written, with references, in the order of the merge. */
  readonly classes: readonly NameMention[];
  readonly applications: readonly NameMention[];
  /** The ids of its groups, weakest first; the origin of each is the beginning of its file. */
  readonly groups: readonly NameMention[];
  /** Properties in conflict. They are missing from the parameters, and the node is partial. */
  readonly conflicts: readonly PropertyConflict[];
  /** Properties on which groups disagree, while a later layer replaces them. */
  readonly latent: readonly PropertyConflict[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value;
  readonly reads: ReadSet;
}

/**
 * The result for one node. `node` is undefined if one of the diagnostics is an error, except for conflicts of groups,
 * which only leave out a property. The first error is the one that reclass reports.
 */
export interface NodeOutcome<Of extends Diagnostic = Diagnostic> {
  readonly name: string;
  readonly node: ResolvedNode | undefined;
  readonly reads: ReadSet;
  readonly diagnostics: readonly Of[];
}

/** The answer for one node as it may be reported. */
export type ReportedOutcome = NodeOutcome<MaskedDiagnostic>;
