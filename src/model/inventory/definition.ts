import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Query } from "../values/query.ts";
import { type Delimiters, hasSentinel, splitTemplate } from "../values/template.ts";
import type { ListValue, MapValue, ScalarValue, SourceFile, Span, TemplateValue, Value } from "../values/value.ts";
import { textValue } from "../values/value.ts";
import type { InheritMode } from "./settings.ts";

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

/** A name in a list of names; `remove` if it is written with `~` in front. */
export interface NameMention {
  readonly name: string;
  readonly remove: boolean;
  readonly origin: Span;
}

/** An entry of `classes` as an absolute name; `template` if it holds a reference. */
export interface ClassMention extends NameMention {
  readonly template: TemplateValue | undefined;
}

/** A mention of a class, with its template split. */
export function classMention(mention: NameMention, delimiters: Delimiters): ClassMention {
  const { name, remove, origin } = mention;
  // Field by field: there are very many, and for each copy by `...` V8 would keep a description of its own.
  if (!hasSentinel(name, delimiters)) return { name, remove, origin, template: undefined };
  const template: TemplateValue = { kind: "template", text: name, parts: splitTemplate(name, delimiters), origin };
  return { name, remove, origin, template };
}

/** Names as a value, with the places where they are listed. */
export function namesValue(names: readonly NameMention[], origin: Span): ListValue {
  const items = names.map(({ name, origin: place }) => textValue(name, place));
  return { kind: "list", items, origin, plain: true, names: true };
}

/** Whether two lists mention the same names in the same sequence; where they are written does not count. */
export function sameNames(one: readonly NameMention[], other: readonly NameMention[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ name, remove }, at) => name === other[at]?.name && remove === other[at].remove);
}

export interface Property {
  readonly name: string;
  readonly nameOrigin: Span;
  /** It holds no references: text in properties is plain text (rule P7). */
  readonly value: Value;
  /** Its own mode; undefined if it inherits the mode of the layer below. */
  readonly inheritMode: InheritMode | undefined;
  /** Who may change it (rule P5). It is checked when two states are compared, not while resolving. */
  readonly provider: string | undefined;
}

/** The properties of one layer, in the order written. */
export interface PropertySet {
  readonly properties: readonly Property[];
  /** The same as a mapping of names to values, for the merge. */
  readonly values: MapValue;
}
