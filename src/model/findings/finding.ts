import type { Span } from "../values/origin.ts";
import { codes, type DiagnosticCode, type OtherSeverity } from "./codes.ts";
import type { Diagnostic, Related } from "./diagnostic.ts";

interface FindingDetails<Code extends DiagnosticCode> {
  /** The second severity of the code, for the cases that its page in docs/checks names. */
  readonly as?: OtherSeverity<Code> | undefined;
  readonly related?: readonly Related[];
  readonly note?: string | undefined;
  readonly hint?: string | undefined;
}

/** A diagnostic with the severity of its code. */
export function finding<Code extends DiagnosticCode>(
  code: Code,
  span: Span | undefined,
  message: string,
  { as, related = [], note, hint }: FindingDetails<Code> = {},
): Diagnostic {
  return {
    code,
    severity: as ?? codes[code].severity,
    message,
    ...(span !== undefined && { span }),
    related,
    ...(note !== undefined && { note }),
    ...(hint !== undefined && { hint }),
  };
}
