import { clip, command, padStart } from "../../base/terminal-text.ts";
import { defaultMode, modeLetters } from "../../model/inventory/settings.ts";
import {
  ACTION_VERBS,
  type Bringer,
  type ExplainedContribution,
  type ExplainedLayer,
  type ExplainedReference,
  type Explanation,
  type Route,
  type Unset,
  type ValueExplanation,
} from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isOfNames, type ParameterPath, printKeys, printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, type Span, type Value } from "../../model/values/value.ts";
import { sayingRows } from "../contracts/contracts.ts";
import { layerName, routeText } from "../text/origin.ts";
import {
  counted,
  emptyRow,
  indentRow,
  inlineValue,
  plainText,
  type Row,
  rowColumns,
  segment,
  titledColumns,
} from "../text/row.ts";

/**
 * A value, then the contribution of each layer, lowest first, its references, and the classes and groups that lead to
 * the layers; with `all` also of those that do not define it. A mapping is one block per leaf, and one for itself where a
 * layer takes keys away.
 */
export function* explanationRows(explanation: Masked<Explanation>, { all }: { readonly all: boolean }): Iterable<Row> {
  const { node, path, value, parts } = explanation;
  yield [segment("node", node), plainText("  "), ...headRow(explanation, explanation)];
  const isList = value?.kind === "list";
  if (isOfNames(path)) yield* nameRows(explanation);
  else if (isList || parts.length === 0 || explanation.contributions.some(({ removed }) => removed !== undefined))
    yield* block(isList ? withoutItemReferences(explanation) : explanation, explanation, all);
  if (isList && parts.length > 0) yield* itemBlock(parts);
  if (!isList) {
    for (const part of parts) {
      yield emptyRow;
      yield headRow(part, explanation);
      yield* block(part, explanation, all);
    }
  }
  yield* sayingRows(explanation.contracts);
  if (path[0] !== "classes" && path[0] !== "groups") yield* routeRows(explanation);
}

/** For a list: only the references that none of its items has. */
function withoutItemReferences({ path, value, contributions, parts }: Explanation): ValueExplanation {
  const ofItems = new Set(parts.flatMap((part) => referencesOf(part.contributions)).map(({ source }) => source));
  const left = contributions.map((contribution) => {
    return { ...contribution, references: contribution.references.filter(({ source }) => !ofItems.has(source)) };
  });
  return { path, value, contributions: left };
}

function referencesOf(contributions: readonly ExplainedContribution[]): readonly ExplainedReference[] {
  return contributions.flatMap((each) => each.references);
}

function headRow({ path, value }: ValueExplanation, { isKnown, conflict }: Explanation): Row {
  const name = segment("path", printPath(path));
  if (conflict !== undefined) return unorderedRow(name, conflict.groups);
  if (value !== undefined) return [name, plainText(" = "), segment("value", inlineValue(value, WIDTH))];
  return [name, segment("muted", isKnown ? "  (not set)" : "  (does not resolve)")];
}

/** A value over which groups disagree. */
export function unorderedRow(name: Row[number], groups: readonly string[]): Row {
  return [name, plainText("  "), segment("error", "CONFLICT"), plainText(`  nothing orders ${groups.join(" and ")}`)];
}

const WIDTH = 60;

function* block({ path, contributions }: ValueExplanation, { layers, isKnown }: Explanation, all: boolean) {
  const isOpen = !isKnown && !contributions.some(({ counts }) => counts);
  const cellsOf = (some: readonly ExplainedContribution[]) => some.map((each) => contributionCells(each, path, isOpen));
  const table = [
    ...cellsOf(contributions.filter(({ step }) => step.layer === "default")),
    ...layers.flatMap((layer) => {
      const own = contributions.filter(({ position }) => position === layer.position);
      return all && own.length === 0 ? [silentCells(layer)] : cellsOf(own);
    }),
    ...cellsOf(contributions.filter(({ step: { layer } }) => layer === "local" || layer === "directive")),
  ];
  if (table.length > 0) yield emptyRow;
  yield* rowColumns(table);
  if (path[0] === "environment" && contributions.length === 0) {
    yield emptyRow;
    yield [plainText("  not set by the node: default_environment of the settings")];
  }
  yield* referenceRows(referencesOf(contributions));
}

