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
  return finding(code, origin, `query failed on node ${name}: ${cause.message}`, {
    related: cause.span === undefined ? [] : [{ span: cause.span, caption: `${name} fails here` }],
    hint: code === "query-failed" ? hintFor(cause) : undefined,
  });
}

/** Whether the order of the groups of a node leaves it open, or a part of it. */
export function isConflict({ code }: Diagnostic): boolean {
  return code === "group-conflict" || code === "order-limit";
}

function hintFor(cause: Diagnostic): string | undefined {
  if (isConflict(cause)) return cause.hint;
  return cause.code.startsWith("yaml-") ? LEAVE_FILES_OUT : LEAVE_NODES_OUT;
}

const LEAVE_NODES_OUT = "add +IgnoreErrors to the query to leave out such nodes";
const LEAVE_FILES_OUT = "set inventory_ignore_failed_node to leave out such nodes";

/** A test compares with a parameter that is null. */
export function nullOperand(origin: Span): Diagnostic {
  const message = "query compares with a null parameter";
  return finding("query-expression", origin, message);
}

/** A test has an export on both sides. */
export function twoExports(origin: Span): Diagnostic {
  const message = "query compares two exports; one side must be a parameter of this node or a value";
  return finding("query-expression", origin, message);
}

/** A query where none can be answered: in a class name, or behind an export that a query asks for. */
export function noAnswer(origin: Span): Diagnostic {
  const message = "inventory query not allowed here: class names and queried exports cannot contain one";
  return finding("query-expression", origin, message);
}
