import { clip, displayWidth, padStart } from "../../base/terminal-text.ts";
import type { DataValue } from "../../encoding/json.ts";
import type { PlainWhy, WhyLayerSideData, WhyLinkData } from "../../model/documents/history.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { ComparisonEnd } from "../../model/results/printed-parts.ts";
import type { CauseLink, LayerSide, Why, WhyChange, WhyLayer, WhySide } from "../../model/results/why.ts";
import { isDifferent } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isOfNames, printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, type Span } from "../../model/values/value.ts";
import { type ChangeOptions, causePlaceText, causeText, changeRows, ownerText } from "../blocks/cause.ts";
import { causeData, changeData } from "../data/comparison.ts";
import { endData, layerActionData, placedData } from "../data/explanation.ts";
import { failingData } from "../data/findings.ts";
import { endsRow } from "../diff/comparison.ts";
import { diagnosticRows } from "../findings/diagnostic.ts";
import { layerName } from "../text/origin.ts";
import {
  counted,
  emptyRow,
  indentRow,
  inlineValue,
  moreRows,
  plainText,
  type Row,
  rowColumns,
  rowText,
  segment,
} from "../text/row.ts";
import { arrow } from "../text/sign.ts";
import { secretNote } from "../text/text-diff.ts";
import { fileEditData, fileEditRows } from "./edited-file.ts";

/** Columns of the longest mark and the spaces before it. */
const MARK = 12;

/** Columns of a side besides its value: position, mark and the spaces between. */
const BESIDE = MARK + 7;

const NARROWEST = 16;
const WIDEST = 60;
const MOST_CHANGES = 20;

/**
 * Why a value differs: the difference; each layer in both states; the edits behind it, through references; commits and
 * lines of each edited file. If it does not differ, the value; if a node does not resolve, its first error.
 */
export function* whyRows(why: Masked<Why>, options: ChangeOptions = {}): Generator<Row> {
  yield endsRow(why.old.end, why.new.end);
  yield emptyRow;
  yield nodeRow(why);
  const shown = options.full === true ? why.changes : why.changes.slice(0, MOST_CHANGES);
  const printed = new Set<string>();
  for (const [at, change] of shown.entries()) {
    if (at > 0) yield emptyRow;
    yield* differenceRows(change, why, printed, options);
  }
  yield* moreRows(why.changes.length - shown.length, "change").map((row) => indentRow(row, 2));
  if (why.changes.length === 0) yield* valueRows(why, options);
  for (const side of [why.old, why.new]) yield* errorRows(side);
  for (const edit of why.edits) {
    yield emptyRow;
    yield* fileEditRows(edit, options);
  }
}

function nodeRow({ old, new: now, path, changes }: Why): Row {
  const name = segment("node", now.name ?? old.name ?? "");
  const lone = old.name === undefined ? "added" : now.name === undefined ? "removed" : undefined;
  if (lone !== undefined) return [name, plainText("  "), segment("path", printPath(path)), plainText(`  node ${lone}`)];
  const former = old.name === now.name ? [] : [segment("muted", `  called ${old.name} in ${old.end.title}`)];
  const isShown = path.length === 0 || changes.some(({ change }) => printPath(change.path) === printPath(path));
  return [name, ...former, ...(isShown ? [] : [plainText("  "), segment("path", printPath(path))])];
}

/** Causes that were `printed` before are not printed again. */
function* differenceRows(
  { change, layers, chains }: WhyChange,
  why: Why,
  printed: Set<string>,
  options: ChangeOptions,
): Generator<Row> {
  const { cause: _, ...bare } = change;
  yield* changeRows({ change: bare }, options);
  yield* layerRows(layers, endsOf(why), options);
  const name = why.new.name ?? "";
  const rows = chains.flatMap((chain, at) => linkRows(chain, at === 0 ? "because" : "and", name));
  if (rows.length === 0) return;
  yield emptyRow;
  const text = rows.map((row) => row.map(rowText).join(" ")).join("\n");
  yield* printed.has(text) ? [[segment("muted", "  because  of the same edit")]] : rowColumns(rows);
  printed.add(text);
}

function endsOf({ old, new: now }: Why): readonly [ComparisonEnd, ComparisonEnd] {
  return [old.end, now.end];
}

