import { command, padEnd } from "../../base/terminal-text.ts";
import type { DataValue } from "../../encoding/json.ts";
import type { LogCommitData } from "../../model/documents/history.ts";
import type { Sided } from "../../model/results/change.ts";
import { type Comparison, differingNodes, type ReviewedComparison } from "../../model/results/comparison.ts";
import type { LogEntry, LoggedCommit, PendingStep } from "../../model/results/log.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { type ChangeOptions, changeHead, changeRows } from "../blocks/cause.ts";
import { endsData, foldedChangeData, nodeChangesData } from "../data/comparison.ts";
import { blocksRows, endRows, failingSections, nodeSections, notComparedRows, statRows } from "../diff/comparison.ts";
import { nodesNotCompared, notCompared } from "../diff/summary.ts";
import { sourceText } from "../text/origin.ts";
import type { Row, Segment } from "../text/row.ts";
import { counted, emptyRow, indentRow, inlineValue, nodeSet, plainText, segment } from "../text/row.ts";

export interface LogForm extends ChangeOptions {
  readonly form: "changes" | "counts" | "stat" | "oneline";
  /** The name of the requested node in the newest commit. */
  readonly node?: string;
  readonly review: (comparison: Masked<Comparison>) => Masked<ReviewedComparison>;
}

const SHORT = 7;
const AUTHOR_WIDTH = 14;

/**
 * One commit of a log as rows: short id, date, author and subject, then its changes, then an empty row; or one line
 * with `oneline`. If the node has another name there, a row reports it.
 */
export function logRows(entry: LogEntry, form: LogForm): readonly Row[] {
  if (form.form === "oneline") return [onelineRow(entry, form)];
  const { commit } = entry;
  const head: Row = [...idAndDate(entry), segment("plain", `  ${commit.author}  `), segment("title", commit.subject)];
  return [head, ...nameRows(entry, form), ...bodyRows(entry, form)];
}

function idAndDate({ commit }: LogEntry): readonly Segment[] {
  return [segment("changed", commit.id.slice(0, SHORT)), segment("muted", `  ${commit.date.slice(0, 10)}`)];
}

function nameRows({ node, renamedFrom }: LogEntry, form: LogForm): readonly Row[] {
  if (renamedFrom !== undefined) return [[segment("moved", "  > "), ...renaming(renamedFrom, node ?? "")]];
  if (node === undefined || node === form.node) return [];
  return [[segment("muted", "  the node is called "), segment("node", node), segment("muted", " here")]];
}

function renaming(from: string, to: string): readonly Segment[] {
  return [plainText("node renamed: "), segment("node", from), segment("muted", " -> "), segment("node", to)];
}

function bodyRows({ comparison, commit }: LogEntry, { form, node, review, ...options }: LogForm): readonly Row[] {
  if (comparison === undefined) return [emptyRow];
  if (form === "counts") return [[plainText("  "), segment("muted", countsText(comparison))], emptyRow];
  const left = node === undefined ? comparison : withoutShownNames(comparison);
  if (form === "stat") return [...statRows(review(left), options).slice(0, -1), emptyRow];
  if (node === undefined) {
    const blocks = [...blocksRows(review(comparison), { ...options, command: commandOf(commit) })];
    const still = notComparedRows(comparison, options);
    const rows = still.length === 0 ? blocks : [...blocks, ...still, emptyRow];
    return rows.map((row) => (row.length === 0 ? row : indentRow(row, 2)));
  }
  const changes = comparison.changes.flatMap((change) => changeRows(change, options));
  const states = [...failingSections(left.nodes.newlyFailing, options), ...nodeSections(left, options)].flat();
  return [...changes, ...states.map((row) => indentRow(row, 2)), emptyRow];
}

function commandOf({ id }: LogEntry["commit"]): string {
  return command(["heir", "diff", `${id.slice(0, SHORT)}^`, id.slice(0, SHORT)]);
}

/** For one node: a row above already reports a new name, and its value shows whether it was added or removed. */
function withoutShownNames(comparison: Masked<Comparison>): Masked<Comparison> {
  const { nodes, changes } = comparison;
  const { renamed } = nodes;
  const isShown = (name: string): boolean =>
    renamed.some(({ from, to }) => name === from || name === to) ||
    changes.some((change) => change.nodes.includes(name));
  const added = nodes.added.filter((name) => !isShown(name));
  const removed = nodes.removed.filter((name) => !isShown(name));
  return derived(comparison, (whole) => ({ ...whole, nodes: { ...nodes, added, removed, renamed: [] } }));
}

