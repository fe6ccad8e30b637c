import { similar } from "../../base/similar.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Span } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";

/** One value of a chain that is followed. */
export interface TrailHop {
  readonly what: object;
  readonly path: readonly string[];
  readonly origin: Span;
}

/**
 * A reference to a path without a value. `target` is that path; absent if parts of it are values, which may be secret.
 * `known` are the keys beside its last key.
 */
export function unresolved(
  reference: string,
  at: { readonly origin: Span; readonly target: readonly string[] | undefined; readonly known: readonly string[] },
): Diagnostic {
  const last = /([^:{}]+)\}$/.exec(reference)?.[1] ?? "";
  const near = similar(last, at.known).map((name) => `"${name}"`);
  const missing = at.target === undefined ? "" : `: no value at ${printPath(at.target)}`;
  return finding("unresolved-reference", at.origin, `undefined reference ${reference}${missing}`, {
    hint: near.length > 0 ? `did you mean ${near.join(" or ")}?` : undefined,
  });
}

/** A list, a mapping or a set is part of a text, in the notation of Python. */
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

/** References that lead back to themselves. */
export function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const [first, ...rest] = written.length > 0 ? written : hops;
  const names = [...written, ...written.slice(0, 1)].map(({ path }) => printPath(path));
  return finding("reference-cycle", first?.origin, `references lead back to themselves: ${names.join(" -> ")}`, {
    related: rest.map(({ origin }) => ({ span: origin, caption: "which leads on from here" })),
    hint: "give one of these values without a reference",
  });
}

function forPath(path: readonly string[]): string {
  return path.length === 0 ? "" : ` for ${printPath(path)}`;
}
