import { clip } from "../../base/terminal-text.ts";
import { DataValue } from "../../encoding/json.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { PropertyConflict } from "../../model/inventory/conflicts.ts";
import type { GroupConflict } from "../../model/inventory/inventory.ts";
import type { RuntimeEntry, RuntimeProperties } from "../../model/inventory/policy.ts";
import { modeLetters } from "../../model/inventory/settings.ts";
import type {
  ChainChange,
  ChainEffect,
  PropertiesView,
  PropertyLayer,
  PropertyLineage,
} from "../../model/results/lineage.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { KeyPrefix } from "../../model/values/key-prefix.ts";
import { printKeys } from "../../model/values/parameter-path.ts";
import { exactPlace, placeOf } from "../../model/values/value.ts";
import { checkData } from "../data/findings.ts";
import type { CheckScope } from "../findings/diagnostic.ts";
import { unorderedRow } from "../inspect/explanation.ts";
import { emptyRow, inlineValue, plainText, type Row, segment, tableRows, textColumns } from "../text/row.ts";
import { choiceText } from "./chain-text.ts";

export interface PropertiesForm {
  /** Of one property only. */
  readonly name: string | undefined;
  /** Columns for each value. */
  readonly width: number;
  /** By property: the effect of each chain that would resolve its conflict. */
  readonly choices: ReadonlyMap<string, readonly Masked<ChainEffect>[]>;
}

/**
 * The properties one by one: value, then the layers, lowest first. A property in conflict comes with the chains that
 * would resolve it.
 */
export function* propertiesRows(view: Masked<PropertiesView>, form: PropertiesForm): Iterable<Row> {
  if (form.name === undefined) {
    const groups = view.groups.length === 0 ? "in no group" : view.groups.join(" < ");
    yield [segment("node", view.name), plainText("  "), segment("muted", groups)];
    yield emptyRow;
    if (view.properties.length === 0) yield [segment("muted", "no properties")];
  }
  let isFirst = true;
  for (const lineage of view.properties) {
    if (form.name !== undefined && lineage.property !== form.name) continue;
    if (!isFirst) yield emptyRow;
    isFirst = false;
    yield* lineageRows(lineage, view, form);
  }
}

function* lineageRows(lineage: PropertyLineage, view: PropertiesView, form: PropertiesForm): Iterable<Row> {
  const conflict = view.conflicts.find(({ property }) => property === lineage.property);
  const latent = view.latent.find(({ property }) => property === lineage.property);
  const name = segment("path", printKeys([lineage.property]));
  if (lineage.value === undefined || conflict !== undefined) yield unorderedRow(name, conflict?.groups ?? []);
  else yield [name, plainText(" = "), segment("value", inlineValue(lineage.value, form.width))];
  const table = lineage.layers.map((layer) => [layerName(layer), shown(layer, form.width), exactPlace(layer.origin)]);
  for (const line of textColumns(table)) yield [plainText(`  ${line}`)];
  if (conflict !== undefined) yield* conflictRows(conflict, form);
  if (latent !== undefined)
    yield [segment("warning", `  groups ${latent.groups.join(" and ")} disagree, a later layer hides it`)];
}

function layerName({ layer, name }: PropertyLayer): string {
  return layer === "global" ? "global" : `${layer} ${name}`;
}

function shown({ value, mode, prefix }: PropertyLayer, width: number): string {
  const ofPrefix = prefix === undefined ? "" : PREFIXES[prefix];
  const letters = mode === undefined ? ofPrefix : modeLetters(mode);
  return clip(`${inlineValue(value, width)}${letters === "" || letters === "moo" ? "" : `  (${letters})`}`, width);
}

const PREFIXES: Readonly<Record<KeyPrefix, string>> = { override: "replaces", constant: "constant" };

function* conflictRows(conflict: PropertyConflict, form: PropertiesForm): Iterable<Row> {
  const deep = conflict.paths.filter((path) => path.length > 0);
  if (deep.length > 0) {
    const paths = deep.map((path) => printKeys([conflict.property, ...path])).join(", ");
    yield [plainText(`  they differ at ${paths}`)];
  }
  const choices = form.choices.get(conflict.property) ?? [];
  if (choices.length === 0) return;
  const asked = conflict.paths.map((path) => ["parameters", conflict.property, ...path]);
  yield emptyRow;
  yield [plainText('  to resolve it, add ONE of these to "order" in order.yml:')];
  for (const effect of choices) yield [plainText(`    ${choiceText(effect, asked)}`)];
}

