import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { FourWay } from "../../model/results/branch-merge.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import type { TemplateValue, Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";

/** A value of one node, in all four states, and the node. */
export interface MergedText {
  readonly path: ParameterPath;
  readonly values: FourWay<Value | undefined>;
  readonly nodes: FourWay<ResolvedNode | undefined>;
  readonly settings: Settings;
}

/**
 * Whether a value comes in all four states from the same text with references, and `isFine` is true for the path of
 * each reference, from the node object on. Never fails.
 */
export function isJoinedText(
  { path, values, nodes, settings }: MergedText,
  isFine: (target: ParameterPath) => boolean,
): boolean {
  const merged = writtenAs(nodes.merged, path, values.merged);
  if (merged === undefined) return false;
  const sides = (["base", "ours", "theirs"] as const).map((side) => writtenAs(nodes[side], path, values[side]));
  if (sides.some((side) => side?.text !== merged.text)) return false;
  const targets = targetsOf(merged, settings);
  return targets !== undefined && targets.length > 0 && targets.every(isFine);
}

/** The target paths of the references in a text; undefined when the text alone does not give them. */
export function targetsOf({ parts }: TemplateValue, settings: Settings): readonly ParameterPath[] | undefined {
  const found: ParameterPath[] = [];
  for (const part of parts) {
    if (part.kind === "text") continue;
    if (part.kind !== "reference") return undefined;
    const texts = part.path.map((inner) => (inner.kind === "text" ? inner.text : undefined));
    if (texts.includes(undefined)) return undefined;
    found.push(["parameters", ...referencePath(texts.join(""), settings).keys]);
  }
  return found;
}

/** The text with references from which a value was computed; undefined for a literal value. */
function writtenAs(
  node: ResolvedNode | undefined,
  [section, ...keys]: ParameterPath,
  value: Value | undefined,
): TemplateValue | undefined {
  if (node === undefined || value === undefined || (section !== "parameters" && section !== "exports")) {
    return undefined;
  }
  for (const step of node.steps) {
    const written = valueAt(step[section], keys);
    const { file, start } = value.origin;
    if (written?.kind !== "template" || written.origin.start !== start) continue;
    if (written.origin.file.path === file.path) return written;
  }
  return undefined;
}
