import type { Moment } from "../../base/moment.ts";
import type { FoundKey } from "../contracts/value-test.ts";
import type { Masked } from "../secrets/masked.ts";
import type { Span } from "../values/value.ts";
import { codes, type DiagnosticCode, type OtherSeverity, type Severity } from "./codes.ts";

export interface FoundContract {
  readonly id: string;
  /** As written; absent for a rule that is about no single path. */
  readonly path?: string;
  readonly span: Span;
}

/** A fault in the user's data. `report/findings/diagnostic.ts` prints it. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong, with the user's own names and without the place. */
  readonly message: string;
  /** The exact bytes at fault; absent only if the fault is in no file. */
  readonly span?: Span;
  /** Further places that are involved, each with its role. */
  readonly related: readonly Related[];
  /** Errors that are there only because of it: undefined references, each by its text. */
  readonly follows?: readonly Following[];
  /** A fact that helps to understand it. */
  readonly note?: string;
  /** One concrete thing to do. */
  readonly hint?: string;
  /** The keys that lead to the value, from the top of the node. */
  readonly path?: readonly FoundKey[];
  /** The class without a file that is skipped. */
  readonly missingClass?: string;
  /** The two classes between which only order decides, the weaker one first, and the path of the value. */
  readonly order?: { readonly below: string; readonly above: string; readonly path: string };
  readonly contract?: FoundContract;
  /** Digests of the parts of the inventory that break a rule: with one more it is another finding. */
  readonly parts?: readonly number[];
  /** Of a line with an end: when that is, and whether the line is the key of a value. What is kept of a finding is no judgement. */
  readonly end?: Moment & { readonly isKey: boolean };
  /** Present if it stands for the findings of its code in its file beyond those that are kept. */
  readonly rest?: RestOfFindings;
}

/** A finding, and the nodes that have it; none for one of no node. */
export type FoundOnNodes = FoundProblem<Diagnostic>;

/** What is known of the findings of one code in one file beyond the thousand that are kept. */
interface RestOfFindings {
  readonly count: number;
  /** Digests of their messages. */
  readonly messages: ReadonlySet<number>;
}

export interface Related {
  readonly span: Span;
  readonly caption: string;
}

/** An error that follows from another one. */
interface Following extends Related {
  /** Those of the nodes with the other one that have it; absent for all. */
  readonly nodes?: readonly string[];
}

/** All places of a finding: its own, if it has one, then the further ones. */
export function findingSpans({ span, related }: Pick<Diagnostic, "span" | "related">): readonly Span[] {
  return [...(span === undefined ? [] : [span]), ...related.map((other) => other.span)];
}

export function isError({ severity }: Pick<Diagnostic, "severity">): boolean {
  return severity === "error";
}

/** A problem as it may be reported: no secret is in its texts, and none in the lines that its places quote. */
export type MaskedDiagnostic = Masked<Diagnostic>;

export interface FoundProblem<Of extends Diagnostic = MaskedDiagnostic> {
  readonly diagnostic: Of;
  /** Sorted; empty when it is about the inventory as a whole. */
  readonly nodes: readonly string[];
}

export type Report = (diagnostic: Diagnostic) => void;

interface FindingDetails<Code extends DiagnosticCode> {
  /** Another severity of the code, for the cases that its page in docs/checks names. */
  readonly as?: OtherSeverity<Code> | undefined;
  readonly related?: readonly Related[];
  readonly note?: string | undefined;
  readonly hint?: string | undefined;
  readonly missingClass?: string;
  readonly order?: Diagnostic["order"];
}

/** A diagnostic with the severity of its code. */
export function finding<Code extends DiagnosticCode>(
  code: Code,
  span: Span | undefined,
  message: string,
  { as, related = [], note, hint, missingClass, order }: FindingDetails<Code> = {},
): Diagnostic {
  return { code, severity: as ?? codes[code].severity, message, span, related, note, hint, missingClass, order };
}

/** Equal for the same finding of one state, masked or not: code and places, or the message if it has no place. */
export function findingKey(finding: Diagnostic): string {
  const { code, message, span, contract, path } = finding;
  if (contract !== undefined) return JSON.stringify([contractKey(contract, path), code, placeKey(span)]);
  if (span === undefined) return JSON.stringify([code, message]);
  return JSON.stringify([code, ...findingSpans(finding).map(placeKey)]);
}

/** Equal for findings about the same contract and the same path: rule K17 of docs/concepts/contracts.md. */
export function contractKey({ span }: FoundContract, path: Diagnostic["path"]): string {
  return JSON.stringify([placeKey(span), path ?? null]);
}

function placeKey(span: Span | undefined): unknown {
  return span && [span.file.path, span.start, span.end];
}
