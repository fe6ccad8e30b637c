import { similar } from "../../base/similar.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
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
  return finding("unresolved-reference", at.origin, `${reference} has no target${forPath(at.path)}`, {
    hint: near.length > 0 ? `did you mean ${near.join(" or ")}?` : undefined,
  });
}

/** A reference without a target that counts as null because a later value replaces it. */
export function overwritten(missing: Diagnostic, by: Span): Diagnostic {
  return finding("overwritten-reference", missing.span, `${missing.message}; a later value replaces it`, {
    related: [{ span: by, caption: "replaced here" }],
    hint: missing.hint,
  });
}

/** Text is made from a list, a mapping or a set, in Python's notation. */
export function containerInText(
  reference: string,
  at: { readonly origin: Span; readonly path: readonly string[] },
): Diagnostic {
  return finding(
    "container-in-text",
    at.origin,
    `${reference} is no scalar; the text${forPath(at.path)} holds what Python prints for it`,
    { hint: "refer to one of its values, or let the reference stand alone to take it over whole" },
  );
}

/** References that lead back to where they started. */
export function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const [first, ...rest] = written.length > 0 ? written : hops;
  const names = [...written, ...written.slice(0, 1)].map(({ path }) => printPath(path));
  return finding("reference-cycle", first?.origin, `references lead back to themselves: ${names.join(" -> ")}`, {
    related: rest.map(({ origin }) => ({ span: origin, caption: "which leads on from here" })),
    hint: "give one of these values without a reference",
  });
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
  return finding("merge-type", above?.origin, `${kinds.above} cannot be merged over ${kinds.below}${atPath(at.path)}`, {
    related,
    hint: 'write "~" before the key to replace what is there',
  });
}

/** A constant that a later layer sets again. */
export function constantChanged(constant: Span, later: Span, path: readonly string[]): Diagnostic {
  return finding("constant-changed", later, `the constant${forPath(path)} is set again`, {
    related: [{ span: constant, caption: "made constant here" }],
    hint: 'remove this value, or the "=" that makes the key constant',
  });
}

export function limit(message: string, origin: Span): Diagnostic {
  return finding("reference-limit", origin, message);
}

function forPath(path: readonly string[]): string {
  return path.length === 0 ? "" : ` for ${printPath(path)}`;
}

function atPath(path: readonly string[]): string {
  return path.length === 0 ? "" : ` at ${printPath(path)}`;
}
