import { placeOf, placeText } from "../../model/values/origin.ts";
import { diagnosticRows } from "../../report/findings/diagnostic.ts";
import { newPairRow, withoutOrderPairs } from "../../report/findings/problems.ts";
import { counted, emptyRow, nameList, plainText, type Row, segment } from "../../report/text/row.ts";
import type { Finding } from "../../workspace/workspace.ts";

/**
 * Findings in at most `lines` lines: all of them in full if they fit, else the first ones in full and the others in one
 * line each, and if not even that fits, as many as do; `hidden` is the number of the others.
 */
export function reportedFindings(findings: readonly Finding[], lines: number) {
  const { others, pairs } = withoutOrderPairs(findings);
  const added = pairs.map(newPairRow);
  const blocks = [...others.map((finding) => [...diagnosticRows(finding), emptyRow]), ...added.map((row) => [row])];
  const whole = wholeBlocks(
    blocks.map((block) => block.length),
    lines,
  );
  const rows = blocks.slice(0, whole).flat();
  const short = [...others.map(shortRow), ...added].slice(whole);
  const room = Math.max(0, lines - rows.length);
  const shown = short.slice(0, short.length <= room ? room : Math.max(0, room - 1));
  const hidden = short.length - shown.length;
  const more: readonly Row[] = hidden === 0 ? [] : [[segment("muted", `... and ${counted(hidden, "more finding")}`)]];
  return { rows: [...rows, ...shown, ...more], hidden };
}

/**
 * How many blocks can be shown in full so that each other block still gets a line; at least one if it is short enough.
 */
function wholeBlocks(sizes: readonly number[], lines: number): number {
  for (let count = sizes.length; count > 0; count -= 1) {
    const used = sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
    if (used + sizes.length - count <= lines) return count;
  }
  const [first = 0] = sizes;
  return first * 2 <= lines ? 1 : 0;
}

/** `error[class-not-found]: class webb is listed but has no file  nodes/n1.yml:3:3  (n1)`. */
function shortRow({ diagnostic: { code, severity, message, span }, nodes }: Finding): Row {
  const place = span === undefined ? [] : [segment("source", `  ${placeText(placeOf(span))}`)];
  const names = nodes.length === 0 ? [] : [plainText("  ("), ...nameList(nodes), plainText(")")];
  return [
    segment(severity === "info" ? "muted" : severity, `${severity}[${code}]`),
    plainText(": "),
    segment("plain", message),
    ...place,
    ...names,
  ];
}
