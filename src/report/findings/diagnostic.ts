import { grouped } from "../../base/text-order.ts";
import type { ShareMark } from "../../encoding/json.ts";
import type { GateData, MoreFindingsData } from "../../model/documents/check.ts";
import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { FoundProblem, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { exactPlace, placeOf, placeText, type Span, spanPlace } from "../../model/values/value.ts";
import { sourceFrame } from "../text/frame.ts";
import { counted, emptyRow, type Label, nameList, plainText, type Row, segment, tableRows } from "../text/row.ts";
import type { Theme } from "../text/theme.ts";

/**
 * A problem for people: the message, the place with its line and a mark under the exact text, the other places that
 * are involved, the nodes that have it, and the hint.
 *
 * `width` limits the lines of source text, `arrow` leads to the place. Never fails.
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
  const lines = diagnosticRows(problem, width).map((row) => `${theme(row)}\n`);
  return lines.join("");
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

/** What a check looked at. */
export interface CheckScope {
  readonly nodes: number;
  readonly files: number;
  readonly leftOut: readonly LeftOut[];
  /** What the findings are narrowed to; absent if to nothing. */
  readonly scope?: FindingScope;
  /** The number of findings left out because an earlier state has them as well; absent if no state was given. */
  readonly older?: number;
  /** How many findings the baseline excuses; absent if there is none. */
  readonly excused?: number;
  /** The share that was checked; absent for all nodes. */
  readonly share?: ShareMark;
  /** Findings that are counted and not reported. */
  readonly more?: readonly MoreFindingsData[];
  /** The verdict of the gate, if an earlier state was given. */
  readonly gate?: GateData;
}

/** Nodes and paths, as they were asked for, to which findings are narrowed. */
export interface FindingScope {
  readonly nodes: readonly string[];
  readonly paths: readonly string[];
  /** The number of nodes that are meant. */
  readonly count: number;
}

/** Findings for people, with an empty line after each; the summary is {@link checkSummary}. */
export function* checkRows(findings: readonly FoundProblem[], width?: number): Iterable<Row> {
  for (const finding of findings) {
    yield* diagnosticRows(finding, width);
    yield emptyRow;
  }
}

/** What is left out, one row for each code and file: `and 59000 more unresolved-reference in nodes/n.yml`. */
export function* moreFindingRows(more: readonly MoreFindingsData[]): Iterable<Row> {
  for (const { code, file, count } of more) {
    yield [segment("plain", `and ${count} more ${code}${file === "" ? "" : ` in ${file}`}`)];
    yield emptyRow;
  }
}

/** Findings by their codes, in the order of the findings. */
export function codeCounts(findings: readonly FoundProblem[]) {
  return [...grouped(findings, ({ diagnostic }) => diagnostic.code)].map(([code, own]) => ({
    code,
    severity: own[0]?.diagnostic.severity ?? "info",
    findings: countOfAll(own),
    nodes: new Set(own.flatMap(({ nodes }) => nodes)).size,
    files: new Set(own.flatMap(({ diagnostic }) => diagnostic.span?.file.path ?? [])).size,
  }));
}

/** {@link codeCounts} as a table. */
export function codeCountRows(counts: ReturnType<typeof codeCounts>): readonly Row[] {
  const lines = counts.map(({ severity, code, findings, nodes, files }) => [severity, code, findings, nodes, files]);
  return counts.length === 0 ? [] : tableRows(["severity", "code", "findings", "nodes", "files"], lines);
}

/**
 * The last line of a check, in one fixed form: `checked 14 nodes, 31 files: 1 error, 1 warning`. If the findings are
 * narrowed, ` of 3 nodes at ntp` follows their count. `; 3 older findings not shown` and
 * `; 2 findings excused by heir-baseline.yml` follow where there are any.
 */
export function checkSummary(
  findings: readonly FoundProblem[],
  { nodes, files, scope, older = 0, excused = 0, more = [] }: CheckScope,
): string {
  const looked = `${counted(nodes, "node")}, ${counted(files, "file")}`;
  const hidden = [
    ...(older === 0 ? [] : [`; ${counted(older, "older finding")} not shown`]),
    ...(excused === 0 ? [] : [`; ${counted(excused, "finding")} excused by ${BASELINE_FILE}`]),
  ].join("");
  const narrowed = scope === undefined ? "" : scopeText(scope);
  if (findings.length === 0) return `${looked}, 0 findings${narrowed}${hidden}`;
  const count = (severity: Severity): number =>
    findings.filter(({ diagnostic }) => diagnostic.severity === severity).length +
    more.reduce((sum, each) => sum + (each.severity === severity ? each.count : 0), 0);
  const infos = count("info");
  const following = findings.reduce((sum, { diagnostic }) => sum + (diagnostic.follows?.length ?? 0), 0);
  const counts = [
    counted(count("error"), "error"),
    ...(following > 0 ? [`${following} that follow${following === 1 ? "s" : ""}`] : []),
    counted(count("warning"), "warning"),
    ...(infos > 0 ? [`${infos} info`] : []),
  ];
  return `checked ${looked}: ${counts.join(", ")}${narrowed}${hidden}`;
}

function scopeText({ nodes, paths, count }: FindingScope): string {
  const ofNodes = nodes.length === 0 ? "" : ` of ${counted(count, "node")}`;
  return paths.length === 0 ? ofNodes : `${ofNodes} at ${paths.join(", ")}`;
}

/** The findings that are reported one by one, in their order, and those that are counted. */
export function listedProblems(problems: readonly FoundProblem[]) {
  const more = problems.flatMap(({ diagnostic: { code, severity, span, rest } }): readonly MoreFindingsData[] =>
    rest === undefined ? [] : [{ code, severity, file: span?.file.path ?? "", count: rest.count }],
  );
  return { listed: problems.filter(({ diagnostic }) => diagnostic.rest === undefined), more };
}
