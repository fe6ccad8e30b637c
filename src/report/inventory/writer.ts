import { compareText } from "../../base/text-order.ts";
import type { Diagnostic, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { placeOf } from "../../model/values/origin.ts";

/** Writes an inventory piece by piece, so that only one node is in memory at a time. */
export interface InventoryWriter {
  begin(): string;
  node(outcome: ReportedOutcome): string;
  /** What makes the whole impossible in this form; asked after the last node. */
  findings?(): readonly Diagnostic[];
  end(): string;
}

/** A failure for programs: the code and text of the first error, and its place. */
export interface NodeFailure {
  readonly kind: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** The error by which a node failed, wholly or in part; undefined for a node that resolved. */
export function nodeFailure(outcome: ReportedOutcome): NodeFailure | undefined {
  if (outcome.node !== undefined && outcome.node.conflicts.length === 0) return undefined;
  return firstFailure(outcome.diagnostics) ?? { kind: "unknown", message: `node ${outcome.name} does not resolve` };
}

/** The first error among diagnostics, if any. */
export function firstFailure(diagnostics: readonly MaskedDiagnostic[]): NodeFailure | undefined {
  const first = diagnostics.find(({ severity }) => severity === "error");
  if (first === undefined) return undefined;
  const { code, message, span } = first;
  return { kind: code, message, ...(span !== undefined && { place: placeOf(span) }) };
}

/** The nodes that have each name (of a class, an application); names and nodes are sorted. */
export interface NameIndex {
  add(names: Iterable<string>, node: string): void;
  entries(): readonly (readonly [string, readonly string[]])[];
}

/** An index to which nodes are added one by one. */
export function createNameIndex(): NameIndex {
  const nodesOf = new Map<string, string[]>();
  return {
    add(names, node) {
      for (const name of new Set(names)) {
        const nodes = nodesOf.get(name);
        if (nodes === undefined) nodesOf.set(name, [node]);
        else nodes.push(node);
      }
    },
    entries: () =>
      [...nodesOf]
        .map(([name, nodes]) => [name, nodes.toSorted(compareText)] as const)
        .sort(([left], [right]) => compareText(left, right)),
  };
}
