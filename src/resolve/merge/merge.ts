import { compareText } from "../../base/text-order.ts";
import { type Diagnostic, isError, type Report } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import { modeLetters, type Settings } from "../../model/inventory/settings.ts";
import type { MapValue, ScalarValue, SourceFile, Span } from "../../model/values/value.ts";
import { work } from "../../speed/work.ts";
import type { ValueRules } from "../contracts/value-rules.ts";
import { followInOrder } from "./follow-order.ts";
import { Interpolation, type OfNode } from "./interpolation.ts";
import { type MergeContext, mergeInto } from "./parameters.ts";
import type { MergedMap, MergeRule, PartialEntry, PartialValue, Path, PendingContribution } from "./partial-value.ts";
import { NOWHERE, originOf } from "./partial-value.ts";
import { mergeProperties } from "./properties.ts";
import type { ReferenceFault } from "./referencing-node.ts";
import { fillGaps } from "./ruled.ts";

type Section = "parameters" | "exports";

export type MergedStep = Pick<Step, "parameters" | "exports" | "modes">;

/**
 * Merges one section of steps, weakest first, without references: parameters by rules M1 to M9, properties by P1 to P4.
 * Where a reference, a prefix or a change of kind decides the result, the contributions are kept as pending. The result
 * belongs to the caller; the mappings of the steps are not changed.
 */
export function mergeSteps(steps: Iterable<MergedStep>, section: Section, context: MergeContext): MergedMap {
  let root: MergedMap | undefined;
  let layer = 0;
  const rules = context.rules?.next(section);
  const own = { ...context, rules };
  for (const step of steps) {
    const map = step[section];
    work.merges += 1;
    root ??= { kind: "merged-map", entries: new Map(), origin: map.origin };
    const ofLayer = own.watch === undefined ? own : { ...own, watch: { ...own.watch, layer } };
    if (section === "parameters" && step.modes !== undefined)
      mergeProperties(root, map, { modes: step.modes, context: ofLayer });
    else mergeInto(root, map, ofLayer);
    layer += 1;
  }
  root ??= { kind: "merged-map", entries: new Map(), origin: NOWHERE };
  if (rules !== undefined) fillGaps(root, rules);
  return root;
}

/** How the references of a node are filled in. */
export interface Filling extends OfNode {
  /** What contracts change about its values; undefined if they change nothing. */
  readonly rules?: ValueRules | undefined;
  /** Takes the faults in keys. */
  readonly report?: Report;
}

/** The parameters of steps merged, in which references can be filled in. */
export function interpolated(
  steps: Iterable<MergedStep>,
  inventory: Pick<Inventory, "settings" | "readDefault">,
  filling: Filling,
): Interpolation {
  const { rules, report = () => {} } = filling;
  return new Interpolation(
    mergeSteps(steps, "parameters", { settings: inventory.settings, rules, report }),
    inventory,
    filling,
  );
}

/** Where steps write the value at a path, or the innermost one around it; undefined if they lack its first key. */
export function writtenPlace(
  steps: Iterable<MergedStep>,
  [section, name, ...below]: readonly [Section, string, ...Path],
  settings: Settings,
): Span | undefined {
  let found = mergeSteps(steps, section, { settings, report: () => {} }).entries.get(name)?.value;
  for (const key of below) {
    const next: PartialValue | undefined =
      found?.kind === "map" || found?.kind === "merged-map" ? partialValuesOf(found).get(key) : undefined;
    if (next === undefined) break;
    found = next;
  }
  return found && originOf(found);
}

interface Resolving {
  readonly inventory: Inventory;
  readonly rules: ValueRules | undefined;
  readonly answers: OfNode["answers"];
  /** The file of the node. */
  readonly own: SourceFile;
  /** What the order of groups leaves open: it is left out, and may be in the way of references. */
  readonly without: Readonly<Record<Section, ReadonlySet<string>>>;
}

/**
 * The parameters and exports of the steps of a node. After several errors all is done again in the order of reclass, to
 * find its first error.
 */
