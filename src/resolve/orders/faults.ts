import { wordList } from "../../base/name-set.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { ConflictSide, GroupConflict } from "../../model/inventory/resolved.ts";
import { type ParameterPath, printAmong } from "../../model/values/parameter-path.ts";

/** A question as the error of a node; `whole` says what fails the node in some order. */
export function conflictFault(conflict: GroupConflict, node: string, whole?: Diagnostic): Diagnostic {
  const unordered = `nothing orders ${wordList(conflict.groups, "and")}`;
  const [first, ...others] = sidesOf(conflict);
  const related = others.map(sidePlace);
  if (conflict.kind === "limit") {
    const reason = `${unordered} on ${node}, and they have too many orders to compare`;
    const hint = "order some of them in order.yml, best the groups at the top";
    return finding("order-limit", first?.origin, questionText(conflict, reason), { related, hint });
  }
  const hint = "heir properties --conflicts shows the chains for order.yml that resolve it";
  if (whole === undefined) {
    return finding("group-conflict", first?.origin, questionText(conflict, unordered), { related, hint });
  }
  return finding("group-conflict", whole.span, `${node}: ${whole.message} in one order; ${unordered}`, { hint });
}

/** A question that a layer above the groups hides. */
export function latentFault(conflict: GroupConflict): Diagnostic {
  const [first, ...others] = sidesOf(conflict);
  const reason = `nothing orders ${wordList(conflict.groups, "and")}, and only a later layer hides it`;
  return finding("latent-conflict", first?.origin, questionText(conflict, reason), {
    related: others.map(sidePlace),
    hint: "order them in order.yml before somebody removes the later layer",
  });
}

/** `dns, motd: reason; class foo: in this node or not`. */
function questionText({ paths }: GroupConflict, reason: string): string {
  const all = paths.map(({ path }) => path);
  const values = all.filter((path) => !isName(path)).map((path) => printAmong(path, all));
  const names = all.filter(isName).map(([section, name = ""]) => {
    return `${section === "classes" ? "class" : "application"} ${name}: in this node or not`;
  });
  return values.length === 0 ? [...names, reason].join("; ") : [`${values.join(", ")}: ${reason}`, ...names].join("; ");
}

function isName([section]: ParameterPath): boolean {
  return section === "classes" || section === "applications";
}

/** What the groups say at the first path of which they say something themselves. */
function sidesOf({ paths }: GroupConflict): readonly ConflictSide[] {
  return paths.find(({ sides }) => sides.length > 0)?.sides ?? [];
}

function sidePlace({ group, origin }: ConflictSide): Related {
  return { span: origin, caption: `group ${group} says this` };
}
