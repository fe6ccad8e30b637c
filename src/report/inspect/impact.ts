import { largest } from "../../base/largest.ts";
import { displayWidth, padStart } from "../../base/terminal-text.ts";
import type { Fed, Impact, ImpactTarget, Overriding, ValueImpact } from "../../model/results/impact.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText, spanPlace } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { layerName } from "../text/layer-name.ts";
import { counted, nameList, plainText, type Row, rowColumns, rowText, segment } from "../text/row.ts";

/** The number of places or values that are named; the rest is only counted. */
const FEW = 2;

/** The effect of an edit, for people: for each value its nodes and the values made from it, then the nodes affected. */
export function* impactRows(impact: Masked<Impact>, full: boolean): Iterable<Row> {
  const { target, values, nodes, total } = impact;
  yield titleRow(target);
  if (values.length === 0) yield [plainText(`  ${withoutValues(target)}`)];
  else yield* table(impact, full);
  const feeding = values.filter(({ feeds }) => feeds.length > 0);
  if (feeding.length > 0) {
    yield [plainText("  feeds")];
    yield* rowColumns(feeding.flatMap((value) => feedCells(value, target, full)));
  }
  const reach: Row = [plainText(`  reaches ${nodes.length} of ${counted(total, "node")}`)];
  yield nodes.length === 0 ? reach : [...reach, plainText(": "), ...nameList(nodes, { full })];
}

/**
 * One line for each value, which editors can jump to: place, path, and the number of nodes on which it wins or is
 * overridden.
 */
export function impactLines({ values }: Masked<Impact>): readonly Row[] {
  return rowColumns(
    values.map((value) => [
      [segment("source", placeText(placeOf(value.key)))],
      [segment("path", pathText(value))],
      [plainText(`wins ${value.wins.length}`)],
      [plainText(`overridden ${countOf(value.overridden)}`)],
    ]),
  );
}

/** Patterns as they are written. */
function pathText({ path, pattern }: Pick<ValueImpact, "path" | "pattern">): string {
  return pattern?.text ?? printPath(path);
}

function withoutValues(target: ImpactTarget): string {
  const isPolicy = target.kind === "file" && ["technique", "directive", "rule"].includes(target.of.kind);
  return isPolicy ? "heir policies NODE shows the result on a node" : "no value is written here";
}

function titleRow(target: ImpactTarget): Row {
  if (target.kind === "path") return [segment("node", printPath(target.path))];
  const { of, file, line } = target;
  const place = segment("source", `  ${file}${line === undefined ? "" : `:${line}`}`);
  if (of.kind === "settings") return [segment("node", of.kind), place];
  return of.kind === "global"
    ? [segment("node", of.name), place]
    : [segment("muted", `${of.kind} `), segment("node", of.name), place];
}

function table({ target, values }: Impact, full: boolean): readonly Row[] {
  const head = target.kind === "file" ? "line" : "place";
  const cells = values.map((value): readonly Row[] => [
    [segment("source", placeIn(value, target))],
    [segment("path", pathText(value))],
    [plainText(String(value.wins.length))],
    [plainText(String(countOf(value.overridden)))],
    outcomeCell(value, full),
  ]);
  const titles = [head, "path", "wins on", "overridden on", "by"].map((text): Row => [segment("muted", text)]);
  const isRight = (column: number): boolean => column === 2 || column === 3 || (column === 0 && target.kind === "file");
  const widths = titles.map((_, column) => largest([titles, ...cells].map((row) => widthOf(row[column] ?? []))));
  return rowColumns(
    [titles, ...cells].map((row) =>
      row.map((cell, column): Row => {
        const indent = column === 0 ? "  " : "";
        const filled = isRight(column) ? padStart("", (widths[column] ?? 0) - widthOf(cell)) : "";
        return [plainText(indent + filled), ...cell];
      }),
    ),
  );
}

function widthOf(row: Row): number {
  return displayWidth(rowText(row));
}

function placeIn({ key }: ValueImpact, target: ImpactTarget): string {
  return target.kind === "file" ? String(placeOf(key).line) : spanPlace(key);
}

function countOf(overridden: readonly Overriding[]): number {
  // Values at a path with patterns can be replaced by several layers of one node.
  return new Set(overridden.flatMap(({ nodes }) => nodes)).size;
}

/** The layers that override it, those on most nodes first, or the way in which it is joined to other values. */
function outcomeCell({ value, joined, overridden }: ValueImpact, full: boolean): Row {
  const shown = full ? overridden : overridden.slice(0, FEW);
  const hidden = overridden.length - shown.length;
  const isOne = overridden.length === 1;
  const instead = shown.map(({ by, origin, nodes }) => {
    const place = origin === undefined ? "a conflict of groups" : spanPlace(origin);
    return `${by === undefined ? place : `${layerName(by)} (${place})`}${isOne ? "" : ` on ${nodes.length}`}`;
  });
  const adds =
    joined.length === 0 ? [] : [value.kind === "list" ? `adds ${counted(value.items.length, "element")}` : "adds"];
  const more = hidden === 0 ? [] : [`+${hidden} more`];
  return [plainText([...adds, ...instead, ...more].join(", "))];
}

function feedCells(value: ValueImpact, target: ImpactTarget, full: boolean): readonly (readonly Row[])[] {
  const shown = full ? value.feeds : value.feeds.slice(0, FEW + 1);
  const hidden = value.feeds.length - shown.length;
  const cells = shown.map((fed, index) => fedCells(value, fed, { target, isFirst: index === 0 }));
  return hidden === 0 ? cells : [...cells, [[plainText("")], [plainText("")], [segment("muted", `+${hidden} more`)]]];
}

function fedCells(
  value: ValueImpact,
  { path, origin, nodes }: Fed,
  { target, isFirst }: { readonly target: ImpactTarget; readonly isFirst: boolean },
): readonly Row[] {
  const [only = ""] = nodes;
  const start: readonly Row[] = isFirst
    ? [[plainText("    "), segment("source", placeIn(value, target))], [segment("path", pathText(value))]]
    : [[plainText("")], [plainText("")]];
  return [
    ...start,
    [plainText("> "), segment("path", printPath(path))],
    [nodes.length === 1 ? segment("node", only) : plainText(counted(nodes.length, "node"))],
    [segment("source", spanPlace(origin))],
  ];
}