/**
 * The runtime properties of a node: every key of every namespace with its source, the results of merges, and the files
 * in the order read, each with the variable that holds a copy of it.
 */
export function* runtimeRows({ namespaces, merged, files }: Masked<RuntimeProperties>): Iterable<Row> {
  const lines = [...namespaces].flatMap(([namespace, keys]) =>
    [...keys].map(([key, each]) => [`node.${namespace}[${key}]`, inlineValue(each.value, VALUE_WIDTH), sourceOf(each)]),
  );
  if (lines.length === 0) yield [segment("muted", "the node has no properties")];
  else yield* tableRows(["property", "value", "from"], lines);
  const results = [...merged].map(([name, value]) => [name, inlineValue(value, LAST_WIDTH)]);
  if (results.length > 0) yield* [emptyRow, ...tableRows(["merged", "value"], results)];
  const copies = files.map(({ path, variable }) => [path, variable]);
  if (copies.length > 0) yield* [emptyRow, ...tableRows(["file", "copy for debugging"], copies)];
}

const VALUE_WIDTH = 60;
/** The width of a value in the last column. */
const LAST_WIDTH = 120;

/** The file name for what comes from the resolved properties of the node. */
const RESOLVED = "(resolved)";

function sourceOf({ file, value }: RuntimeEntry): string {
  const place = exactPlace(value.origin);
  return file === undefined ? `${place} ${RESOLVED}` : place;
}

/** `heir properties NODE --json`: properties with the layers that define them, and the conflicts between groups. */
export function propertiesData({ kind, name, groups, properties, conflicts, latent }: Masked<PropertiesView>) {
  const resolved = properties.flatMap(({ property, value, layers }) => {
    if (value === undefined) return [];
    return [[property, { value: new DataValue(value), lineage: layers.map(layerData) }] as const];
  });
  return {
    v: 1,
    [kind]: name,
    groups,
    properties: new Map(resolved),
    conflicts: conflicts.map(conflictData),
    latent: latent.map(conflictData),
  };
}

function layerData({ layer, name, value, origin }: PropertyLayer) {
  return { layer, name, value: new DataValue(value), place: placeOf(origin) };
}

function conflictData({ property, groups, paths, sides }: PropertyConflict) {
  return { property, groups, paths, places: sides.map(({ origin }) => placeOf(origin)) };
}

/** `heir properties NODE --runtime --json`: what an agent has with the files of `properties.d`. */
export function runtimeData(runtime: Masked<RuntimeProperties>) {
  const { node, namespaces, merged, files, errors, caseCollisions } = runtime;
  const ofEach = (data: (entry: RuntimeEntry) => unknown) => mapped(namespaces, (each) => mapped(each, data));
  return {
    v: 1,
    node,
    namespaces: ofEach(({ value }) => new DataValue(value)),
    origin: ofEach(({ file = RESOLVED }) => file),
    merged: mapped(merged, (value) => new DataValue(value)),
    files: new Map(files.map(({ path, variable }) => [path, variable])),
    errors: errors.map(({ file, code, name }) => ({ file, kind: code, name })),
    caseCollisions,
  };
}

function mapped<Item>(items: ReadonlyMap<string, Item>, data: (item: Item) => unknown) {
  return new Map([...items].map(([key, item]) => [key, data(item)]));
}

/** A question of one node, and the chains that resolve it. */
export interface ConflictQuestion {
  readonly node: string;
  readonly conflict: GroupConflict;
  readonly proposals: readonly Masked<ChainEffect>[];
}

/** `heir properties --conflicts --json`: findings as those of a check, and each question of each node. */
export function conflictsData(
  findings: readonly FoundProblem[],
  lookedAt: CheckScope,
  questions: Iterable<ConflictQuestion>,
) {
  const conflicts = [...questions].map(({ node, conflict: { groups, paths }, proposals }) => {
    const effects = proposals.map(({ chain, changes }) => ({ chain, effect: changes.map(changeData) }));
    return { node, groups, paths: paths.map(({ path }) => path), proposals: effects };
  });
  return { ...checkData(findings, lookedAt), conflicts };
}

function changeData({ node, path, value }: ChainChange) {
  return { node, path, value: value && new DataValue(value) };
}