export function resolvedValues(
  steps: readonly Step[],
  resolving: Resolving,
  order: "as-needed" | "reclass" = "as-needed",
): Pick<ResolvedNode, Section> & Pick<NodeOutcome, "diagnostics"> {
  const { inventory, rules, answers, own, without } = resolving;
  const { settings } = inventory;
  const ofMerge: ReferenceFault[] = [];
  const report = (diagnostic: Diagnostic) => ofMerge.push({ diagnostic, stops: "at-once" });
  const interpolation = interpolated(steps, inventory, { rules, report, answers, own });
  const resolve = (map: MergedMap, section: Section) => {
    const kept = withoutNames(map, without[section]);
    if (order === "reclass") followInOrder(kept, interpolation);
    return interpolation.resolve(kept);
  };
  const parameters = resolve(interpolation.root, "parameters");
  const ofParameters = interpolation.faults.length;
  const none = rules?.next("exports") === undefined ? noExports(steps) : undefined;
  const exports = none ?? resolve(mergeSteps(steps, "exports", { settings, report, rules }), "exports");
  const found = [
    ...inReclassOrder([...ofMerge, ...interpolation.faults.slice(0, ofParameters)], settings),
    ...interpolation.faults.slice(ofParameters).map(({ diagnostic }) => diagnostic),
  ];
  if (order === "as-needed" && found.filter(isError).length > 1 && !interpolation.trail.isStopped) {
    return resolvedValues(steps, resolving, "reclass");
  }
  const diagnostics = reported(interpolation.consequences.causesOf(found), settings.group_errors);
  return { parameters, exports, diagnostics };
}

function withoutNames(map: MergedMap, names: ReadonlySet<string>): MergedMap {
  if (names.size === 0) return map;
  const entries = new Map(map.entries);
  for (const name of names) entries.delete(name);
  return { ...map, entries };
}

/** The exports of a node that has none, as most nodes do. */
function noExports(steps: readonly Step[]): MapValue | undefined {
  return steps.every((step) => step.exports.entries.length === 0) ? steps.at(-1)?.exports : undefined;
}

/** The faults of parameters in the order of reclass. It fills in exports when all parameters are filled in. */
function inReclassOrder(faults: readonly ReferenceFault[], { group_errors: grouped }: Settings): readonly Diagnostic[] {
  const rank = ({ stops }: ReferenceFault) => (typeof stops === "object" ? 0 : stops === "at-end" && grouped ? 2 : 1);
  const asked = ({ stops }: ReferenceFault) => (typeof stops === "object" ? stops.asked : 0);
  const ordered = faults.toSorted((one, other) => rank(one) - rank(other) || asked(one) - asked(other));
  return ordered.map(({ diagnostic }) => diagnostic);
}

/** Without `group_errors`, reclass reports only the first error. */
function reported(diagnostics: readonly Diagnostic[], groupErrors: boolean): readonly Diagnostic[] {
  if (groupErrors) return diagnostics;
  const first = diagnostics.find(isError);
  return diagnostics.filter((diagnostic) => diagnostic === first || !isError(diagnostic));
}

/** A text equal for values of equal content: kinds and types count, not origins or key order; references as written. */
export function contentText(value: PartialValue): string {
  switch (value.kind) {
    case "scalar":
      return scalarText(value);
    case "template":
      return `template ${JSON.stringify(value.text)}`;
    case "list":
    case "merged-list":
      return `[${value.items.map(contentText).join(",")}]`;
    case "set":
      return `set [${value.items.map(scalarText).sort(compareText).join(",")}]`;
    case "map":
    case "merged-map":
      return `{${entriesText(value)}}`;
    case "raw":
      return `raw {${entriesText(value.map)}}`;
    case "pending":
      return `pending [${value.contributions.map(contributionText).join(",")}]`;
    case "alias":
      return contentText(value.target);
  }
}

/** The value at each key of a mapping; of equal keys the last. */
function partialValuesOf(map: MapValue | MergedMap): ReadonlyMap<string, PartialValue> {
  const entries: readonly PartialEntry[] = map.kind === "map" ? map.entries : [...map.entries.values()];
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function entriesText(map: MapValue | MergedMap): string {
  const entries = [...partialValuesOf(map)].map(([key, value]) => `${JSON.stringify(key)}:${contentText(value)}`);
  return entries.sort(compareText).join(",");
}

function scalarText({ type, data }: ScalarValue): string {
  return `${type} ${JSON.stringify(typeof data === "bigint" ? String(data) : data)}`;
}

function contributionText({ value, rule, constant }: PendingContribution): string {
  return `${ruleText(rule)}${constant ? "=" : ""}${contentText(value)}`;
}

function ruleText(rule: MergeRule): string {
  switch (rule.kind) {
    case "parameter":
      return "";
    case "override":
      return "~";
    case "property":
      return `${modeLetters(rule.mode)} `;
  }
}