function countsText(comparison: Comparison): string {
  const { changes, nodes } = comparison;
  const differing = differingNodes(comparison).size;
  if (differing === 0) return `? ${nodesNotCompared(comparison).join("")}`;
  const { added, removed, renamed, newlyFailing, newlyResolving } = nodes;
  const states = { added, removed, renamed, "newly failing": newlyFailing, "newly resolving": newlyResolving };
  const parts = [
    ...(changes.length === 0 ? [] : [counted(changes.length, "unique change")]),
    ...Object.entries(states).flatMap(([state, { length }]) => (length === 0 ? [] : [`${length} ${state}`])),
    ...notCompared(nodes.stillFailing.length),
  ];
  return `${counted(differing, "node")}: ${parts.join(", ")}`;
}

/** `9d21ab4  2026-03-02  Ann Author      "a" -> "b"  classes/ntp.yml:4  ntp: second server`. */
function onelineRow(entry: LogEntry, form: LogForm): Row {
  const author = segment("plain", `  ${padEnd(clipName(entry.commit.author), AUTHOR_WIDTH)}  `);
  return [...idAndDate(entry), author, ...onelineChange(entry, form)];
}

function clipName(name: string): string {
  return name.length > AUTHOR_WIDTH ? `${name.slice(0, AUTHOR_WIDTH - 1)}…` : name;
}

function onelineChange(entry: LogEntry, { node, width }: LogForm): readonly Segment[] {
  const { comparison, commit, renamedFrom } = entry;
  if (comparison === undefined) return [segment("muted", commit.subject)];
  const renamed = renamedFrom === undefined ? [] : [plainText("  "), ...renaming(renamedFrom, entry.node ?? "")];
  const [first, ...more] = comparison.changes;
  if (node === undefined || first === undefined || more.length > 0 || differingNodes(comparison).size > 1) {
    const summary =
      node !== undefined && more.length > 0 ? counted(comparison.changes.length, "change") : countsText(comparison);
    return [plainText(summary), ...renamed, segment("muted", `  ${commit.subject}`)];
  }
  const { change } = first;
  const place = segment("source", `  ${sourceText(change.kind === "removed" ? change.before : change.after)}`);
  const room = width === undefined ? undefined : Math.max(40, width - 44);
  return [...changeHead(change, room), ...renamed, place, segment("muted", `  ${commit.subject}`)];
}

/** One step of `heir pending --json`. */
export function pendingData({ from, to, changes, commits, ends, lookedAt }: PendingStep) {
  return {
    from,
    to,
    changes: changes.map(({ side, since, ...change }) => ({
      ...foldedChangeData(change),
      side,
      since: since.map(commitData),
    })),
    commits: commits.map(({ commit, state }) => ({ ...commitData(commit), state })),
    ends: ends.length > 0 ? endsData(ends) : undefined,
    looked_at: { nodes: lookedAt.nodes },
  };
}

function commitData({ id, author, subject }: LoggedCommit) {
  return { commit: id, author, subject };
}

/** The same for people. */
export function pendingRows({ from, to, changes, commits, ends, lookedAt }: PendingStep): readonly Row[] {
  const head: Row = [segment("title", from), segment("muted", " -> "), segment("title", to)];
  const words = { from: "waits", to: `only in ${to}`, both: `differs, changed in ${to}, too` };
  const rows = changes.flatMap(({ change, nodes, side, since }): readonly Row[] => [
    [
      plainText("  "),
      segment(side === "from" ? "muted" : "warning", `${words[side]}: `),
      segment("path", printPath(change.path)),
      plainText(`  ${sidesText(change)}`),
    ],
    [plainText("      "), segment("muted", `${counted(nodes.length, "node")}: `), ...nodeSet(nodes)],
    ...since.map((commit) => commitRow(commit, "since ")),
  ]);
  const listed = commits.map(({ commit, state }) => commitRow(commit, `${state.padEnd(8)} `));
  const last = `${counted(changes.length, "difference")} on ${counted(lookedAt.nodes, "node")}, ${counted(commits.length, "commit")} only in ${from}`;
  return [head, ...rows, ...endRows({ ends }), ...listed, [segment("muted", last)]];
}

function commitRow({ id, author, subject }: LoggedCommit, before: string): Row {
  const by = segment("muted", `  ${author}  `);
  return [segment("muted", `      ${before}`), plainText(id.slice(0, SHORT)), by, plainText(subject)];
}

function sidesText({ before, after }: Sided): string {
  return `${inlineValue(before)} -> ${inlineValue(after)}`;
}

/** A member of `commits` in `heir log --json`: a commit and how it differs from its first parent. */
export function logEntryData({ commit, node, renamedFrom, comparison }: LogEntry): LogCommitData<DataValue> {
  const { id, parents, author, email, date, subject } = commit;
  return {
    commit: id,
    parents,
    author,
    email,
    date,
    subject,
    node,
    renamed_from: renamedFrom,
    changes: comparison?.changes.map(foldedChangeData) ?? [],
    nodes: comparison && nodeChangesData(comparison.nodes),
  };
}
