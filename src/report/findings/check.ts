import { grouped } from "../../base/grouped.ts";
import type { ShareMark } from "../../encoding/document.ts";
import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { GateData, MoreFindingsData } from "../data/gate-types.ts";
import { counted, emptyRow, type Row, segment, tableRows } from "../text/row.ts";
import { diagnosticRows } from "./diagnostic.ts";

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
 * The last line of a check, in one fixed form: `checked 14 nodes, 31 files: 1 error, 1 warning`, followed by `; 3 older
 * findings not shown` if some are left out, and by `; 2 findings excused by heir-baseline.yml`. What the findings are narrowed
 * to stands behind their count: `1 error, 0 warnings of 3 nodes at ntp`.
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
export function listedProblems(problems: readonly FoundProblem[]): {
  readonly listed: readonly FoundProblem[];
  readonly more: readonly MoreFindingsData[];
} {
  const more = problems.flatMap(({ diagnostic: { code, severity, span, rest } }) =>
    rest === undefined ? [] : [{ code, severity, file: span?.file.path ?? "", count: rest.count }],
  );
  return { listed: problems.filter(({ diagnostic }) => diagnostic.rest === undefined), more };
}
