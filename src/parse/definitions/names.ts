import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { type ClassMention, classMention, type NameMention } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Delimiters } from "../../model/values/template.ts";
import type { TemplateValue } from "../../model/values/value.ts";

const SKIPPED_FOLDER = /(?:^|\/)(?:\.[^/]*|CVS|SCCS)\//;

export interface FileName {
  readonly name: string;
  /** What `class_mappings_match_path` matches: path without extension; `./name` for a plain node at the top. */
  readonly pathName: string;
}

/** The class that a path below the class folder, with `/`, defines (N1 to N4 in docs/concepts/names.md), if any. */
export function className(relative: string): FileName | undefined {
  const pathName = stemOf(relative);
  if (pathName === undefined) return undefined;
  const name = pathName.endsWith("/init") ? pathName.slice(0, -"/init".length) : pathName;
  return { name: name.replaceAll("/", "."), pathName };
}

/** The node that a file defines: its base name, with `compose_node_name` preceded by its folders. */
export function nodeName(relative: string, settings: Settings): FileName | undefined {
  const stem = stemOf(relative);
  if (stem === undefined) return undefined;
  const base = stem.slice(stem.lastIndexOf("/") + 1);
  if (!settings.compose_node_name) return { name: base, pathName: base === stem ? `./${base}` : stem };
  return { name: stem.startsWith("_") ? base : stem.replaceAll("/", "."), pathName: stem };
}

/** A class name made absolute: n leading dots drop the last n parts of `owner`; extra dots stop at the top. */
export function absoluteName(written: string, owner: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const parent = owner.split(".").slice(0, -dots).join(".");
  return parent === "" ? written.slice(dots) : parent + written.slice(dots - 1);
}

/**
 * The inverse of `absoluteName`: a class name as the file of `owner` writes it with so many leading dots; undefined for a
 * class that the dots do not reach.
 */
export function relativeName(name: string, owner: string, dots: number): string | undefined {
  const parent = owner.split(".").slice(0, -dots).join(".");
  if (parent === "") return ".".repeat(dots) + name;
  return name.startsWith(`${parent}.`) ? ".".repeat(dots) + name.slice(parent.length + 1) : undefined;
}

/** The path without its extension; undefined for a file that defines nothing. */
function stemOf(relative: string): string | undefined {
  const length = relative.endsWith(".yml") ? 4 : relative.endsWith(".yaml") ? 5 : 0;
  return length === 0 || SKIPPED_FOLDER.test(relative) ? undefined : relative.slice(0, -length);
}

/** The id of a group or policy: its path below the folder of its kind, formed as class names are; undefined if none. */
export function fileId(relative: string): string | undefined {
  return className(relative)?.name;
}

interface ClassReading {
  readonly settings: Delimiters;
  readonly report: Report;
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
  const { remove, origin } = mention;
  const checked = classMention({ name: absolute(mention.name), remove, origin }, settings);
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
