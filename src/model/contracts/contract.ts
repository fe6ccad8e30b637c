import type { Glob } from "../../base/glob.ts";
import type { Severity } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Selector } from "../selector/selector.ts";
import type { NodeSection } from "../values/parameter-path.ts";
import type { KeyPattern, PathFilter } from "../values/path-filter.ts";
import type { MapValue, SourceFile, Span, Value } from "../values/value.ts";
import type { ValueTest } from "./value-test.ts";

/** The contracts of one snapshot: all files below `contracts/`. */
export interface Contracts {
  /** By id, sorted by code point. */
  readonly files: readonly ContractFile[];
  /** All of them, in the order of their files. */
  readonly values: readonly ValueContract[];
  /** In the order of their files. */
  readonly rules: readonly ContractRule[];
  /** In the order of their files. */
  readonly expectations: readonly Expectation[];
  readonly secrets: readonly PathFilter[];
  /** Whether a type asks for the name of a node. */
  readonly asksNodes: boolean;
  /** Mistakes in these files. None stops a node. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ContractFile {
  readonly id: string;
  readonly file: SourceFile;
  /** The nodes for which its contracts hold: those of any target. */
  readonly targets: readonly ContractTarget[];
  /** Its content; undefined for an empty file or one that cannot be read. */
  readonly root: Value | undefined;
}

/** Nodes, as `for` names them. */
export interface ContractTarget {
  readonly text: string;
  readonly origin: Span;
  /** The names of nodes, classes and groups, and facts decide: values do not. */
  readonly selector: Selector;
}

/** The path of a contract: as written, the section of the node, and key by key below it. */
export interface ContractPath {
  readonly text: string;
  readonly section: NodeSection;
  readonly keys: readonly KeyPattern[];
  readonly origin: Span;
}

export interface ValueContract {
  readonly of: ContractFile;
  readonly path: ContractPath;
  readonly level: Severity;
  /** The severity that the contract itself states. */
  readonly ownLevel: Severity | undefined;
  /** Type, keywords and schema together; undefined if none is given. */
  readonly test: ValueTest | undefined;
  readonly required: boolean;
  readonly closed: boolean;
  readonly final: boolean;
  readonly deprecated: Deprecation | undefined;
  readonly setIn: readonly LayerPattern[] | undefined;
  readonly merge: MergeStrategy | undefined;
  /** The default, with its references. */
  readonly fallback: Value | undefined;
  readonly description: string | undefined;
  /** All that it says, as written. */
  readonly says: MapValue;
}

export interface Deprecation {
  readonly since: string | undefined;
  readonly use: string | undefined;
  readonly note: string | undefined;
}

/** A layer that may set a value. */
export interface LayerPattern {
  readonly text: string;
  readonly origin: Span;
  readonly layer: "global" | "group" | "class" | "node";
  /** Absent for all layers of the kind, as `fits` is. */
  readonly name?: string;
  readonly fits?: Glob;
}

export interface MergeStrategy {
  /** `reclass`: as without a strategy. */
  readonly strategy: "reclass" | "replace" | "append" | "prepend" | "unique" | "by";
  /** The key of items for `by`. */
  readonly by: string | undefined;
  readonly knockout: string | undefined;
  readonly sort: boolean;
}

/** A condition of a rule: a value at a path, or that the path is there. */
export interface PathValue {
  readonly path: ContractPath;
  /** Undefined if any value will do. */
  readonly value: Value | undefined;
}

interface RuleBase {
  readonly of: ContractFile;
  readonly origin: Span;
  /** Its place among all rules. */
  readonly index: number;
  readonly level: Severity;
  readonly description: string | undefined;
  /** The value at this path divides the nodes into parts. */
  readonly per: ContractPath | undefined;
}

/** The values at a path must differ, or be the same. */
export interface ComparingRule extends RuleBase {
  readonly kind: "unique" | "same";
  readonly path: ContractPath;
}

/** A number of nodes must have certain values. */
export interface CountRule extends RuleBase {
  readonly kind: "count";
  readonly values: readonly PathValue[];
  readonly least: number;
  readonly most: number;
  /** The limits in words. */
  readonly wanted: string;
}

/** Paths that a node must or must not have, where it has certain values. */
export interface ConditionRule extends RuleBase {
  readonly kind: "requires" | "forbids";
  readonly when: readonly PathValue[];
  readonly paths: readonly ContractPath[];
}

export type ContractRule = ComparingRule | CountRule | ConditionRule;

export interface Expectation {
  readonly of: ContractFile;
  readonly origin: Span;
  readonly level: Severity;
  /** The name of a node, as written; `*` is any text. */
  readonly node: string;
  readonly fits: Glob;
  readonly path: ContractPath;
  readonly wants:
    | { readonly kind: "is"; readonly value: Value }
    /** `said` is what is written: `absent`, or the keywords. */
    | { readonly kind: "absent"; readonly said: MapValue }
    | { readonly kind: "fits"; readonly test: ValueTest; readonly said: MapValue };
}

/** Whether a contract says how values merge, or a default. */
export function changesValues({ merge, fallback }: ValueContract): boolean {
  return (merge ?? fallback) !== undefined;
}

/** The keys of a contract's path from the top of the node; patterns as written. */
export function keysOf({ section, keys }: ContractPath): readonly string[] {
  return [section, ...keys.map((key) => (key.kind === "any" ? "**" : key.text))];
}

/** What a contract's path matches, from the top of the node; with `below` also what is inside it. */
export function pathFilterOf({ section, keys }: ContractPath, below: boolean): PathFilter {
  return { keys: [{ kind: "key", text: section }, ...keys], below };
}
