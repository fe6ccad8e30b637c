import { didYouMean, inQuotes, similar } from "../../base/similar.ts";
import { type Diagnostic, finding, type Related } from "../../model/findings/diagnostic.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Span } from "../../model/values/value.ts";
import type { MergedMap, PartialValue, PendingContribution } from "./partial-value.ts";

/** A reference without a target that counts as null because a later value replaces it. */
export function overwritten(missing: Diagnostic, by: Span): Diagnostic {
  return finding("overwritten-reference", missing.span, `${missing.message}; a later value replaces it`, {
    related: [{ span: by, caption: "replaced here" }],
    hint: missing.hint,
  });
}

/** Values of different kinds at one key. The contribution at `index` is the one that does not fit. */
export function mergeType(
  contributions: readonly PendingContribution[],
  index: number,
  path: readonly string[],
): Diagnostic {
  const [above, below] = [contributions[index], contributions[index - 1]];
  const [newKind, kind] = [above, below].map((each) => (each === undefined ? "a value" : kindOf(each.value)));
  const others = contributions.filter((contribution) => contribution !== above);
  const related = others.flatMap((each): readonly Related[] => {
    const earlier = each.value.kind === "merged-list" ? each.value.earlier : [];
    const caption = each === below ? `${kind} here` : "also set here";
    return [...earlier.map((span) => ({ span, caption: "also set here" })), { span: each.origin, caption }];
  });
  const message = `${newKind} cannot be merged over ${kind} at ${printPath(path)}`;
  const hint = 'write "~" before the key to replace the value below it';
  return finding("merge-type", above?.origin, message, { related, hint });
}

/** A constant that a later layer sets again. */
export function constantChanged(constant: Span, later: Span, path: readonly string[]): Diagnostic {
  const related = [{ span: constant, caption: "declared constant here" }];
  const hint = 'remove this value, or the "=" before the key of the constant';
  return finding("constant-changed", later, `constant ${printPath(path)} is set again`, { related, hint });
}

/** The kind of a value as it is written: a reference is named as one, whatever it leads to. */
function kindOf(value: PartialValue): string {
  switch (value.kind) {
    case "template":
      return value.parts.length === 1 ? "a reference" : "text with references";
    case "map":
    case "merged-map":
    case "raw":
      return "a mapping";
    case "list":
    case "merged-list":
      return "a list";
    case "scalar":
      return value.type === "null" ? "null" : "a scalar";
    case "set":
      return "a scalar";
    case "alias":
      return kindOf(value.target);
    case "pending":
      return "a merged value";
  }
}

/** One value of a chain that is followed. */
export interface TrailHop {
  readonly what: object & { readonly copied?: MergedMap["copied"] };
  readonly path: readonly string[];
  readonly origin: Span;
}

/**
 * A reference to a path without a value. `target` is that path; undefined if parts of it are values, which may be
 * secret. `known` are the keys beside its last key.
 */
export function unresolved(reference: string, { origin, target, known, barrier }: Unresolved): Diagnostic {
  if (barrier !== undefined) return barred(reference, barrier, { origin, target });
  const last = /([^:{}]+)\}$/.exec(reference)?.[1] ?? "";
  const missing = target === undefined ? "" : `: no value at ${printPath(target)}`;
  const isOfKapitan = target !== undefined && /^_reclass_:name:(?:path|parts)$/.test(printPath(target));
  const others = isOfKapitan ? SET_BY_KAPITAN : reference.includes("::") ? READ_AS_KEYS : undefined;
  const hint = didYouMean(similar(last, known), last, inQuotes) ?? others;
  return finding("unresolved-reference", origin, `undefined reference ${reference}${missing}`, { hint });
}

const SET_BY_KAPITAN = "if this is an inventory of kapitan, add dialect: kapitan to heir.yml";

const READ_AS_KEYS = "if a default is meant behind ::, as in reclass-rs, set reference_defaults: true";

function barred(reference: string, { keys, kind }: Barrier, { origin, target }: Pick<Unresolved, "origin" | "target">) {
  const value = target === undefined ? "a value on its path" : printPath(keys);
  const message = `undefined reference ${reference}: ${value} is not a mapping (${kind})`;
  const hint = "a default stands in only for a missing key of a mapping";
  return finding("unresolved-reference", origin, message, { hint });
}

/** The text of a default is not YAML. */
export function unreadableDefault(reference: string, fault: string, origin: Span): Diagnostic {
  const hint = "a default is YAML: put text in quotes; write \\} for a closing bracket";
  return finding("reference-syntax", origin, `the default of ${reference} cannot be read: ${fault}`, { hint });
}

/** A value in the middle of a path that has no keys. */
export interface Barrier {
  readonly keys: readonly string[];
  readonly kind: string;
}

interface Unresolved {
  readonly origin: Span;
  readonly target: readonly string[] | undefined;
  readonly known: readonly string[];
  readonly barrier?: Barrier | undefined;
}

/** A list, a mapping or a set is part of a text. */
export function containerInText(reference: string, kind: string, origin: Span): Diagnostic {
  const message = `${reference} is a ${kind}; inside text it is written in Python notation`;
  const hint = `refer to one of its values, or copy the whole ${kind} with a reference that is the whole value`;
  return finding("container-in-text", origin, message, { hint });
}

/** References that lead back to themselves. Of a long loop the first are named. */
export function referenceCycle(hops: readonly TrailHop[]): Diagnostic {
  const written = hops.filter(({ what }) => "kind" in what && what.kind === "template");
  const loop = written.length > 0 ? written : hops;
  const [first, ...rest] = loop.slice(0, MOST_NAMED);
  const more = loop.length > MOST_NAMED ? [`${loop.length - MOST_NAMED} more`] : [];
  const names = loop.slice(0, MOST_NAMED).map(({ path }) => printPath(path));
  const way = [...names, ...more, ...names.slice(0, 1)].join(" -> ");
  const related = rest.map(({ origin }) => ({ span: origin, caption: "continues here" }));
  const hint = "replace one of these references with a value";
  return finding("reference-cycle", first?.origin, `reference cycle: ${way}`, { related, hint });
}

const MOST_NAMED = 50;
