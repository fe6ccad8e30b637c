import type { Change } from "../../model/results/change.ts";
import type { LoggedCommit, PendingStep } from "../../model/results/log.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { endsData, foldedChangeData } from "../data/comparison.ts";
import { endRows } from "../diff/aside-rows.ts";
import { counted, inlineValue, nodeSet, plainText, type Row, segment } from "../text/row.ts";

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
  return [
    segment("muted", `      ${before}`),
    plainText(id.slice(0, 7)),
    segment("muted", `  ${author}  `),
    plainText(subject),
  ];
}

function sidesText(change: Change): string {
  const text = (value: Value | undefined) => (value === undefined ? "(none)" : inlineValue(value));
  return `${text("before" in change ? change.before : undefined)} -> ${text("after" in change ? change.after : undefined)}`;
}
