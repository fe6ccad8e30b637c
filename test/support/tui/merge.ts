import { segment } from "../../../src/report/text/row.ts";
import { signPart } from "../../../src/report/text/sign.ts";
import type { Answer, ValueDetail } from "../../../src/tui/worker/questions.ts";
import { type ChangeRow, type ChangeSet, nodesRow } from "../../../src/tui/worker/rows/change-set.ts";
import type { MergeItem } from "../../../src/tui/worker/rows/merge-items.ts";
import type { RefName } from "../../../src/workspace/repository/commit-pages.ts";
import { changes as committed, detail, valueRow } from "./played.ts";

function row(
  sign: ChangeRow["sign"],
  title: string,
  nodes: number,
  { words = "", note = "", ...more }: Partial<ChangeRow> & { words?: string; note?: string },
): ChangeRow {
  const { old = "", now = "" } = more;
  const ofValue = [...valueRow(sign, title, { old, now }), segment("muted", `  ${note}`, "note")];
  return {
    id: `merge ${title}`,
    block: 0,
    sign,
    title,
    isValue: true,
    old: undefined,
    now: undefined,
    row: words === "" ? ofValue : nodesRow(sign, words, title),
    isGone: false,
    nodes: Uint32Array.from({ length: nodes }, (_, index) => index),
    cause: "",
    place: "",
    ...more,
  };
}

const head: ChangeSet["blocks"][number] = {
  id: "merge",
  sign: "≠",
  text: "merge of feature/par1-dns (3 commits) into HEAD: 1 text conflict",
  nodes: Uint32Array.from({ length: 12 }, (_, index) => index),
  places: [],
  row: [signPart("≠"), segment("title", "merge of feature/par1-dns (3 commits) into HEAD: 1 text conflict", "path")],
  rows: [
    [
      {
        label: "muted",
        text: "12 values on neither side, 1 change lost, 1 node fails: 13 of 14 nodes re-resolved, 9 files changed",
      },
    ],
  ],
};

const [, brought] = committed.blocks;
const [, edited] = committed.changes;

/** What merging does: a value on neither side, a lost change, nodes that fail, a file in conflict, and an edit. */
export const mergeChanges: ChangeSet = {
  ...committed,
  key: "merge feature/par1-dns into HEAD",
  isOfCommit: false,
  from: "HEAD",
  to: "merge",
  subject: undefined,
  blocks: [head, ...(brought === undefined ? [] : [brought])],
  changes: [
    row("≠", "ntp:server", 12, {
      old: '"ntp1.par1.example.net"',
      now: '"ntp2.par1.example.net"',
      note: "merged value is on neither side",
      place: "classes/dc/par1.yml:7",
    }),
    row("∩", "dns", 1, { old: '"a"', now: '"b"', note: "our change is lost, the merged value is theirs" }),
    row("!", "resolves on each side, fails merged", 1, {
      isValue: false,
      words: "unresolved-reference: dc:net is not set",
    }),
    row("✗", "git cannot merge the text of this file", 0, { isValue: false, words: "classes/role/web.yml" }),
    ...(edited === undefined
      ? []
      : [{ ...edited, block: 1, title: "dns:search", row: valueRow("~", "dns:search", edited), id: "~ dns:search" }]),
  ],
  report: "merge of feature/par1-dns (3 commits) into HEAD\n",
};

export const mergeAnswer: Answer = { kind: "changes", answer: mergeChanges };

function state(name: string, value: string): NonNullable<ValueDetail["sides"]>[number] {
  const place = "  classes/dc/par1.yml:7 (${dc:domain} at classes/dc/par1.yml:3)";
  return [
    { label: "muted", text: `   ${name.padEnd(6)}  ` },
    { label: "value", text: value },
    { label: "source", text: place },
  ];
}

const sides = [
  state("base", '"ntp1.par1.example.org"'),
  state("ours", '"ntp1.par1.example.net"'),
  state("theirs", '"ntp2.par1.example.org"'),
  state("merged", '"ntp2.par1.example.net"'),
];

/** The first of its values, as it stands among findings. */
export const mergeItem: MergeItem = {
  id: "ntp",
  sign: "≠",
  names: Array.from({ length: 12 }, (_, at) => `n${at}`),
  title: "ntp:server",
  meaning: "merged value is on neither side",
  place: "classes/dc/par1.yml:7",
  isConflict: true,
  lines: sides,
};

/** The same as a value. */
export const mergeValue: Answer = {
  kind: "value",
  answer: {
    ...detail,
    key: mergeChanges.key,
    change: "merge ntp:server",
    sides: [[{ label: "title", text: "merged value is on neither side" }], [], ...sides],
    lines: [{ old: "server: ntp1.par1.example.net", now: "server: ntp2.par1.example.net" }],
    cause: "",
    causePlace: "",
  },
};

function refName(kind: RefName["kind"], name: string): RefName {
  return { kind, name, id: "9d21ab4".padEnd(40, "0"), parent: undefined, isCurrent: false, upstream: undefined };
}

export const branchesAnswer: Answer = {
  kind: "refs",
  answer: [
    refName("branch", "feature/par1-dns"),
    { ...refName("branch", "main"), isCurrent: true },
    refName("tag", "v1"),
    refName("remote", "origin/main"),
  ],
};
