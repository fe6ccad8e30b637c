import { jsonString } from "../../base/json-text.ts";
import { addTo, compareText } from "../../base/text-order.ts";
import type { ShareMark } from "../../encoding/json.ts";
import type { NodeErrorData } from "../../model/documents/inventory.ts";
import { type Diagnostic, isError, type MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import { type MapValue, placeOf, placeText } from "../../model/values/value.ts";

/** Writes an inventory piece by piece, so that only one node is in memory at a time. */
export interface InventoryWriter {
  begin(): string;
  node(outcome: ReportedOutcome): string;
  /** What separates the texts of nodes and follows them; absent where each text depends on the nodes before it. */
  readonly parts?: { readonly separator: Separator; readonly after: AfterNodes };
  /** What makes the whole impossible in this form; asked after the last node. */
  findings?(): readonly Diagnostic[];
  end(): string;
}

/** What a form of all nodes needs besides the nodes. */
export interface FormFacts {
  /** By id. */
  readonly groups: ReadonlyMap<string, Group>;
  /** The commit that is read; undefined for the index and the work tree. */
  readonly commit: string | undefined;
  readonly share?: ShareMark | undefined;
}

export interface ToolForm {
  /** The answer for one node, with its last line end; absent where the tool reads all nodes alone. */
  readonly host?: (node: ResolvedNode, rest?: MapValue) => string;
  /** The answer for all nodes; absent where the tool asks for each node. */
  readonly list?: (facts: FormFacts) => InventoryWriter;
  /** The ending of the files that `heir export` writes, one for each node; absent where no tool reads such files. */
  readonly file?: "json" | "yaml";
}

/** What is written of the nodes that resolve whole: `"NAME": TEXT`, each on a line of its own. */
interface MemberTexts {
  readonly begin: string;
  text(node: ResolvedNode): string;
  end(isEmpty: boolean): string;
  /** Takes note of any other node. */
  leave?(outcome: ReportedOutcome): void;
}

/** Writes the nodes that resolve whole as members of a JSON object. */
export function membersWriter({ begin, text, end, leave }: MemberTexts): InventoryWriter {
  const separator = new Separator("\n", ",\n");
  return {
    begin: () => begin,
    node(outcome) {
      const node = soundNode(outcome);
      if (node === undefined) leave?.(outcome);
      if (node === undefined) return "";
      return `${separator.next()}${jsonString(node.name)}: ${text(node)}`;
    },
    end: () => end(separator.isFirst),
  };
}

/** Nodes as they are written one by one, here or by other processes. */
export interface WrittenNodes {
  readonly nodes: AsyncIterable<WrittenNode>;
  /** What other writers have to print after the nodes, once these were written. */
  after(): readonly AfterNodesData[];
}

export interface WrittenNode {
  /** As text, or in UTF-8. */
  readonly text: string | Uint8Array;
  readonly isFailed: boolean;
  readonly diagnostics: readonly MaskedDiagnostic[];
}

type IndexEntries = readonly (readonly [name: string, nodes: readonly string[]])[];

/** A node that resolves whole; undefined for any other. */
export function soundNode({ node }: ReportedOutcome): ResolvedNode | undefined {
  return node?.conflicts.length === 0 ? node : undefined;
}

/** The error by which a node failed, wholly or in part; undefined for a node that resolved. */
export function nodeFailure(outcome: ReportedOutcome): NodeErrorData | undefined {
  if (soundNode(outcome) !== undefined) return undefined;
  return firstFailure(outcome.diagnostics) ?? { kind: "unknown", message: `node ${outcome.name} does not resolve` };
}

/** `class-not-found: class role.wbe is listed but has no file (nodes/web2.yml:1:11)`. */
export function failureLine({ kind, message, place }: NodeErrorData): string {
  return `${kind}: ${message}${place === undefined ? "" : ` (${placeText(place)})`}`;
}

/** The first error among diagnostics, if any. */
export function firstFailure(diagnostics: readonly MaskedDiagnostic[]): NodeErrorData | undefined {
  const first = diagnostics.find(isError);
  if (first === undefined) return undefined;
  const { code, message, span } = first;
  return { kind: code, message, place: span && placeOf(span) };
}

/** The nodes that have each name (of a class, an application), added one by one; names and nodes are sorted. */
export class NameIndex {
  private readonly nodesOf = new Map<string, string[]>();

  add(mentions: readonly NameMention[], node: string): void {
    for (const name of new Set(mentions.map((each) => each.name))) addTo(this.nodesOf, name, node);
  }

  join(entries: IndexEntries): void {
    for (const [name, nodes] of entries) for (const node of nodes) addTo(this.nodesOf, name, node);
  }

  entries(): IndexEntries {
    const sorted = [...this.nodesOf].map(([name, nodes]) => [name, nodes.toSorted(compareText)] as const);
    return sorted.sort(([left], [right]) => compareText(left, right));
  }
}

export interface AfterNodesData {
  readonly errors: readonly NamedText[];
  readonly classes: IndexEntries;
  readonly applications: IndexEntries;
}

type NamedText = readonly [name: string, text: string];

/** What is printed after the nodes: the errors, and the nodes of each class and application. */
export class AfterNodes {
  private readonly errors: NamedText[] = [];
  readonly classes = new NameIndex();
  readonly applications = new NameIndex();

  fail(name: string, text: string): void {
    this.errors.push([name, text]);
  }

  /** Adds a node to those of its classes and applications. */
  index({ name, classes, applications }: ResolvedNode): void {
    this.classes.add(classes, name);
    this.applications.add(applications, name);
  }

  get failures(): readonly string[] {
    return this.errors.map(([, text]) => text);
  }

  get data(): AfterNodesData {
    return { errors: this.errors, classes: this.classes.entries(), applications: this.applications.entries() };
  }

  join(others: readonly AfterNodesData[]): void {
    for (const { classes, applications } of others) {
      this.classes.join(classes);
      this.applications.join(applications);
    }
    this.errors.push(...others.flatMap(({ errors }) => errors));
    this.errors.sort(([one], [other]) => compareText(one, other));
  }
}

/** Begins what is written of the first node and of each other one. */
export class Separator {
  private readonly opening: string;
  private readonly between: string;
  isFirst = true;

  constructor(opening: string, between: string) {
    this.opening = opening;
    this.between = between;
  }

  next(): string {
    const text = this.isFirst ? this.opening : this.between;
    this.isFirst = false;
    return text;
  }
}
