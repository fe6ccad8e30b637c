import { findingSpans, type MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Cause, CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import { isMap, type Span, type TemplatePart, type TemplateValue, type Value } from "../../model/values/value.ts";
import { contributionOf } from "./contributions.ts";
import { type CauseSide, type CauseSides, facings } from "./side.ts";
import { type CauseContext, joined, ValueCauses } from "./values.ts";

/** The edit that makes a node fail, and the path of the value that was edited, if it is a value. */
export interface FailingCause {
  readonly cause: Cause;
  readonly path?: ParameterPath;
}

/** A node that resolves on the old side only. The new one has its layers, and no values. */
export interface FailingSides extends CauseSides {
  /** Whether the file at a path differs between the two states. */
  readonly isChanged: (path: string) => boolean;
}

/**
 * Why a node no longer resolves, by its first error: the missing class was listed or lost its file; the value with the
 * error, or its reference's target, was edited; else the edited file with the error. Undefined if none of these.
 */
export function failingCause(
  diagnostic: MaskedDiagnostic,
  sides: FailingSides,
  context: CauseContext,
): FailingCause | undefined {
  const values = new ValueCauses(sides, context);
  const spans = findingSpans(diagnostic);
  for (const each of spans) {
    const found = mentionCause(each, sides, values) ?? valueCause(each, sides, values);
    if (found !== undefined) return found;
  }
  const { old, new: now, isChanged } = sides;
  const file = fileCause(spans, { before: old.inventory, after: now.inventory, isChanged }) ?? context.settings;
  return file && { cause: file };
}

/** The edited file that one of these places is in, as the definition that it holds. */
export function fileCause(
  spans: readonly Span[],
  { before, after, isChanged }: Readonly<Record<"before" | "after", Inventory>> & Pick<FailingSides, "isChanged">,
): CauseEdit | undefined {
  const span = spans.find(({ file }) => isChanged(file.path));
  if (span === undefined) return undefined;
  const known = ownerOfFile(span.file.path, before);
  if (known !== undefined) return { kind: "value-edited", in: known, new: span };
  const owner = ownerOfFile(span.file.path, after);
  return owner && { kind: "file-added", in: owner, new: span };
}

/** A listed class: it was added to the list, or what it names is gone. */
function mentionCause(span: Span, { old, new: now }: FailingSides, values: ValueCauses): FailingCause | undefined {
  const mention = now.classesIn(now.ownerOf(span)).find(({ origin }) => isAt(origin, span));
  if (mention === undefined) return undefined;
  const { name, origin } = mention;
  const { added, removed } = facings({ old, new: now });
  const cause = values.ancestry.missingFile(name, removed) ?? values.ancestry.mentioned({ name, span: origin }, added);
  return cause && { cause };
}

/** The value with the error: another layer makes it, or a reference in it has lost its target. */
function valueCause(span: Span, { old, new: now }: FailingSides, values: ValueCauses): FailingCause | undefined {
  const found = valueAtSpan(span, now);
  if (found === undefined) return undefined;
  const { path, value } = found;
  const targets = value.kind === "template" ? lostTargets(value, old, now) : [];
  for (const each of [...targets, path]) {
    const cause = joined(values.causes(each));
    if (cause !== undefined) return { cause, path: each };
  }
  return undefined;
}

/** The paths of references in a text that some layer sets on the old side, and none on the new. */
function lostTargets(template: TemplateValue, old: CauseSide, now: CauseSide): readonly ParameterPath[] {
  const { settings } = now.inventory;
  const isSet = (side: CauseSide, path: ParameterPath): boolean =>
    side.node.steps.some((step) => contributionOf(step, path, settings) !== undefined);
  return template.parts.flatMap((part): readonly ParameterPath[] => {
    const text = part.kind === "reference" ? plainText(part.path) : undefined;
    const path = text === undefined ? undefined : ["parameters", ...referencePath(text, settings).keys];
    return path !== undefined && isSet(old, path) && !isSet(now, path) ? [path] : [];
  });
}

function plainText(parts: readonly TemplatePart[]): string | undefined {
  return parts.every((part) => part.kind === "text") ? parts.map(({ text }) => text).join("") : undefined;
}

interface ValueAt {
  readonly path: ParameterPath;
  readonly value: Value;
}

function valueAtSpan(span: Span, side: CauseSide): ValueAt | undefined {
  for (const step of side.node.steps) {
    for (const section of ["parameters", "exports"] as const) {
      const whole = step[section];
      if (whole.origin.file.path !== span.file.path) continue;
      const found = innermost({ path: [section], value: whole }, span);
      if (found !== undefined && found.value !== whole) return found;
    }
  }
  return undefined;
}

/** The innermost mapping entry that covers a place; a list is a value as a whole, but for a text in it. */
function innermost(at: ValueAt, span: Span): ValueAt | undefined {
  const { path, value } = at;
  if (isMap(value)) {
    for (const entry of value.entries) {
      const inside = { path: [...path, entry.key], value: entry.value };
      const found = innermost(inside, span) ?? (isAt(entry.keyNode.origin, span) ? inside : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (value.kind === "list") {
    const item = value.items.find(({ origin }) => isAt(origin, span));
    if (item !== undefined) return { path, value: item };
  }
  return isAt(value.origin, span) ? at : undefined;
}

function isAt(origin: Span, { file, start }: Span): boolean {
  return origin.file.path === file.path && origin.start <= start && start <= origin.end && origin.end > 0;
}

/** What a file defines; undefined for a file that is none of an inventory's definitions. */
function ownerOfFile(path: string, inventory: Inventory): CauseOwner | undefined {
  const { groups, nodeNames, classNames } = inventory;
  const { globals, order } = groups;
  if (globals.values.origin.file.path === path) return { layer: "global", name: "globals" };
  if (order.some(([first]) => first?.origin.file.path === path)) return { layer: "order", name: "order" };
  const group = [...groups.groups.values()].find(({ file }) => file.path === path);
  if (group !== undefined) return { layer: "group", name: group.id };
  const named = (layer: "node" | "class", names: readonly string[]) => {
    const name = names.find((each) => inventory.fileOf(layer, each) === path);
    return name === undefined ? undefined : { layer, name };
  };
  return named("class", classNames) ?? named("node", nodeNames);
}
