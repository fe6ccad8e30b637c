import { similar } from "../../base/similar.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import type { Span } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { PendingContribution } from "../merge/partial-value.ts";

/** One step of the chain that is being followed. */
export interface TrailHop {
  readonly what: object;
  readonly path: readonly string[];
  readonly origin: Span;
}

/** A reference whose path leads nowhere. `known` are the keys that stand where the path stops. */
export function unresolved(
  reference: string,
  at: { readonly origin: Span; readonly path: readonly string[]; readonly known: readonly string[] },
): Diagnostic {
  const last = /([^:{}]+)\}$/.exec(reference)?.[1] ?? "";
  const near = similar(last, at.known).map((name) => `"${name}"`);
  return {
    code: "unresolved-reference",
    severity: "error",
    message: `${reference} has no target${forPath(at.path)}`,
    span: at.origin,
    related: [],
    ...(near.length > 0 && { hint: `did you mean ${near.join(" or ")}?` }),
  };
}

/** A reference without a target that counts as null because a later value replaces it. */
export function overwritten(missing: Diagnostic, by: Span): Diagnostic {
  return {
    ...missing,
    code: "overwritten-reference",
    severity: "warning",
    message: `${missing.message}; a later value replaces it`,
    related: [{ span: by, caption: "replaced here" }],
  };
}

/** Text is made from a list, a mapping or a set, in Python's notation. */
export function containerInText(
  reference: string,
  at: { readonly origin: Span; readonly path: readonly string[] },
): Diagnostic {
  return {
    code: "container-in-text",
    severity: "warning",
    message: `${reference} is no scalar; the text${forPath(at.path)} holds what Python prints for it`,
    span: at.origin,
    related: [],
    hint: "refer to one of its values, or let the reference stand alone to take it over whole",
  };
}

/** References that lead back to where they started. */
export function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const [first, ...rest] = written.length > 0 ? written : hops;
  const names = [...written, ...written.slice(0, 1)].map(({ path }) => printPath(path));
  return {
    code: "reference-cycle",
    severity: "error",
    message: `references lead back to themselves: ${names.join(" -> ")}`,
    ...(first !== undefined && { span: first.origin }),
    related: rest.map(({ origin }) => ({ span: origin, caption: "which leads on from here" })),
    hint: "give one of these values without a reference",
  };
}

/** Values of different kinds at one key. `above` is the contribution that does not fit. */
export function mergeType(
  kinds: { readonly above: string; readonly below: string },
  at: { readonly parts: readonly PendingContribution[]; readonly index: number; readonly path: readonly string[] },
): Diagnostic {
  const above = at.parts[at.index];
  const others = at.parts.filter((part) => part !== above);
  const related = others.flatMap((part): readonly Related[] => {
    const earlier = part.cell.kind === "merged-list" ? part.cell.earlier : [];
    const caption = part === at.parts[at.index - 1] ? `${kinds.below} stands here` : "also set here";
    return [...earlier.map((span) => ({ span, caption: "also set here" })), { span: part.origin, caption }];
  });
  return {
    code: "merge-type",
    severity: "error",
    message: `${kinds.above} cannot be merged over ${kinds.below}${atPath(at.path)}`,
    ...(above !== undefined && { span: above.origin }),
    related,
    hint: 'write "~" before the key to replace what is there',
  };
}

/** A constant that a later layer sets again. */
export function constantChanged(constant: Span, later: Span, path: readonly string[]): Diagnostic {
  return {
    code: "constant-changed",
    severity: "error",
    message: `the constant${forPath(path)} is set again`,
    span: later,
    related: [{ span: constant, caption: "made constant here" }],
    hint: 'remove this value, or the "=" that makes the key constant',
  };
}

export function limit(message: string, origin: Span): Diagnostic {
  return { code: "reference-limit", severity: "error", message, span: origin, related: [] };
}

function forPath(path: readonly string[]): string {
  return path.length === 0 ? "" : ` for ${printPath(path)}`;
}

function atPath(path: readonly string[]): string {
  return path.length === 0 ? "" : ` at ${printPath(path)}`;
}
