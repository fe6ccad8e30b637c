import type { MergeItem, MergeView } from "../../../src/tui/worker/protocol/data.ts";
import type { Answer } from "../../../src/tui/worker/protocol/questions.ts";
import type { RefName } from "../../../src/workspace/log/history.ts";

const neither: MergeItem = {
  id: "ntp",
  sign: "≠",
  nodes: 12,
  title: "ntp:server",
  meaning: "merged value is on neither side",
  place: "classes/dc/par1.yml:7",
  isConflict: true,
  lines: [
    state("base", '"ntp1.par1.example.org"', "classes/dc/par1.yml:7 (${dc:domain} at classes/dc/par1.yml:3)"),
    state("ours", '"ntp1.par1.example.net"', "classes/dc/par1.yml:7 (${dc:domain} at classes/dc/par1.yml:3)"),
    state("theirs", '"ntp2.par1.example.org"', "classes/dc/par1.yml:7 (${dc:domain} at classes/dc/par1.yml:3)"),
    state("merged", '"ntp2.par1.example.net"', "classes/dc/par1.yml:7 (${dc:domain} at classes/dc/par1.yml:3)"),
    [],
    [
      { label: "muted", text: "on  " },
      { label: "node", text: "db01.par1 db02.par1 db03.par1 db04.par1 web01.par1 web02.par1 web03.par1" },
    ],
  ],
};

function state(name: string, value: string, place: string): MergeItem["lines"][number] {
  return [
    { label: "muted", text: `   ${name.padEnd(6)}  ` },
    { label: "value", text: value },
    { label: "source", text: `  ${place}` },
  ];
}

function other(sign: MergeItem["sign"], nodes: number, title: string, meaning: string): MergeItem {
  return { id: title, sign, nodes, title, meaning, place: "", isConflict: sign !== "·", lines: [] };
}

export const mergeView: MergeView = {
  branch: "feature/par1-dns",
  into: "HEAD",
  items: [
    neither,
    other("∩", 1, "dns", "our change is lost, the merged value is theirs"),
    other("!", 1, "unresolved-reference: dc:net is not set", "resolves on each side, fails merged"),
    other("✗", 0, "classes/role/web.yml", "git cannot merge the text of this file"),
    other("·", 4, "dns:search", "joins the changes of both sides"),
  ],
  head: [[{ label: "title", text: "merge of feature/par1-dns (3 commits) into HEAD: 1 text conflict" }]],
  summary: "12 values on neither side, 1 change lost, 1 node fails: 13 of 14 nodes re-resolved, 9 files changed",
  text: "merge of feature/par1-dns (3 commits) into HEAD\n",
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

export const mergeAnswer: Answer = { kind: "merge", answer: mergeView };
