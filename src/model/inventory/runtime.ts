import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Span } from "../values/origin.ts";
import type { MapValue, Value } from "../values/value.ts";
import type { RuntimeFile } from "./policy.ts";

/** A file of `properties.d/NODE/`, parsed. */
export interface ParsedRuntimeFile extends RuntimeFile {
  /** Namespaces as written; undefined if the file is no JSON or holds no object. */
  readonly content: MapValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The values that the agent of one node has in `node.NAMESPACE[KEY]`. */
export interface RuntimeProperties {
  readonly node: string;
  /** By name, in the order in which they are first set. */
  readonly namespaces: ReadonlyMap<string, Namespace>;
  /** The files in the order read, each with the variable that holds a copy of it for debugging. */
  readonly files: readonly { readonly path: string; readonly variable: string }[];
  /** The variables that tolerant merges make. */
  readonly merged: ReadonlyMap<string, Value>;
  /** Why a file, a namespace of it or a merged variable is missing. */
  readonly errors: readonly RuntimeError[];
  readonly caseCollisions: readonly CaseCollision[];
  /** All errors and collisions as findings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of one namespace. */
export type Namespace = ReadonlyMap<string, RuntimeEntry>;

export interface RuntimeEntry {
  readonly value: Value;
  readonly keyOrigin: Span;
  /** The path of the last file that sets it; undefined for a property of the node. */
  readonly file: string | undefined;
}

export interface RuntimeError {
  readonly file: string;
  readonly code: DiagnosticCode;
  /** The namespace or variable; empty for the file as a whole. */
  readonly name: string;
}

/** Keys that are equal for an agent on Windows. */
export interface CaseCollision {
  readonly namespace: string;
  readonly keys: readonly string[];
}
