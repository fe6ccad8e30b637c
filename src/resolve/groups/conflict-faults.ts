import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { PropertyConflict } from "../../model/inventory/resolved.ts";
import { printKeys } from "../../model/values/parameter-path.ts";

/** A conflict as the error of a node: the groups, and what each of them says. */
export function conflictFault(conflict: PropertyConflict): Diagnostic {
  const [one = "", other = ""] = conflict.groups;
  const [first, ...others] = conflict.sides;
  const message = `${what(conflict)}: ${sidesText(conflict)}, and nothing orders them`;
  const fault = finding("group-conflict", first?.origin, message, {
    related: others.map(sidePlace),
    hint: `add a chain to "order" in order.yml, as - [${one}, ${other}]; the last one wins`,
  });
  return { ...fault, property: conflict.property };
}

/** A conflict that a later layer hides. */
export function latentFault(conflict: PropertyConflict): Diagnostic {
  const [first, ...others] = conflict.sides;
  const message = `${what(conflict)}: ${sidesText(conflict)}, which only a later layer hides`;
  return finding("latent-conflict", first?.origin, message, {
    related: others.map(sidePlace),
    hint: "order them in order.yml before someone takes the later layer away",
  });
}

/** The values in question: the property, or the paths below it. */
function what({ property, paths }: PropertyConflict): string {
  return paths.map((path) => printKeys([property, ...path])).join(", ");
}

function sidesText({ sides }: PropertyConflict): string {
  const texts = sides.map(({ group, text }) => `group ${group} says ${text}`);
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1) ?? ""}`;
}

function sidePlace({ group, origin }: PropertyConflict["sides"][number]): Related {
  return { span: origin, caption: `group ${group} says this` };
}