/** `isOpen`: the result is unknown, so nothing is marked as overridden. */
function contributionCells(contribution: ExplainedContribution, asked: ParameterPath, isOpen: boolean): readonly Row[] {
  const { step, position, value, counts, path } = contribution;
  const at = path.length < asked.length ? ` at ${printPath(path)}` : "";
  const letters = modeLetters(step.modes?.get(path[1] ?? "") ?? defaultMode);
  const mode = letters === "moo" ? "" : ` (${letters})`;
  const about = contribution.description === undefined ? "" : `: ${contribution.description}`;
  const removed = contribution.removed?.map((item) => inlineValue(item, WIDTH)).join(", ");
  const without = removed === undefined ? "" : `, removes ${clip(removed, WIDTH)}`;
  const lost = !counts && !isOpen && takesEffect(contribution.action) ? ", overridden" : "";
  return [
    orderCell(position, counts),
    [plainText(layerName(step))],
    [segment(counts ? "value" : "muted", clip(inlineValue(value, WIDTH), WIDTH))],
    [segment("source", exactPlace(value.origin))],
    [segment("muted", `${ACTION_VERBS[contribution.action]}${at}${mode}${without}${lost}${about}`)],
  ];
}

/** Whether a value would count, if no later layer replaced it. */
function takesEffect(action: ExplainedContribution["action"]): boolean {
  switch (action) {
    case "set":
    case "merged":
    case "appended":
    case "prepended":
    case "replaced":
    case "constant":
      return true;
    case "removed":
    case "hidden":
    case "failed":
      return false;
  }
}

function silentCells({ step, position }: ExplainedLayer): readonly Row[] {
  const { layer, parameters, because } = step;
  const { file } = layer === "class" || layer === "node" ? parameters.origin : because;
  const name = segment("muted", layerName(step));
  return [orderCell(position, false), [name], [segment("muted", "(not set)")], [segment("source", file.path)]];
}

/** The position of a layer or directive, marked if it counts; empty where it has none. */
export function orderCell(position: number | undefined, counts: boolean): Row {
  const order = padStart(String(position ?? ""), 4);
  return [segment(counts ? "changed" : "plain", counts ? "  >" : "   "), plainText(order)];
}

function* itemBlock(parts: readonly ValueExplanation[]): Iterable<Row> {
  yield emptyRow;
  const table = parts.map(({ path, value, contributions }) => {
    const from = contributions.findLast(({ counts }) => counts);
    const sources = from?.references.map(({ source }) => source).join(", ") ?? "";
    return [
      [plainText(padStart(path.at(-1) ?? "", 7))],
      [plainText(from === undefined ? "" : layerName(from.step))],
      [segment("value", value === undefined ? "" : clip(inlineValue(value, WIDTH), WIDTH))],
      [segment("source", from === undefined ? "" : exactPlace(from.value.origin))],
      [segment("muted", sources === "" ? "" : `from ${sources}`)],
    ];
  });
  yield* rowColumns(table);
  yield* referenceRows(parts.flatMap(({ contributions }) => referencesOf(contributions)));
}

/** Each unique reference, with the layers of its value and the references in those. */
export function referenceRows(references: readonly ExplainedReference[]): Iterable<Row> {
  const bySource = new Map(references.map((each) => [`${each.source} ${printPath(each.path)}`, each]));
  const cells = [...bySource.values()].flatMap((reference) => referenceCells(reference, 2));
  return titledColumns("references", cells);
}

/** A line for each layer that counts, and its own references below it. */
function referenceCells(reference: ExplainedReference, depth: number): readonly (readonly Row[])[] {
  const { source, below, value, path, contributions, isDefault, node } = reference;
  const counting = contributions.filter(({ counts }) => counts);
  const rest = below.length === 0 ? [] : [segment("muted", `:${printKeys(below)}`)];
  const of = node === undefined ? [] : [plainText(" of "), segment("node", node)];
  const label: Row = indentRow([segment("path", source), ...rest, ...of], depth * 2);
  const shown = (each: Value): Row => [plainText("= "), segment("value", clip(inlineValue(each, WIDTH), WIDTH))];
  if (counting.length === 0) {
    if (isDefault && value !== undefined) {
      const why = `default, no layer sets ${printPath(path)}`;
      return [[label, shown(value), [segment("muted", why)], [segment("source", exactPlace(value.origin))]]];
    }
    const none = path.length === 0 ? "from other nodes, or not followed" : "no layer sets it";
    return [[label, value === undefined ? [segment("muted", none)] : shown(value)]];
  }
  return counting.flatMap((each, index) => [
    [
      index === 0 ? label : emptyRow,
      shown(counting.length > 1 || value === undefined ? each.value : value),
      [plainText(layerName(each.step))],
      [segment("source", exactPlace(each.value.origin))],
    ],
    ...each.references.flatMap((inner) => referenceCells(inner, depth + 1)),
  ]);
}

