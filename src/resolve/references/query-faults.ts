import type { DiagnosticCode } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Span } from "../../model/values/origin.ts";

/** A query fails because another node in its scope does. */
export function otherNode(
  code: DiagnosticCode,
  origin: Span,
  other: { readonly name: string; readonly cause: Diagnostic },
): Diagnostic {
  const { name, cause } = other;
  return finding(code, origin, `the query cannot be answered, for node ${name}: ${cause.message}`, {
    related: cause.span === undefined ? [] : [{ span: cause.span, caption: `this is why ${name} fails` }],
    hint: code === "query-failed" ? (cause.code.startsWith("yaml-") ? LEAVE_FILES_OUT : LEAVE_NODES_OUT) : undefined,
  });
}

const LEAVE_NODES_OUT = "+IgnoreErrors in the query leaves such nodes out";
const LEAVE_FILES_OUT = "the setting inventory_ignore_failed_node leaves such nodes out";

/** A test compares with a parameter that is null. */
export function nullOperand(origin: Span): Diagnostic {
  const message = "the query compares with a parameter that is null";
  return finding("query-expression", origin, message);
}

/** A test has an export on both sides. */
export function twoExports(origin: Span): Diagnostic {
  const message = "the query compares an export with an export: one side has to be a parameter of this node or a value";
  return finding("query-expression", origin, message);
}

/** A query where none can be answered: in a class name, or behind an export that a query asks for. */
export function noAnswer(origin: Span): Diagnostic {
  const message =
    "an inventory query cannot be used here: class names and exports that are asked for cannot wait for one";
  return finding("query-expression", origin, message);
}
