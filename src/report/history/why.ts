import { clip } from "../../base/terminal-text.ts";
import type { ComparisonEnd } from "../../model/results/comparison.ts";
import type { CauseLink, Why, WhyChange, WhySide } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { causePlaceText, causeText, ownerText } from "../diff/cause.ts";
import { type ChangeOptions, changeRows } from "../diff/change.ts";
import { fileEditRows } from "../diff/file-edit.ts";
import { arrow, moreRows, secretNote } from "../diff/parts.ts";
import { diagnosticRows } from "../findings/diagnostic.ts";
import { counted } from "../text/count.ts";
import { inlineValue } from "../text/inline.ts";
import { emptyRow, indented, plainText, type Row, rowText, segment } from "../text/row.ts";
import { rowColumns } from "../text/row-columns.ts";
import { layerRows } from "./why-layers.ts";

const MOST_CHANGES = 20;
const WIDTH = 60;

/**
 * Why a value differs, for people: the difference; the contribution of each layer in both states; the edits that caused
 * it, through references; and for each edited file its commits and lines. If the value does not differ: the value. If a
 * node does not resolve: its first error.
 */
export function* whyRows(why: Masked<Why>, options: ChangeOptions = {}): Generator<Row> {
  yield headerRow(why);
  yield emptyRow;
  yield nodeRow(why);
  const shown = options.full === true ? why.changes : why.changes.slice(0, MOST_CHANGES);
  const printed = new Set<string>();
  for (const [at, change] of shown.entries()) {
    if (at > 0) yield emptyRow;
    yield* differenceRows(change, { why, printed, options });
  }
  yield* moreRows(why.changes.length - shown.length, "change").map((row) => indented(row, 2));
  if (why.changes.length === 0) yield* sideRows(why, options);
  for (const side of [why.old, why.new]) yield* errorRows(side);
  for (const edit of why.edits) {
    yield emptyRow;
    yield* fileEditRows(edit, options);
  }
}

function headerRow({ old, new: now }: Why): Row {
  const ends = [segment("title", old.end.title), segment("muted", " -> "), segment("title", now.end.title)];
  return now.end.subject === undefined ? ends : [...ends, plainText(` "${now.end.subject}"`)];
}

function nodeRow({ old, new: now, path, changes }: Why): Row {
  const name = segment("node", now.name ?? old.name ?? "");
  const lone = old.name === undefined ? "added" : now.name === undefined ? "removed" : undefined;
  if (lone !== undefined) return [name, plainText("  "), segment("path", printPath(path)), plainText(`  node ${lone}`)];
  const former = old.name === now.name ? [] : [segment("muted", `  called ${old.name} in ${old.end.title}`)];
  const isShown = path.length === 0 || changes.some(({ change }) => printPath(change.path) === printPath(path));
  return [name, ...former, ...(isShown ? [] : [plainText("  "), segment("path", printPath(path))])];
}

interface Printing {
  readonly why: Why;
  /** Causes that were already printed. */
  readonly printed: Set<string>;
  readonly options: ChangeOptions;
}

function* differenceRows({ change, layers, chains }: WhyChange, { why, printed, options }: Printing): Generator<Row> {
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
  return value === undefined ? "(not set)" : clip(inlineValue(value, WIDTH), WIDTH);
}

/** The value on each side if nothing differs, or if one side cannot be compared. */
function* sideRows(why: Why, options: ChangeOptions): Generator<Row> {
  const { old, new: now, layers, path } = why;
  if (old.resolves && now.resolves) yield [plainText("  does not differ")];
  yield* rowColumns(
    [old, now].map((side) => [
      [plainText(`  ${side.end.title}`)],
      [segment(side.value === undefined ? "muted" : "value", valueText(side))],
      [segment("source", side.value === undefined ? "" : placeText(placeOf(side.value.origin)))],
    ]),
  );
  if (!old.resolves || !now.resolves) yield* layerRows(layers, endsOf(why), options);
  else if (old.value === undefined && path.length > 0 && layers.length > 0)
    yield* layerRows(layers, endsOf(why), options);
}

function valueText({ name, value, resolves }: WhySide): string {
  if (name === undefined) return "(no such node)";
  if (value !== undefined) return clip(inlineValue(value, WIDTH), WIDTH);
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
