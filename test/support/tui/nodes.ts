import { type Row, segment } from "../../../src/report/text/row.ts";
import { type AskedPlace, placeKey } from "../../../src/tui/state/compared.ts";
import type { Answer, NodeList, NodeStatuses, NodeTree, TabRows } from "../../../src/tui/worker/questions.ts";
import type { TreeRow } from "../../../src/tui/worker/rows/node-tree.ts";
import { changes } from "./played.ts";

const { key } = changes;

export const list: NodeList = {
  key,
  names: [...changes.nodes, "mon01.fra1"].sort(),
  classes: ["backuppc.client", "dc.par1", "ssh.server"],
  groups: ["os.debian"],
  typed: undefined,
};

const statuses: NodeStatuses = {
  key,
  known: list.names.map((name) => [
    name,
    name === "web09.fra1" ? "fails" : name === "mon01.fra1" ? "gone" : "resolves",
  ]),
};

/** What `web01.par1` gets after the change of test/support/tui/played.ts. */
export const tree: NodeTree = {
  key,
  node: "web01.par1",
  status: "resolves",
  file: "nodes/web01.par1.yml",
  problems: [],
  rows: [
    row("classes", "[2 items]"),
    row("classes:0", '"ssh.server"', "classes/role/web.yml:5"),
    row("classes:1", '"backuppc.client"', "classes/role/web.yml:4"),
    row("parameters", "{3 keys}"),
    row("ntp", "{2 keys}", "classes/ntp.yml:3", 1),
    row("ntp:server", '"ntp2.par1.example.org"', "classes/dc/par1.yml:7", 2),
    row("ntp:iburst", "true", "classes/ntp.yml:4", 2),
    row("ssh", "{2 keys}", "classes/ssh/server.yml:3", 1),
    row("ssh:permit_root_login", '"without-password"', "classes/backuppc/client.yml:6", 2),
    row("ssh:port", "22", "classes/ssh/server.yml:5", 2),
    row("backup", "{1 key}", "classes/backuppc/client.yml:7", 1),
    row("backup:server", '"bpc01.par1"', "classes/backuppc/client.yml:8", 2),
    row("motd", "{1 key}", "classes/os/debian.yml:4", 1),
    row("motd:text", '"Debian 12"', "classes/os/debian.yml:5", 2),
  ],
};

function row(path: string, value: string, place = "nodes/web01.par1.yml", depth = path.split(":").length - 1): TreeRow {
  return { depth, key: path.split(":").at(-1) ?? "", path, value, place };
}

export const failed: NodeTree = {
  key,
  node: "web09.fra1",
  status: "fails",
  file: "nodes/web09.fra1.yml",
  rows: [],
  problems: [[{ label: "error", text: "error[unresolved-reference]: dc:net is not set" }]],
};

export const groupRows: TabRows = {
  key,
  node: "web01.par1",
  tab: "groups",
  rows: [[{ label: "node", text: "web01.par1 is in os.debian: all of its criteria" }]],
};

/** All that the worker answers about the nodes, the tree of one among them. */
export const nodeAnswers: readonly Answer[] = [
  { kind: "nodes", answer: list },
  { kind: "statuses", answer: statuses },
  { kind: "node", answer: tree },
];

/** What the worker answers about the history of a value: two commits. */
export function timelineAnswers(place: AskedPlace): readonly Answer<"timeline">[] {
  return [
    entry(place, 0, ["9d21ab4", "2026-03-02", "par1: second ntp server, root login for backups"]),
    entry(place, 1, ["1f00a2c", "2024-06-30", "first classes"]),
  ];
}

function entry(
  place: AskedPlace,
  index: number,
  [id, date, subject]: readonly [string, string, string],
): Answer<"timeline"> {
  return {
    kind: "timeline",
    answer: {
      key: placeKey(place),
      searched: 3 + 4 * index,
      total: 14,
      found: {
        index,
        entry: {
          commit: id.padEnd(40, "0"),
          parent: undefined,
          author: "ops",
          day: date,
          subject,
          node: place.node,
          old: '"no"',
          words: "",
          now: '"without-password"',
          isGone: false,
          source: "classes/backuppc/client.yml:6",
          counts: undefined,
        },
      },
    },
  };
}

/** What the layers say of a value. */
export function explainAnswer(place: AskedPlace): Answer<"explain"> {
  const rows: readonly Row[] = [
    [segment("node", place.node), segment("path", `  ${place.path ?? ""}`), segment("value", ' = "without-password"')],
    [],
    [segment("plain", '     6  class ssh.server       "no"                classes/ssh/server.yml:4')],
    [segment("changed", '  >  7  class backuppc.client  "without-password"  classes/backuppc/client.yml:6')],
  ];
  return { kind: "explain", answer: { key: placeKey(place), rows, source: "classes/backuppc/client.yml:6" } };
}
