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

/** A list, a mapping or a set is part of a text. */
export function containerInText(reference: string, kind: string, origin: Span): Diagnostic {
  return finding(
    "container-in-text",
    origin,
    `${reference} is a ${kind}; inside text it is written in Python notation`,
    {
      hint: `refer to one of its values, or copy the whole ${kind} with a reference that is the whole value`,
    },
  );
}

/** References that lead back to themselves. Of a long loop the first are named. */
export function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const loop = written.length > 0 ? written : hops;
  const [first, ...rest] = loop.slice(0, MOST_NAMED);
  const more = loop.length > MOST_NAMED ? [`${loop.length - MOST_NAMED} more`] : [];
  const names = written.slice(0, MOST_NAMED).map(({ path }) => printPath(path));
  const way = [...names, ...more, ...names.slice(0, 1)].join(" -> ");
  return finding("reference-cycle", first?.origin, `reference cycle: ${way}`, {
    related: rest.map(({ origin }) => ({ span: origin, caption: "continues here" })),
    hint: "replace one of these references with a value",
  });
}

const MOST_NAMED = 50;
