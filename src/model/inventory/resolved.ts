import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Span } from "../values/origin.ts";
import type { Query } from "../values/query.ts";
import type { MapValue, Value } from "../values/value.ts";
import type { Definition } from "./definition.ts";
import type { NameMention } from "./mention.ts";
import type { InheritMode } from "./merge-mode.ts";

/** One layer of a node's linearisation, weakest first. */
export interface Step {
  readonly layer: "global" | "group" | "automatic" | "class" | "node";
  /** Class or node name, id of a group; `globals`; `_reclass_` for the automatic parameters. */
  readonly name: string;
  /** The mention through which the walk came here; for the node its own file. */
  readonly because: Span;
  readonly parameters: MapValue;
  readonly exports: MapValue;
  /** Of a layer of properties: the inherit mode of each. Layers of parameters merge by the rules of parameters. */
  readonly modes?: ReadonlyMap<string, InheritMode>;
}

/** What a result depended on: reading anything else cannot change it. */
export interface ReadSet {
  /** Path to blob id of every file used. */
  readonly files: ReadonlyMap<string, string>;
  /** Class names looked up and not found. */
  readonly missed: ReadonlySet<string>;
  /** Queries over other nodes, with the environment that limits them. */
  readonly queries: readonly Query[];
  readonly environment: string;
  /** Which groups hold the node, and how they are ordered; equal where that is the same. */
  readonly groups: string;
}

/** A property that groups define differently with nothing to order them. */
export interface PropertyConflict {
  readonly property: string;
  /** Sorted ids of the groups that disagree. */
  readonly groups: readonly string[];
  /** Keys below the property, down to each value in question; `[]` where it is the whole property. */
  readonly paths: readonly (readonly string[])[];
  /** What each of the groups says at the first of the paths, or at the place above it where it says something. */
  readonly sides: readonly { readonly group: string; readonly origin: Span; readonly text: string }[];
}

/** One node, end to end. */
export interface ResolvedNode {
  readonly name: string;
  readonly definition: Definition;
  readonly steps: readonly Step[];
  /** Names as written (references and all), in the order of merging. */
  readonly classes: readonly NameMention[];
  readonly applications: readonly NameMention[];
  /** Ids of the groups that hold it, weakest first; each stands where its file begins. */
  readonly groups: readonly NameMention[];
  /** Properties left out of the parameters, since nothing decides what they are; then the node is partial. */
  readonly conflicts: readonly PropertyConflict[];
  /** Properties on which groups disagree, though a later layer hides it. */
  readonly latent: readonly PropertyConflict[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value;
  readonly reads: ReadSet;
}

/**
 * The answer for one node: `node` is absent when an error stands among the diagnostics, save for conflicts of groups,
 * which leave out what they concern.
 * The first error is the one by which reclass would have failed.
 */
export interface NodeOutcome {
  readonly name: string;
  readonly node: ResolvedNode | undefined;
  readonly reads: ReadSet;
  readonly diagnostics: readonly Diagnostic[];
}
