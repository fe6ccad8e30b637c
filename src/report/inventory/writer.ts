import { compareText } from "../../base/text-order.ts";
import type { Diagnostic, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { placeOf } from "../../model/values/origin.ts";

/** Writes an inventory piece by piece, so that only one node is in memory at a time. */
export interface InventoryWriter {
  begin(): string;
  node(outcome: ReportedOutcome): string;
  /** Present where texts of neighbouring nodes, each from a writer of its own, can be joined. */
  readonly joining?: Joining;
  /** What makes the whole impossible in this form; asked after the last node. */
  findings?(): readonly Diagnostic[];
  end(): string;
}

/** How a writer goes on after nodes that another one wrote. */
export interface Joining {
  /** What the end needs of the nodes so far, as plain data. */
  rest(): WrittenRest;
  /** Adds the nodes of another writer: the text to print in UTF-8. */
  add(text: Uint8Array, rest: WrittenRest): readonly Uint8Array[];
}

/** What of written nodes is printed after the last one. */
export interface WrittenRest {
  readonly errors: readonly string[];
  readonly classes: IndexEntries;
  readonly applications: IndexEntries;
}

/** Names, each with its nodes. */
type IndexEntries = readonly (readonly [name: string, nodes: readonly string[]])[];

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
  join(entries: IndexEntries): void;
  entries(): IndexEntries;
}

/** An index to which nodes are added one by one. */
export function createNameIndex(): NameIndex {
  const nodesOf = new Map<string, string[]>();
  const addAll = (name: string, more: readonly string[]): void => {
    const nodes = nodesOf.get(name);
    if (nodes === undefined) nodesOf.set(name, [...more]);
    else nodes.push(...more);
  };
  return {
    add(names, node) {
      for (const name of new Set(names)) addAll(name, [node]);
    },
    join(entries) {
      for (const [name, nodes] of entries) addAll(name, nodes);
    },
    entries: () =>
      [...nodesOf]
        .map(([name, nodes]) => [name, nodes.toSorted(compareText)] as const)
        .sort(([left], [right]) => compareText(left, right)),
  };
}

/** What a writer adds to when it goes on after another. */
export interface WrittenEnd {
  readonly errors: string[];
  readonly classes: NameIndex;
  readonly applications: NameIndex;
}

/** Begins what is written of the first node and of each other one. */
export class Separator {
  private readonly opening: string;
  private readonly between: string;
  /** Whether no node was written. */
  isFirst = true;

  constructor(opening: string, between: string) {
    this.opening = opening;
    this.between = between;
  }

  /** What is before the next node. */
  next(): string {
    const text = this.isFirst ? this.opening : this.between;
    this.isFirst = false;
    return text;
  }

  /** The joining of a writer with this separator that prints errors and indexes after the nodes. */
  joining({ errors, classes, applications }: WrittenEnd): Joining {
    return {
      rest: () => ({ errors, classes: classes.entries(), applications: applications.entries() }),
      add: (text, rest) => {
        errors.push(...rest.errors);
        classes.join(rest.classes);
        applications.join(rest.applications);
        return text.length === 0 ? [] : [encoder.encode(this.next()), text.subarray(this.opening.length)];
      },
    };
  }
}

const encoder = new TextEncoder();
