import type { Definition } from "./definition.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { NameMention } from "./mention.ts";
import type { Span } from "./origin.ts";
import type { Query } from "./query.ts";
import type { MapValue, Value } from "./value.ts";

/** One layer of a node's linearisation, weakest first. */
export interface Step {
  readonly layer: "automatic" | "class" | "node";
  /** Class or node name; `_reclass_` for the automatic parameters. */
  readonly name: string;
  /** The mention through which the walk came here; for the node its own file. */
  readonly because: Span;
  readonly parameters: MapValue;
  readonly exports: MapValue;
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
}

/** One node, end to end. */
export interface ResolvedNode {
  readonly name: string;
  readonly definition: Definition;
  readonly steps: readonly Step[];
  /** Names as written (references and all), in the order of merging. */
  readonly classes: readonly NameMention[];
  readonly applications: readonly NameMention[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value;
  readonly reads: ReadSet;
}

/**
 * The answer for one node: `node` is absent when an error stands among the diagnostics.
 * The first error is the one by which reclass would have failed.
 */
export interface NodeOutcome {
  readonly name: string;
  readonly node: ResolvedNode | undefined;
  readonly reads: ReadSet;
  readonly diagnostics: readonly Diagnostic[];
}
