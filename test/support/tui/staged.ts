import { diagnosticRows } from "../../../src/report/findings/diagnostic.ts";
import { plainText, type Row } from "../../../src/report/text/row.ts";
import type { Answer, HunkRow, StagedReport } from "../../../src/tui/worker/questions.ts";
import type { RootRow } from "../../../src/tui/worker/rows/merge-items.ts";
import { unmasked } from "../found.ts";
import { changes, type Played, trees, valueRow } from "./played.ts";

const conflict: RootRow = {
  id: "conflict",
  code: "group-conflict",
  severity: "error",
  message: 'dns: group dc-par1 says "9.9.9.9" and group debian-like says "1.1.0.1", and nothing orders them',
  nodes: 12,
  place: "groups/dc-par1.yml:9",
  follows: [],
};

const fragile: RootRow = {
  id: "fragile",
  code: "order-fragile",
  severity: "warning",
  message: "motd: os.debian and dc.par1 are unrelated",
  nodes: 12,
  place: "classes/dc/par1.yml:2",
  follows: [],
};

const older: RootRow = { ...fragile, id: "older", message: "ntp: os.debian and dc.par1 are unrelated", nodes: 3 };

export const stagedReport: StagedReport = {
  target: { kind: "states", words: [], staged: true },
  set: { ...changes, key: "staged ", isOfCommit: false, from: "HEAD 9d21ab4", to: "index", subject: undefined },
  findings: [conflict, fragile],
  older: [older],
  merge: undefined,
  staged: undefined,
  verdicts: { index: true, worktree: true },
  trees,
};

/** One file is staged, and another one is not. */
export const filesAnswer: Answer = {
  kind: "files",
  answer: {
    files: [
      { path: "classes/dc/par1.yml", index: "M", worktree: " " },
      { path: "classes/role/web.yml", index: " ", worktree: "M" },
    ],
    message: undefined,
  },
};

/** Two hunks of the second file. */
export const hunksAnswer: Answer = {
  kind: "hunks",
  answer: {
    path: "classes/role/web.yml",
    hunks: [
      hunk(
        "@@ -1,2 +1,2 @@",
        ["-  workers: 8", "+  workers: 16"],
        [plainText("6 nodes  "), ...valueRow("~", "http:workers", { old: "8", now: "16" })],
      ),
      hunk("@@ -40 +40 @@", ["-  port: 80", "+  port: 8080"], []),
    ],
  },
};

function hunk(head: string, lines: readonly string[], effect: Row): HunkRow {
  return { id: head, isStaged: false, head, lines, effects: effect.length === 0 ? [] : [effect] };
}

export const stagedAnswer: Answer = { kind: "staged", answer: stagedReport };

const groupFile = (path: string, text: string) => ({ path, blob: path, text });
const paris = groupFile("groups/dc-par1.yml", "properties:\n  dns: 9.9.9.9\n");
const debian = groupFile("groups/debian-like.yml", "properties:\n  dns: 1.1.0.1\n");

/** What the worker says of the conflict, for a pane as wide as the question that was asked last. */
export function findingAnswer({ wants }: Played): Answer<"finding"> {
  const asked = wants.flatMap((want) => (want.kind === "ask" && want.request.kind === "finding" ? [want.request] : []));
  const columns = asked.at(-1)?.ask.columns ?? 78;
  const lines = diagnosticRows(
    {
      diagnostic: unmasked({
        code: "group-conflict",
        severity: "error",
        message: conflict.message,
        span: { file: paris, start: 19, end: 26 },
        related: [{ span: { file: debian, start: 19, end: 26 }, caption: "group debian-like says this" }],
      }),
      nodes: changes.nodes.slice(0, 12),
    },
    columns,
  );
  const choices = [
    {
      chain: ["debian-like", "dc-par1"],
      effect: 'dns = "9.9.9.9" on 12 nodes; nothing else changes',
      isPossible: true,
      isWritten: false,
    },
    {
      chain: ["dc-par1", "debian-like"],
      effect: 'dns = "1.1.0.1" on 12 nodes; also motd = "x" on 1 node',
      isPossible: true,
      isWritten: false,
    },
  ];
  return { kind: "finding", answer: { key: stagedReport.set.key, id: conflict.id, columns, lines, choices } };
}

export const planAnswer: Answer<"orderPlan"> = {
  kind: "orderPlan",
  answer: {
    target: stagedReport.target,
    chain: ["debian-like", "dc-par1"],
    path: "order.yml",
    before: "order:\n  - [os, team]   # since 2024\n",
    lines: [
      { old: "order:", now: "order:" },
      { old: "  - [os, team]   # since 2024", now: "  - [os, team]   # since 2024" },
      { old: undefined, now: "  - [debian-like, dc-par1]" },
    ],
  },
};
