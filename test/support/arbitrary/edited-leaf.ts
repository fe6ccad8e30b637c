import { valueJson } from "../../../src/encoding/json.ts";
import { pythonStr } from "../../../src/encoding/value-text.ts";
import type { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import type { ResolvedNode } from "../../../src/model/inventory/inventory.ts";
import type { ExplainedContribution, ValueExplanation } from "../../../src/model/results/explanation.ts";
import type { ParameterPath } from "../../../src/model/values/parameter-path.ts";
import {
  placeOf,
  placeText,
  type ScalarValue,
  type SourceFile,
  type TemplateValue,
  type Value,
} from "../../../src/model/values/value.ts";
import { childKeys, valueAt } from "../../../src/model/values/value-at.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import type { Files, Sides } from "../side.ts";

/** One scalar in a file, what is written in its place, and what the value that was explained must then be. */
interface LeafEdit {
  readonly file: SourceFile;
  /** The file with the other scalar in it. */
  readonly text: string;
  readonly start: number;
  readonly predicted: string | number | boolean;
  /** References that were followed to get there. */
  readonly hops: number;
}

/** Why explain names no scalar to edit. */
interface NoEdit {
  readonly why: string;
}

/** What came of one edit. */
export type Tried =
  | { readonly kind: "changed"; readonly place: string; readonly hops: number; readonly problem: string | undefined }
  | { readonly kind: "passed over"; readonly why: string };

/** Makes the edit that explain names for one leaf of a node, and looks at what the node then has there. */
export async function tryLeaf(
  { sides, files }: { readonly sides: Sides; readonly files: Files },
  explainer: NodeExplainer,
  path: ParameterPath,
): Promise<Tried> {
  const { node: before } = explainer.outcome;
  const edit = leafEdit(explainer.explanation(path));
  if (!("file" in edit)) return { kind: "passed over", why: edit.why };
  const { inventory } = await sides.of({ ...files, [edit.file.path]: edit.text });
  const now = resolveNode(inventory, explainer.outcome.name).node;
  // The scalar may also name a class, or be in the path of a reference or a criterion of a group.
  if (now === undefined || now.steps.length !== before?.steps.length || openPaths(now) > openPaths(before)) {
    return { kind: "passed over", why: "the edit does more than that" };
  }
  const [section, ...keys] = path;
  const value = valueAt(section === "exports" ? now.exports : now.parameters, keys);
  const [got, predicted] = [value && valueJson(value), JSON.stringify(edit.predicted)];
  const place = placeText(placeOf({ file: edit.file, start: edit.start, end: edit.start }));
  const problem = got === predicted ? undefined : `${path.join(":")}: ${place} gives ${got}, not ${predicted}`;
  return { kind: "changed", place, hops: edit.hops, problem };
}

/** Paths with the same groups are one conflict. */
function openPaths({ conflicts }: ResolvedNode): number {
  return conflicts.reduce((sum, { paths }) => sum + paths.length, 0);
}

/** The leaves of a value: what holds no other value. `path` is its own, from the node object on. */
export function leafPaths(value: Value, path: ParameterPath): readonly ParameterPath[] {
  const keys = childKeys(value);
  if (keys.length === 0) return [path];
  return keys.flatMap((key) => {
    const child = valueAt(value, [key]);
    return child === undefined ? [] : leafPaths(child, [...path, key]);
  });
}

/**
 * The edit that must change a scalar, going by nothing but its explanation: of the one layer that counts, or of the
 * one behind the first reference in it, and on from there.
 */
function leafEdit(explained: ValueExplanation): LeafEdit | NoEdit {
  const { value, contributions } = explained;
  const [winner, ...more] = contributions.filter(({ counts }) => counts);
  if (value?.kind !== "scalar") return { why: "is no scalar" };
  if (winner === undefined) return { why: "no layer says it" };
  if (more.length > 0) return { why: "text joined from several layers" };
  if (winner.value.kind === "template") return behindReference(winner.value, explained, winner);
  if (winner.value.kind !== "scalar") return { why: "a whole mapping or list says it" };
  return scalarEdit(winner.value);
}

/** What is written as `${...}` alone is the value behind it; inside other text, the text with that value filled in. */
function behindReference(
  template: TemplateValue,
  { path, value }: ValueExplanation,
  { references, path: written }: ExplainedContribution,
): LeafEdit | NoEdit {
  const isInner = template.parts.some(({ kind }) => kind === "query" || kind === "fault");
  const edits = references.map((reference) => ({ reference, edit: leafEdit(reference) }));
  const found = edits.findLast(({ edit }) => "file" in edit)?.edit;
  if (isInner || found === undefined || !("file" in found))
    return templateEdit(template, written.length === path.length);
  const hops = found.hops + 1;
  if (template.parts.length === 1) {
    // The last one is the reference itself, those before it stand in its path.
    const edit = edits.at(-1)?.edit;
    return edit !== undefined && "file" in edit && value !== undefined
      ? { ...edit, hops }
      : templateEdit(template, written.length === path.length);
  }
  if (template.parts.some((part) => part.kind === "reference" && part.path.some(({ kind }) => kind !== "text"))) {
    return templateEdit(template, written.length === path.length);
  }
  const texts = template.parts.map((part) => {
    if (part.kind === "text") return part.text;
    const same = edits.find(({ reference }) => "source" in part && reference.source === part.source);
    const isEdited =
      same !== undefined && "file" in same.edit && same.edit.file === found.file && same.edit.start === found.start;
    if (isEdited && same !== undefined && "file" in same.edit) return asText(same.edit.predicted);
    return same?.reference.value === undefined ? undefined : pythonStr(same.reference.value);
  });
  if (texts.some((text) => text === undefined)) return templateEdit(template, written.length === path.length);
  return { ...found, hops, predicted: texts.join("") };
}

function asText(data: string | number | boolean): string {
  if (typeof data === "boolean") return data ? "True" : "False";
  return String(data);
}

function templateEdit({ origin }: TemplateValue, isWhole: boolean): LeafEdit | NoEdit {
  if (!isWhole) return { why: "a reference that cannot be followed brings the mapping around it" };
  return scalarEdit({ kind: "scalar", type: "text", data: "", origin });
}

/** Another value of the same type in the place of a scalar; of one that has no other value, a number. */
function scalarEdit({ type, data, origin }: ScalarValue): LeafEdit | NoEdit {
  const { file, start, end } = origin;
  if (end <= start) return { why: "is written nowhere" };
  const written = file.text.slice(start, end);
  const predicted =
    type === "text" ? "edited by a test" : type === "bool" ? data !== true : type === "float" ? 47.25 : 4711;
  const ending = /\n$/.test(written) ? "\n" : "";
  const text = `${file.text.slice(0, start)}${JSON.stringify(predicted)}${ending}${file.text.slice(end)}`;
  return { file, text, start, predicted, hops: 0 };
}
