import type { Span } from "../values/origin.ts";
import { codes, type DiagnosticCode, type OtherSeverity } from "./codes.ts";
import { type Diagnostic, type FoundContract, findingSpans, type Related } from "./diagnostic.ts";

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

/**
 * Equal for the same finding of one state, masked or not: code and places, or the message of a finding without a place.
 */
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
