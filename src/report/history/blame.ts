import { clip, displayWidth, padEnd, terminalSafe } from "../../base/terminal-text.ts";
import type { Bisection } from "../../model/results/bisection.ts";
import type { Blame, BlamedLeaf, LineWriter, LoggedCommit } from "../../model/results/log.ts";
import type { Why } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { type ChangeOptions, causeText } from "../blocks/cause.ts";
import { causeData } from "../data/comparison.ts";
import { placedData } from "../data/explanation.ts";
import { largest } from "../text/fit.ts";
import { sourceText } from "../text/origin.ts";
import { counted, emptyRow, inlineValue, plainText, type Row, segment } from "../text/row.ts";
import { whyData } from "./why.ts";

const SHORT = 7;
const UNCOMMITTED = "not committed yet";
const WIDEST_VALUE = 60;

/**
 * A row for each value: the commit that introduced it, or `^` and the boundary of a shallow clone, path, value and place. If another commit wrote the line, it
 * follows below, with the reason why the value wins since the first one. Long values are cut to the width.
 */
export function blameRows({ node, leaves }: Masked<Blame>, { width }: ChangeOptions = {}): readonly Row[] {
  const heads = leaves.map(({ since }) => headText(since));
  const paths = leaves.map(({ path }) => terminalSafe(printPath(path)));
  const widest = width === undefined ? 400 : WIDEST_VALUE;
  const values = leaves.map(({ value }) => clip(inlineValue(value, WIDEST_VALUE), widest));
  const widths = [heads, paths, values].map((texts) => largest(texts.map(displayWidth)));
  return leaves.flatMap((leaf, at) => {
    const [head = "", path = "", value = ""] = [heads[at], paths[at], values[at]];
    const row: Row = [
      segment(leaf.since === undefined ? "muted" : "changed", padEnd(head, widths[0] ?? 0)),
      plainText("  "),
      segment("path", padEnd(path, widths[1] ?? 0)),
      plainText("  "),
      segment("value", padEnd(value, Math.min(widths[2] ?? 0, WIDEST_VALUE))),
      segment("source", `  ${sourceText(leaf.value)}`),
    ];
    return [row, ...lineRows(leaf, node)];
  });
}

/** One value alone, over several rows: the commit and its subject, the value, its place. */
export function blamedValueRows(leaf: BlamedLeaf, node: string): readonly Row[] {
  const { since, path, value } = leaf;
  return [
    [segment("changed", headText(since)), segment("title", since === undefined ? "" : `  ${since.subject}`)],
    [segment("path", printPath(path)), segment("value", `  ${inlineValue(value)}`)],
    [segment("source", sourceText(value))],
    ...lineRows(leaf, node),
  ];
}

function headText(commit: Omit<LoggedCommit, "parents"> | undefined): string {
  if (commit === undefined) return UNCOMMITTED;
  const { boundary, id, date, author } = commit;
  return terminalSafe(`${boundary ? "^" : ""}${id.slice(0, SHORT)}  ${date.slice(0, 10)}  ${author}`);
}

function lineRows({ since, line, cause }: BlamedLeaf, node: string): readonly Row[] {
  if (since === undefined || line === undefined || since.id === line.id) return [];
  // Time zones differ, so dates cannot be compared as text.
  if (Date.parse(line.date) > Date.parse(since.date))
    return [[segment("muted", `    line rewritten by ${headText(line)}`)]];
  const why = cause === undefined || cause.kind === "unknown" ? "" : ` (${causeText(cause, [node])})`;
  return [[segment("muted", `    line from ${headText(line)}; wins since ${since.id.slice(0, SHORT)}${why}`)]];
}

/** The commit that was found, the number of commits, and the cost; `whyRows` shows what the commit changed. */
export function* bisectionRows({ first, parents, taken, commits, resolutions }: Bisection): Generator<Row> {
  const cost = `${counted(commits, "commit")}, ${counted(resolutions, "resolution")}: first changed by `;
  yield [plainText(cost), segment("changed", first.shortId), plainText(` "${first.subject}"`)];
  yield [segment("muted", `${first.date.slice(0, "2000-01-01".length)}  ${first.author}`)];
  if (taken !== undefined)
    yield [plainText(`a merge that took the value from ${taken.slice(0, first.shortId.length)}`)];
  else if (parents.length > 1) yield [plainText("a merge: no parent has this value")];
  yield emptyRow;
}

/** `heir blame --json`: the commit that last changed each value of a node, and the commit that wrote its line. */
export function blameData({ node, leaves, leftOut }: Masked<Blame>) {
  return { v: 1, node, leaves: leaves.map(blamedLeafData), looked_at: { left_out: leftOut } };
}

function blamedLeafData({ path, value, since, line, cause }: BlamedLeaf) {
  return {
    path,
    ...placedData(value),
    since: commitData(since),
    line: commitData(line),
    cause: cause && causeData(cause),
  };
}

/** Null for an uncommitted change. */
function commitData(commit: LineWriter | undefined) {
  if (commit === undefined) return null;
  const { id, author, email, date, subject, boundary, repository } = commit;
  return { commit: id, author, email, date, subject, boundary, repository };
}

/** `heir bisect --json`: the commit that introduced a value, and what it did; a commit without parents has no `why`. */
export function bisectionData(found: Bisection, why: Masked<Why> | undefined) {
  const { node, path, good, bad, first, parents, taken, commits, resolutions } = found;
  const { id, author, date, subject } = first;
  return {
    v: 1,
    node,
    path,
    good,
    bad,
    commits,
    resolutions,
    first: { id, author, date, subject, parents },
    taken_from: taken,
    why: why && whyData(why),
  };
}
