import { clip } from "../../base/terminal-text.ts";
import { recordKeys } from "../../base/text-order.ts";
import { DataValue } from "../../encoding/json.ts";
import type { PlainImpact } from "../../model/documents/history.ts";
import type { Impact, ImpactTarget, Overriding, ValueImpact } from "../../model/results/impact.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { HowUsed, Use, Uses, UsesTarget } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, placeOf, spanPlace } from "../../model/values/value.ts";
import { layerName } from "../text/origin.ts";
import type { Row } from "../text/row.ts";
import { counted, emptyRow, indentRow, inlineValue, nameList, plainText, rowColumns, segment } from "../text/row.ts";

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
  yield reachRow(nodes, total, full);
}

function reachRow(nodes: readonly string[], total: number, full: boolean): Row {
  const reach: Row = [plainText(`  reaches ${nodes.length} of ${counted(total, "node")}`)];
  return nodes.length === 0 ? reach : [...reach, plainText(": "), ...nameList(nodes, { full })];
}

/**
 * One line for each value, which editors can jump to: place, path, and the number of nodes on which it wins or is
 * overridden.
 */
export function impactLines({ values }: Masked<Impact>): readonly Row[] {
  return rowColumns(
    values.map((value) => [
      [segment("source", exactPlace(value.key))],
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
  return rowColumns([titles, ...cells], isRight).map((row) => indentRow(row, 2));
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
  const place: Row = [plainText("    "), segment("source", placeIn(value, target))];
  const cells = shown.map(({ path, origin, nodes }, index): readonly Row[] => {
    const [only = ""] = nodes;
    return [
      ...(index === 0 ? [place, [segment("path", pathText(value))]] : [emptyRow, emptyRow]),
      [plainText("> "), segment("path", printPath(path))],
      [nodes.length === 1 ? segment("node", only) : plainText(counted(nodes.length, "node"))],
      [segment("source", spanPlace(origin))],
    ];
  });
  return hidden === 0 ? cells : [...cells, [emptyRow, emptyRow, [segment("muted", `+${hidden} more`)]]];
}

/** The uses of something, for people: by kind of use, then the nodes that are affected. */
export function* usesRows({ target, uses, nodes, total }: Masked<Uses>, full: boolean): Iterable<Row> {
  yield [segment("muted", target.kind === "path" ? "" : `${target.kind} `), segment("node", titleOf(target))];
  for (const how of recordKeys(HEADS)) {
    const some = uses.filter((use) => use.how === how);
    if (some.length === 0) continue;
    yield [plainText(`  ${HEADS[how]}`)];
    yield* rowColumns(some.map((use) => useCells(use, target)));
  }
  if (uses.length === 0) yield [plainText("  nothing names it")];
  if (target.kind === "node") return;
  yield reachRow(nodes, total, full);
}

function titleOf(target: UsesTarget): string {
  if (target.kind !== "path") return target.kind === "settings" ? "" : target.name;
  return target.file === undefined ? printPath(target.path) : `${printPath(target.path)} as defined in ${target.file}`;
}

/** In the order in which they are shown. */
const HEADS: Readonly<Record<HowUsed, string>> = {
  lists: "included by",
  removes: "removed by",
  parent: "parent of",
  names: "named by",
  criterion: "tested by",
  orders: "ordered by",
  targets: "target of",
  sets: "set by",
  reads: "read by",
};

const WIDTH = 60;

function useCells({ how, by, text, value, path, origin }: Use, target: UsesTarget): readonly Row[] {
  const source: Row = [segment("source", exactPlace(origin))];
  const user: Row = [plainText(by.kind === "global" ? `    ${by.name}` : `    ${by.kind} ${by.name}`)];
  if (value !== undefined) {
    const isAbove = target.kind === "path" && path.length < target.path.length;
    const at = isAbove ? ` at ${printPath(path)}` : "";
    return [user, [segment("value", clip(inlineValue(value, WIDTH), WIDTH)), plainText(at)], source];
  }
  if (how === "reads") return [user, [segment("path", printPath(path))], [segment("value", text)], source];
  return how === "criterion" || how === "sets" || by.kind === "settings"
    ? [user, [plainText(text)], source]
    : [user, source];
}

/** `heir uses --json`: what uses each of some targets. */
export function usesData(all: readonly Masked<Uses>[], leftOut: readonly LeftOut[]) {
  return { v: 1, targets: all.map((each) => targetData(each, leftOut)) };
}

function targetData({ target, uses, nodes, total, unresolved }: Uses, leftOut: readonly LeftOut[]) {
  return {
    target,
    uses: uses.map(useData),
    nodes,
    looked_at: { nodes: total, left_out: leftOut },
    unresolved: unresolved.length > 0 ? unresolved : undefined,
  };
}

function useData({ how, by, text, value, path, origin }: Use) {
  return {
    how,
    by,
    ...(value === undefined ? { text } : { value: new DataValue(value) }),
    path: path.length > 0 ? path : undefined,
    place: placeOf(origin),
  };
}

/** `heir impact --json`: what an edit would touch, with places instead of spans. */
export function impactData(
  { target, values, nodes, total, unresolved }: Masked<Impact>,
  leftOut: readonly LeftOut[],
): PlainImpact<DataValue> {
  return {
    v: 1,
    target,
    values: values.map(valueImpactData),
    nodes,
    looked_at: { nodes: total, left_out: leftOut },
    unresolved: unresolved.length > 0 ? unresolved : undefined,
  };
}

function valueImpactData(impact: ValueImpact) {
  const { by, path, key, value, wins, joined, overridden, feeds } = impact;
  return {
    by,
    path,
    place: placeOf(key),
    value: new DataValue(value),
    wins,
    joined,
    overridden: overridden.map((each) => ({
      layer: each.by?.layer,
      name: each.by?.name,
      place: each.origin && placeOf(each.origin),
      nodes: each.nodes,
    })),
    feeds: feeds.map((each) => ({ path: each.path, place: placeOf(each.origin), nodes: each.nodes })),
  };
}
