import { remembered } from "../../../base/remembered.ts";
import { type Cell, columnsLine, textCell, widest } from "../../draw/columns.ts";
import { nodeCount } from "../../draw/counts.ts";
import { type Line, lineWidth, plain, span, type TextSpan } from "../../draw/line.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { FindingDetail } from "../../worker/questions.ts";
import type { FindingRow } from "../../worker/rows/finding-row.ts";
import type { FindingPlace } from "./state.ts";

const SIGNS: Readonly<Record<FindingRow["severity"], TextSpan>> = {
  error: span("error", "✗"),
  warning: span("warning", "!"),
  info: span("muted", "i"),
};

/** Columns of a list of findings. */
export interface FindingColumns {
  readonly code: number;
  readonly message: number;
}

/** The columns of a list of findings, the same for all its rows. */
export const findingColumns: (rows: readonly FindingRow[]) => FindingColumns = remembered(
  (rows: readonly FindingRow[]) => ({
    code: widest(rows.map(({ code }) => code)),
    message: widest(rows.map(({ message }) => message)),
  }),
);

interface FindingLook {
  readonly columns: number;
  readonly look: FindingPlace;
}

/** `✗ group-conflict  dns: two values…  12 nodes  groups/dc.yml:9`; what is spare is left out where the message has no room. */
export function findingLine(row: FindingRow, aligned: FindingColumns, { columns, look }: FindingLook): Line {
  const front = [plain(look === "follows" ? "    " : ""), SIGNS[row.severity], plain(" ")];
  const older = span("muted", look === "older" ? "older  " : "");
  const message: Cell = { line: [older, plain(row.message)], column: aligned.message, least: LEAST_MESSAGE };
  const more: readonly Cell[] = [
    { line: [plain(row.nodes === 0 ? "" : nodeCount(row.nodes))], isSpare: true },
    textCell(span("source", row.place), { least: LEAST_PLACE }),
  ];
  const code: Cell = { line: [span("path", row.code)], column: aligned.code };
  return [...front, ...columnsLine(columns < ROOMY ? [message] : [code, message, ...more], columns - lineWidth(front))];
}

/** Narrower lists have only the message. */
const ROOMY = 64;
const LEAST_MESSAGE = 24;
const LEAST_PLACE = 12;

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