/** From the reference in a layer of the value down to the edit. */
function linkRows(chain: readonly CauseLink[], word: string, node: string): readonly (readonly Row[])[] {
  return chain.flatMap((link, at): readonly (readonly Row[])[] => {
    const { edit } = link;
    const head: Row = [segment("muted", `  ${(at === 0 ? word : "").padEnd("because".length)}`)];
    const place: Row = [segment("source", causePlaceText({ ...edit }))];
    if (edit.kind === "reference-changed") {
      const text = `${edit.reference} in ${ownerText(edit.in, [node])} refers to ${printPath(edit.path)}`;
      return [
        [head, [plainText(text)], place],
        [emptyRow, [plainText("  "), ...sidesOf(link)]],
      ];
    }
    if (edit.kind === "query-changed") {
      const text = `${edit.query} in ${ownerText(edit.in, [node])} asks node ${edit.node}`;
      return [[head, [plainText(text)], place]];
    }
    return [[head, [plainText(causeText(edit, [node]))], place]];
  });
}

function sidesOf({ before, after }: CauseLink): Row {
  const note = before && after ? secretNote({ before, after }) : [];
  return [...arrow(sideText(before), sideText(after)), ...note];
}

function sideText(value: CauseLink["before"]): string {
  return value === undefined ? "(not set)" : clip(inlineValue(value, WIDEST), WIDEST);
}

/** The value on each side if nothing differs, or if one side cannot be compared. */
function* valueRows(why: Why, options: ChangeOptions): Generator<Row> {
  const { old, new: now, layers, path } = why;
  if (old.resolves && now.resolves) yield [plainText("  does not differ")];
  yield* rowColumns(
    [old, now].map((side) => [
      [plainText(`  ${side.end.title}`)],
      [segment(side.value === undefined ? "muted" : "value", valueText(side))],
      [segment("source", side.value === undefined ? "" : exactPlace(side.value.origin))],
    ]),
  );
  const isKnown = old.resolves && now.resolves;
  if (!isKnown || (old.value === undefined && path.length > 0)) yield* layerRows(layers, endsOf(why), options);
}

function valueText({ name, value, resolves }: WhySide): string {
  if (name === undefined) return "(no such node)";
  if (value !== undefined) return clip(inlineValue(value, WIDEST), WIDEST);
  return resolves ? "(not set)" : "(does not resolve)";
}

function* errorRows({ end, errors }: WhySide): Generator<Row> {
  const [first, ...more] = errors;
  if (first === undefined) return;
  yield emptyRow;
  yield [plainText(`does not resolve in ${end.title}`)];
  yield* diagnosticRows({ diagnostic: first, nodes: [] });
  if (more.length > 0) yield [segment("muted", `and ${counted(more.length, "more error")} (heir check)`)];
}

type Ends = readonly [old: ComparisonEnd, now: ComparisonEnd];

/**
 * The contributions of the layers in both states, weakest first: side by side, or below each other if the terminal is
 * too narrow. Each side has its own positions in the order of layers.
 */
export function layerRows(layers: readonly WhyLayer[], ends: Ends, { width }: ChangeOptions = {}): readonly Row[] {
  if (layers.length === 0) return [];
  const names = Math.max(...layers.map((row) => displayWidth(layerName(row))));
  const room = width === undefined ? WIDEST : Math.min(WIDEST, Math.floor((width - names - 2) / 2) - BESIDE);
  return [emptyRow, ...(room < NARROWEST ? stacked(layers, ends, width ?? 0) : sideBySide(layers, ends, room))];
}

function sideBySide(layers: readonly WhyLayer[], [from, to]: Ends, room: number): readonly Row[] {
  const sides = [columnOf(layers, "old", room), columnOf(layers, "new", room)];
  const title = (end: ComparisonEnd): Row => [segment("title", clip(end.title, room + MARK))];
  const head = [emptyRow, emptyRow, title(from), emptyRow, title(to)];
  const rows = layers.flatMap((row, at) => {
    const [old = [], now = []] = sides.map((side) => side[at] ?? []);
    return Array.from({ length: Math.max(old.length, now.length) }, (_, line) => [
      [plainText(line === 0 ? `  ${layerName(row)}` : "")],
      ...(old[line] ?? [emptyRow, emptyRow]),
      ...(now[line] ?? []),
    ]);
  });
  return rowColumns([head, ...rows]);
}

/** The lines of one side for each layer: position, and value with its mark. */
function columnOf(layers: readonly WhyLayer[], side: SideName, room: number): readonly (readonly Line[])[] {
  const all = sideRows(layers, side);
  const widths = all.flat().map(({ text, mark }) => (mark === "" ? 0 : displayWidth(clip(text, room))));
  const width = Math.max(0, ...widths);
  return all.map((rows) => rows.map((row) => cells(row, room, width)));
}

