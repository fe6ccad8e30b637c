import type { Span } from "../values/origin.ts";
import type { DiagnosticCode, Severity } from "./codes.ts";

/** A problem in the user's data. Printing it is not its own business: `report/findings/diagnostic.ts` does that. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without the place: what is wrong, with the user's own names. */
  readonly message: string;
  /** The exact bytes at fault; absent only when no file holds the fault. */
  readonly span?: Span;
  /** Further places that take part, each with the part it plays. */
  readonly related: readonly Related[];
  /** A fact that helps to judge it. */
  readonly note?: string;
  /** One concrete thing to do. */
  readonly hint?: string;
}

export interface Related {
  readonly span: Span;
  readonly caption: string;
}

/** Takes diagnostics as they are found. */
export type Report = (diagnostic: Diagnostic) => void;
