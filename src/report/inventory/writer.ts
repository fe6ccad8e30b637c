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
  /** Adds the nodes of another writer: the text to print in UTF-8, in pieces. */
  add(text: readonly Uint8Array[], rest: WrittenRest): readonly Uint8Array[];
}

/** What of written nodes is printed after the last one. */
export interface WrittenRest {
  readonly errors: readonly string[];
  /** Names that the indexes have by their numbers, from 0. */
  readonly nodes: readonly string[];
  readonly classes: PackedIndex;
  readonly applications: PackedIndex;
}

/** A name, the numbers of its nodes with spaces between, the next name, and so on: thousands of lists would be slow to send. */
type PackedIndex = readonly string[];

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
  join(packed: PackedIndex, nodes: readonly string[]): void;
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
    join(packed, nodes) {
      for (let at = 0; at < packed.length; at += 2) {
        const numbers = (packed[at + 1] ?? "").split(" ");
        addAll(
          packed[at] ?? "",
          numbers.map((number) => nodes[Number(number)] ?? ""),
        );
      }
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
      rest: () => {
        const numbers = new Map<string, number>();
        const packed = [classes, applications].map((index) => packedIndex(index, numbers));
        const [ofClasses = [], ofApplications = []] = packed;
        return { errors, nodes: [...numbers.keys()], classes: ofClasses, applications: ofApplications };
      },
      add: (text, rest) => {
        errors.push(...rest.errors);
        classes.join(rest.classes, rest.nodes);
        applications.join(rest.applications, rest.nodes);
        return text.length === 0 ? [] : [encoder.encode(this.next()), ...without(text, this.opening.length)];
      },
    };
  }
}

function packedIndex(index: NameIndex, numbers: Map<string, number>): PackedIndex {
  const numberOf = (node: string): number => {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  };
  return index.entries().flatMap(([name, nodes]) => [name, nodes.map(numberOf).join(" ")]);
}

/** The pieces without so many bytes at their beginning. */
function without(text: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  const [first, ...rest] = text;
  if (first === undefined || bytes === 0) return text;
  return first.length > bytes ? [first.subarray(bytes), ...rest] : without(rest, bytes - first.length);
}

const encoder = new TextEncoder();
