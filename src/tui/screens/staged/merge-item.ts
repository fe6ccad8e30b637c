import type { Row } from "../../../report/text/row.ts";
import { nodeCount } from "../../draw/counts.ts";
import { type Line, lineWidth, plain, span, type TextSpan } from "../../draw/line.ts";
import { wrapped } from "../../draw/wrap.ts";
import type { MergeItem } from "../../worker/rows/merge-items.ts";
import { signSpan } from "../changes/change-line.ts";

/** `12 nodes  ≠ ntp:server  merged value is on neither side`; without the meaning in a narrow list. */
export function mergeItemLine({ nodes, sign, title, meaning }: MergeItem, columns: number): Line {
  const count = nodes === 0 ? [] : [plain(nodeCount(nodes)), plain("  ")];
  const front: readonly TextSpan[] = [...count, signSpan(sign), plain(" "), span("path", title)];
  const room = columns - lineWidth(front) - 2;
  return room < SMALLEST_MEANING ? front : [...front, plain("  "), span("muted", meaning)];
}

const SMALLEST_MEANING = 16;

/** A merged item: its meaning, and its values on all sides or its nodes. */
export function mergeItemLines(meaning: string, lines: readonly Row[], columns: number): readonly Line[] {
  return [[span("title", meaning)], [], ...sideLines(lines, columns)];
}

function sideLines(lines: readonly Row[], columns: number): readonly Line[] {
  return lines.flatMap((line) => wrapped(line, columns, line[0]?.text.trim() === "on" ? 4 : 13));
}