function stacked(layers: readonly WhyLayer[], [from, to]: Ends, width: number): readonly Row[] {
  const titles = Math.max(displayWidth(from.title), displayWidth(to.title));
  const room = Math.min(WIDEST, Math.max(NARROWEST, width - titles - 4 - BESIDE));
  const sides = [columnOf(layers, "old", room), columnOf(layers, "new", room)];
  return layers.flatMap((row, at) => {
    const lines = sides.flatMap((side, index) => {
      const title = [segment("title", `    ${(index === 0 ? from : to).title}`)];
      return (side[at] ?? []).map((cell) => [title, ...cell]);
    });
    return [[plainText(`  ${layerName(row)}`)], ...rowColumns(lines)];
  });
}

function cells({ position, text, mark }: SideRow, room: number, width: number): readonly Row[] {
  const value = segment(mark === "" ? "muted" : "value", clip(text, room));
  const gap = plainText(" ".repeat(Math.max(0, width - displayWidth(value.text)) + 2));
  const marked = mark === "" ? [] : [gap, segment("changed", `<- ${mark}`)];
  return [[segment("muted", padStart(position, 3))], [value, ...marked]];
}

type SideName = "old" | "new";

type Line = readonly Row[];

/** The contribution of one layer on one side, in one line. */
interface SideRow {
  /** In the order of layers, weakest first; empty if the node does not have the layer. */
  readonly position: string;
  readonly text: string;
  /** What it does for the value: `wins`, `counts`; empty if nothing. */
  readonly mark: string;
  readonly origin?: Span;
}

/** What each layer does to a value on one side. A layer that says nothing has a row that says so. */
export function sideRows(layers: readonly WhyLayer[], side: SideName): readonly (readonly SideRow[])[] {
  const counting = layers.flatMap((row) => row[side]?.contributions.filter(({ counts }) => counts) ?? []);
  return layers.map((row) => rowsOf(row, side, counting.length === 1));
}

function rowsOf(row: WhyLayer, side: SideName, isOne: boolean): readonly SideRow[] {
  const layer = row[side];
  if (layer === undefined) return [{ position: "", text: `(${row.layer} absent)`, mark: "" }];
  const position = String(layer.position);
  if (layer.contributions.length === 0) return [{ position, text: "(not set)", mark: "" }];
  return layer.contributions.map((each) => ({
    position,
    text: contributionText(each),
    mark: markOf(each, side, isOne),
    origin: each.value.origin,
  }));
}

function contributionText(contribution: ExplainedContribution): string {
  const { action, value, path } = contribution;
  if (isOfNames(path)) return nameText(contribution);
  if (action === "removed") return "(removes it)";
  const text = clip(inlineValue(value, WIDEST), WIDEST);
  return action === "hidden" ? `${text} (passed over)` : text;
}

function nameText({ action, value }: ExplainedContribution): string {
  const name = value.kind === "scalar" ? String(value.data) : "";
  return action === "hidden" ? `${name} (no effect)` : name;
}

function markOf({ action, counts, path }: ExplainedContribution, side: SideName, isOne: boolean): string {
  if (action === "failed") return side === "old" ? "failed" : "fails";
  if (!counts || isOfNames(path)) return "";
  if (isOne) return side === "old" ? "won" : "wins";
  return side === "old" ? "counted" : "counts";
}

/** `heir why --json`: why a value differs, with places instead of spans. */
export function whyData(why: Masked<Why>): PlainWhy<DataValue> {
  const { path, old, new: now, changes, layers, edits } = why;
  return {
    v: 1,
    from: endData(old.end),
    to: endData(now.end),
    path,
    differs: isDifferent(why),
    old: sideData(old),
    new: sideData(now),
    changes: changes.map(whyChangeData),
    layers: layers.map(layerData),
    edits: edits.map(fileEditData),
  };
}

function sideData({ name, value, resolves, errors }: WhySide) {
  return {
    ...(name !== undefined && { node: name, resolves }),
    ...(value !== undefined && placedData(value)),
    failing: errors.length > 0 ? failingData({ name: name ?? "", diagnostics: errors }) : undefined,
  };
}

function whyChangeData({ change, layers, chains }: WhyChange) {
  return { ...changeData(change), layers: layers.map(layerData), chains: chains.map((chain) => chain.map(linkData)) };
}

function linkData({ edit, before, after }: CauseLink): WhyLinkData<DataValue> {
  const { cause: _, ...own } = causeData(edit);
  return { cause: own, old: before && placedData(before), new: after && placedData(after) };
}

function layerData({ layer, name, old, new: now }: WhyLayer) {
  return { layer, name, old: old && layerSideData(old), new: now && layerSideData(now) };
}

function layerSideData({ position, contributions }: LayerSide): WhyLayerSideData<DataValue> {
  return { position, said: contributions.map(layerActionData) };
}
