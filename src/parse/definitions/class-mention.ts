import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { type ClassMention, classMention, type NameMention } from "../../model/inventory/definition.ts";
import type { Delimiters } from "../../model/values/template.ts";
import type { TemplateValue } from "../../model/values/value.ts";

/** How the entries of one list of classes are read. */
export interface ClassReading {
  readonly settings: Delimiters;
  readonly report: Report;
  /** Makes a name absolute. */
  absolute(name: string): string;
}

/** An entry of `classes`, checked and made absolute. Empty if it is not a valid class name, which is reported. */
export function checkedClass(mention: NameMention, { settings, report, absolute }: ClassReading): ClassMention[] {
  const bad = /[ /]/.exec(mention.name)?.[0];
  if (bad !== undefined || mention.name === "") {
    const what = bad === undefined ? "a class name is empty" : `class name "${mention.name}" contains "${bad}"`;
    report(finding("class-name-invalid", mention.origin, what));
    return [];
  }
  const checked = classMention(
    { name: absolute(mention.name), remove: mention.remove, origin: mention.origin },
    settings,
  );
  if (checked.template !== undefined) reportTemplateFaults([checked.template], report);
  return [checked];
}

const LONGEST_QUOTED = 200;

/** Reports the templates with a syntax error. */
export function reportTemplateFaults(templates: readonly TemplateValue[], report: Report): void {
  for (const { parts, origin, text } of templates) {
    const [part] = parts;
    if (part?.kind !== "fault") continue;
    const shown = text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
    const message = `"${shown}" cannot be read: ${part.fault}`;
    const hint = "put a backslash before it if it is meant as text";
    report(finding(part.code, origin, message, { hint }));
  }
}
