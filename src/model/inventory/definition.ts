import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import type { Query } from "../values/query.ts";
import type { MapValue, ScalarValue, TemplateValue, Value } from "../values/value.ts";
import type { ClassMention, NameMention } from "./mention.ts";
import type { PropertySet } from "./property.ts";

/** What one node file or class file says. */
export interface Definition {
  readonly kind: "node" | "class";
  readonly name: string;
  readonly file: SourceFile;
  /** Path below the folder of nodes or classes, without extension; `./name` as reclass has it for class mappings. */
  readonly pathName: string;
  readonly classes: readonly ClassMention[];
  readonly applications: readonly NameMention[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value | undefined;
  /** Inventory queries among its parameters: a node that uses them depends on what other nodes export. */
  readonly queries: readonly Query[];
  /** What a node says for groups and properties; absent where the file has none of these keys. */
  readonly own?: NodeOwn;
  /** Keys at the top of the file that are no section. */
  readonly unknownSections: readonly ScalarValue[];
  /** Faults of this file; any error among them makes every node fail that uses the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of a node file that reclass does not know. */
export interface NodeOwn {
  /** Groups that the node joins, or with `~` leaves; of several mentions of a group the last counts. */
  readonly groups: readonly NameMention[];
  /** What criteria see; a list is a fact with many values. */
  readonly facts: MapValue;
  readonly properties: PropertySet;
  readonly policyServer: boolean;
}

/** How text and keys of node and class files are read; follows from the settings. */
export interface TextSyntax {
  /** A text scalar as a value: split into a template when it holds a reference or query. */
  text(data: string, origin: Span): ScalarValue | TemplateValue;
  /** Whether folding leaves this key as it is (no prefix). */
  plainKey(key: string): boolean;
}
