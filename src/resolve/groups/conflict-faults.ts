import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { PropertyConflict } from "../../model/inventory/resolved.ts";
import { printKeys } from "../../model/values/parameter-path.ts";

/** A conflict as the error of a node: the groups, and what each of them says. */
export function conflictFault(conflict: PropertyConflict): Diagnostic {
  const [one = "", other = ""] = conflict.groups;
  return {
    ...placed(conflict),
    code: "group-conflict",
    severity: "error",
    message: `${what(conflict)}: ${sidesText(conflict)}, and nothing orders them`,
    hint: `add a chain to "order" in order.yml, as - [${one}, ${other}]; the last one wins`,
  };
}

/** A conflict that a later layer hides. */
export function latentFault(conflict: PropertyConflict): Diagnostic {
  return {
    ...placed(conflict),
    code: "latent-conflict",
    severity: "warning",
    message: `${what(conflict)}: ${sidesText(conflict)}, which only a later layer hides`,
    hint: "order them in order.yml before someone takes the later layer away",
  };
}

/** The values in question: the property, or the paths below it. */
function what({ property, paths }: PropertyConflict): string {
  return paths.map((path) => printKeys([property, ...path])).join(", ");
}

function sidesText({ sides }: PropertyConflict): string {
  const texts = sides.map(({ group, text }) => `group ${group} says ${text}`);
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1) ?? ""}`;
}

function placed({ sides }: PropertyConflict): Pick<Diagnostic, "span" | "related"> {
  const [first, ...others] = sides;
  return {
    ...(first !== undefined && { span: first.origin }),
    related: others.map(({ group, origin }) => ({ span: origin, caption: `group ${group} says this` })),
  };
}
