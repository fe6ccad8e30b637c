import { displayWidth } from "../../../base/terminal-text.ts";
import { nodeCount } from "../../draw/counts.ts";
import { cell, cellRight, fitted, type Line, plain, span, type TextSpan } from "../../draw/line.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { FindingDetail, FindingRow } from "../../worker/protocol/data.ts";

const SIGNS: Readonly<Record<FindingRow["severity"], TextSpan>> = {
  error: span("error", "✗"),
  warning: span("warning", "!"),
  info: span("muted", "i"),
};

/** Narrower lines hold only the message. */
const ROOMY = 64;
/** Narrower lists have the name of a file without its folders; the detail has all of it. */
const WIDE = 90;
const LONGEST_PLACE = 24;
const NODES = 9;

/** The columns of a list of findings. */
export interface FindingColumns {
  readonly code: number;
  readonly message: number;
  readonly place: number;
  readonly isWide: boolean;
}

/** Undefined if there is room only for the message. */
export function findingColumns(rows: readonly FindingRow[], width: number): FindingColumns | undefined {
  if (width < ROOMY) return undefined;
  const isWide = width >= WIDE;
  const code = Math.max(0, ...rows.map((row) => row.code.length));
  const place = Math.min(LONGEST_PLACE, Math.max(0, ...rows.map((row) => displayWidth(placeText(row, isWide)))));
  return { code, place, isWide, message: width - 2 - code - place - NODES - 6 };
}

/** `✗ group-conflict  dns: two values…  12 nodes  groups/dc.yml:9`. */
export function findingLine(row: FindingRow, columns: FindingColumns | undefined, isOlder = false): Line {
  const sign = SIGNS[row.severity];
  const message = [span("muted", isOlder ? "older  " : ""), plain(row.message)];
  if (columns === undefined) return [sign, plain(" "), ...message];
  const nodes = row.nodes === 0 ? "" : nodeCount(row.nodes);
  return [
    sign,
    plain(" "),
    span("path", cell(row.code, columns.code)),
    plain("  "),
    ...fitted(message, columns.message),
    plain(`  ${cellRight(nodes, NODES)}  `),
    span("source", cell(placeText(row, columns.isWide), columns.place)),
  ];
}

function placeText({ place }: FindingRow, isWide: boolean): string {
  return isWide ? place : place.slice(place.lastIndexOf("/") + 1);
}

/** `2 errors  1 warning`; empty if there are none. */
export function findingCounts(rows: readonly FindingRow[]): string {
  const words = { error: ["error", "errors"], warning: ["warning", "warnings"], info: ["info", "infos"] } as const;
  const texts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = rows.filter((row) => row.severity === severity).length;
    return count === 0 ? [] : [`${count} ${words[severity][count === 1 ? 0 : 1]}`];
  });
  return texts.join("  ");
}

export interface FindingView {
  readonly lines: readonly Line[];
  /** The number of lines up to the end of the chosen choice, if there are any. */
  readonly chosenAt: number | undefined;
}

/** A finding as `heir check` prints it, and below it the orders that resolve it. */
export function findingView({ lines, choices, columns }: FindingDetail, choiceAt: number | undefined): FindingView {
  const shown: Line[] = lines.flatMap((line) => wrapped(line, columns));
  if (choices.length === 0) return { lines: shown, chosenAt: undefined };
  shown.push([], [span("heading", "choose an order"), span("muted", "  (written to order.yml after you confirm)")]);
  let chosenAt: number | undefined;
  for (const [index, { chain, effect, isPossible }] of choices.entries()) {
    shown.push([mark(index === choiceAt), span(isPossible ? "node" : "muted", chain.join(" < "))]);
    shown.push(...wrapped([plain("    "), span(isPossible ? "value" : "muted", effect)], columns, 4));
    if (index === choiceAt) chosenAt = shown.length;
  }
  shown.push([mark(choiceAt === choices.length), plain("keep the conflict")]);
  return { lines: shown, chosenAt: choiceAt === choices.length ? shown.length : chosenAt };
}

function mark(isChosen: boolean): TextSpan {
  return plain(isChosen ? "> " : "  ");
}