/** The groups and classes that lead to the layers shown, and mentions of classes without effect. */
function* routeRows({ node, contributions, parts, layers }: Explanation): Iterable<Row> {
  const all = [...contributions, ...parts.flatMap((part) => part.contributions)];
  const shown = new Set(all.map(({ position }) => position));
  const shownLayers = layers.filter(({ position }) => shown.has(position));
  const cellsOf = (routesOf: (layer: ExplainedLayer) => readonly Route[]) =>
    shownLayers.flatMap((layer) =>
      routesOf(layer).map((route) => [orderCell(layer.position, false), ...routeCells(node, route)]),
    );
  const through = cellsOf((layer) => (layer.through.length > 0 ? [layer.through] : []));
  const repeated = cellsOf(({ again }) => again);
  yield* titledColumns("came through", through);
  yield* titledColumns("duplicate includes (ignored; the first counts)", repeated);
}

function routeCells(node: string, route: Route): readonly Row[] {
  const last = route.at(-1);
  const place = last === undefined ? emptyRow : [segment("source", exactPlace(last.origin))];
  return [[plainText(routeText(node, route))], place];
}

/** The origin of a list of names: `+` adds, `-` removes, and mentions without effect. */
function* nameRows(explanation: Masked<Explanation>): Iterable<Row> {
  const { contributions, path } = explanation;
  if (contributions.length === 0) return;
  yield emptyRow;
  const isOwn = path[0] === "applications";
  yield* rowColumns(
    contributions.map((contribution) => [
      [plainText("  "), mark(contribution), plainText(padStart(String(contribution.position), 4))],
      [segment("value", contribution.value.kind === "scalar" ? String(contribution.value.data) : "")],
      [plainText(isOwn ? layerName(contribution.step) : cameThrough(contribution, explanation))],
      [segment("source", exactPlace(contribution.value.origin))],
      [segment("muted", remark(contribution))],
    ]),
  );
}

function mark({ action, counts }: ExplainedContribution): Row[number] {
  if (action === "removed") return segment("removed", "-");
  return action === "appended" ? segment(counts ? "added" : "muted", "+") : plainText(" ");
}

function cameThrough({ action, position }: ExplainedContribution, { node, layers }: Explanation): string {
  const layer = layers[position - 1];
  return layer !== undefined && action === "appended" ? routeText(node, layer.through) : "";
}

function remark({ action, counts }: ExplainedContribution): string {
  if (action === "removed") return "removes it";
  if (action === "hidden") return "no effect";
  return action === "appended" && !counts ? "removed later" : "";
}

/**
 * Why a node has no value at a path: definitions that would set one, and similar paths. The first line is left out if
 * the caller has printed it.
 */
export function* unsetRows(unset: Masked<Unset>, isHeaded: boolean): Iterable<Row> {
  const { node, path, there, bringers, near } = unset;
  const part = there.length > 1 ? `, only ${printPath(there)}` : "";
  const head = [segment("node", node), plainText("  "), segment("path", printPath(path))];
  if (!isHeaded) yield [...head, segment("muted", `  (not set${part})`)];
  const others = bringers.filter(({ kind }) => kind === "node");
  const layers = bringers.filter(({ kind }) => kind !== "node");
  yield emptyRow;
  if (layers.length === 0) yield [plainText("  no class or group that the node lacks sets it")];
  else yield [plainText("  would be set by")];
  yield* rowColumns(layers.map((bringer) => [...bringerCells(bringer, path), [plainText(absenceText(bringer, node))]]));
  if (others.length > 0) {
    yield emptyRow;
    yield [plainText("  other nodes set it themselves")];
    yield* rowColumns(others.slice(0, MOST_NODES).map((bringer) => bringerCells(bringer, path)));
    if (others.length > MOST_NODES)
      yield [segment("muted", `    and ${counted(others.length - MOST_NODES, "more node")}`)];
  }
  if (near.length > 0) {
    yield emptyRow;
    yield [plainText("  the node has "), segment("path", near.map(printPath).join(", "))];
  }
}

const MOST_NODES = 5;

const BRINGER_WIDTH = 40;

function bringerCells({ kind, name, value, path }: Bringer, asked: ParameterPath): readonly Row[] {
  const at = path.length < asked.length ? ` at ${printPath(path)}` : "";
  const shown = segment("value", `${clip(inlineValue(value, BRINGER_WIDTH), BRINGER_WIDTH)}${at}`);
  const place = segment("source", exactPlace(value.origin));
  return [[plainText(`    ${layerName({ layer: kind, name })}`)], [shown], [place]];
}

function absenceText({ name, absence }: Bringer, node: string): string {
  switch (absence.kind) {
    case "unlisted":
      return listedText(absence.places);
    case "removed":
      return `removed at ${exactPlace(absence.by)}`;
    case "not-held":
      return command(["heir", "groups"], [name], ["--why", node]);
    case "disabled":
      return "disabled";
    case "own":
      return "";
  }
}

function listedText(places: readonly Span[]): string {
  const [first, ...more] = places;
  if (first === undefined) return "listed nowhere";
  return `listed at ${exactPlace(first)}${more.length === 0 ? "" : ` and ${counted(more.length, "other place")}`}`;
}
