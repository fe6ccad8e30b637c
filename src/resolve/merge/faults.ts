import { type Diagnostic, finding, type Related } from "../../model/findings/diagnostic.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Span } from "../../model/values/value.ts";
import type { PartialValue, PendingContribution } from "./partial-value.ts";

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
