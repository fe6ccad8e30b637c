import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import type { Query } from "../values/query.ts";
import type { MapValue, ScalarValue, TemplateValue, Value } from "../values/value.ts";
import type { ClassMention, NameMention } from "./mention.ts";
import type { PropertySet } from "./property.ts";

/** One node file or class file. */
export interface Definition {
  readonly kind: "node" | "class";
  readonly name: string;
  readonly file: SourceFile;
  /** The path below the folder of nodes or classes, without extension; `./name` in class mappings, as in reclass. */
  readonly pathName: string;
  readonly classes: readonly ClassMention[];
  readonly applications: readonly NameMention[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value | undefined;
  /** The inventory queries in its parameters: a node with them depends on the exports of other nodes. */
  readonly queries: readonly Query[];
  /** The part of a node that concerns groups and properties; undefined if the file has none of its keys. */
  readonly own?: NodeOwn;
  /** Top-level keys of the file that are no sections. */
  readonly unknownSections: readonly ScalarValue[];
  /** Faults of this file. If one is an error, every node that uses the file fails. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of a node file that only heir has. */
export interface NodeOwn {
  /** Groups that the node joins, or leaves if written with `~`. The last mention of a group counts. */
  readonly groups: readonly NameMention[];
  /** The facts that criteria test. A list is a fact with several values. */
  readonly facts: MapValue;
  readonly properties: PropertySet;
  readonly policyServer: boolean;
}

/** How the texts and keys of node and class files are read. The settings decide it. */
export interface TextSyntax {
  /** A text scalar as a value; a template if it holds a reference or query. */
  text(data: string, origin: Span): ScalarValue | TemplateValue;
  /** Whether the merge takes a key as it is written: it has no prefix. */
  plainKey(key: string): boolean;
}
