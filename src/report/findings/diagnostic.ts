import type { Severity } from "../../model/findings/codes.ts";
import type { FoundProblem, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { exactPlace, placeOf, placeText, type Span, spanPlace } from "../../model/values/origin.ts";
import { sourceFrame } from "../text/frame.ts";
import { type Label, nameList, plainText, type Row, segment } from "../text/row.ts";
import type { Theme } from "../text/theme.ts";

/**
 * A problem for people: the message, the place with its line and a mark under the exact text, the other places that are
 * involved, the nodes that have it, and the hint.
 *
 * `width` limits the lines of source text, `arrow` leads to the place. Same input, same rows; never fails.
 */
export function diagnosticRows(
  { diagnostic, nodes }: FoundProblem,
  width: number = WIDTH,
  arrow: "-->" | "  →" = "-->",
): readonly Row[] {
  const { code, severity, message } = diagnostic;
  const places = placesOf(diagnostic, arrow);
  const gutter = Math.max(1, ...places.map(({ span }) => String(placeOf(span).line).length));
  const bar = segment("muted", " ".repeat(gutter + 1));
  const frames = places.flatMap((place) => placeRows(place, gutter, width));
  const notes = noteRows(diagnostic, nodes);
  return [
    [segment(severityLabels[severity], `${severity}[${code}]`), plainText(": "), segment("title", message)],
    ...frames,
    ...(notes.length > 0 && frames.length > 0 ? [[bar, segment("muted", "|")]] : []),
    ...notes.map((row) => [bar, ...row]),
  ];
}

/** A problem in one row: `error[class-not-found]: class bse is listed but has no file  nodes/web1.yml:2`. */
export function problemRow(
  { code, message, span }: Pick<MaskedDiagnostic, "code" | "message" | "span">,
  severity: Severity = "error",
): Row {
  const place = span === undefined ? [] : [segment("source", `  ${spanPlace(span)}`)];
  return [segment(severityLabels[severity], `${severity}[${code}]`), plainText(`: ${message}`), ...place];
}

/** {@link diagnosticRows} as text that ends with a line end. */
export function diagnosticText(problem: FoundProblem, theme: Theme, width?: number): string {
  return diagnosticRows(problem, width)
    .map((row) => `${theme(row)}\n`)
    .join("");
}

const WIDTH = 100;
const MOST_RELATED = 8;
const MOST_FOLLOWING = 10;

export const severityLabels: Readonly<Record<Severity, Label>> = { error: "error", warning: "warning", info: "muted" };

interface MarkedPlace {
  readonly span: Span;
  readonly arrow: "-->" | "  →" | ":::";
  readonly mark: "^" | "-";
  readonly label: Label;
  readonly caption: string;
}

function placesOf({ span, severity, related }: MaskedDiagnostic, arrow: MarkedPlace["arrow"]): readonly MarkedPlace[] {
  const main: MarkedPlace[] = [];
  if (span !== undefined) main.push({ span, arrow, mark: "^", label: severityLabels[severity], caption: "" });
  const others = related
    .slice(0, MOST_RELATED)
    .map((other): MarkedPlace => ({ ...other, arrow: ":::", mark: "-", label: "path" }));
  return [...main, ...others];
}

function placeRows({ span, arrow, mark, label, caption }: MarkedPlace, gutter: number, width: number): readonly Row[] {
  const place = placeOf(span);
  const { text, offset, length } = sourceFrame(span, place.line, Math.max(20, width - gutter - 3));
  const head: Row = [segment("muted", `${" ".repeat(gutter)}${arrow} `), segment("source", placeText(place))];
  if (text.trim() === "") return [caption === "" ? head : [...head, plainText(`  ${caption}`)]];
  const bar = segment("muted", `${" ".repeat(gutter + 1)}|`);
  const number = segment("muted", `${String(place.line).padStart(gutter)} | `);
  const under = segment(label, mark.repeat(length) + (caption === "" ? "" : ` ${caption}`));
  return [head, [bar], [number, plainText(text)], [bar, plainText(" ".repeat(offset + 1)), under]];
}

function noteRows(diagnostic: MaskedDiagnostic, nodes: readonly string[]): readonly Row[] {
  const { related, follows = [], hint } = diagnostic;
  const hidden = related.length - MOST_RELATED;
  const listed = follows.slice(0, MOST_FOLLOWING).map(({ span, caption }) => `${exactPlace(span)} ${caption}`);
  const others = follows.length - listed.length;
  return [
    ...(hidden > 0 ? [note("note", [plainText(`and at ${hidden} more places`)])] : []),
    ...(nodes.length > 0 ? [note("nodes", [plainText(`${nodes.length} (`), ...nameList(nodes), plainText(")")])] : []),
    ...[...listed, ...(others > 0 ? [`and ${others} more`] : [])].map((text) => note("follows", [plainText(text)])),
    ...(diagnostic.note === undefined ? [] : labelledRows("note", diagnostic.note)),
    ...(hint === undefined ? [] : labelledRows("help", hint)),
  ];
}

function note(kind: string, text: Row): Row {
  return [segment("muted", "= "), segment("title", `${kind}: `), ...text];
}

function labelledRows(label: "note" | "help", text: string): readonly Row[] {
  const [first = "", ...more] = text.split("\n");
  return [note(label, [plainText(first)]), ...more.map((line) => [plainText(`        ${line}`)])];
}
