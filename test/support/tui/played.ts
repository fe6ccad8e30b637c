import { segment } from "../../../src/report/text/row.ts";
import { arrow, type Sign, signPart } from "../../../src/report/text/sign.ts";
import type { Size } from "../../../src/tui/draw/line.ts";
import { type Event, reduce } from "../../../src/tui/reducer.ts";
import { firstState, type TuiState, type Want, type Wish } from "../../../src/tui/state.ts";
import type { CommitRow, Trees } from "../../../src/tui/worker/answers/history.ts";
import type { Provenance } from "../../../src/tui/worker/answers/value.ts";
import type { Answer, ValueDetail } from "../../../src/tui/worker/questions.ts";
import { type ChangeRow, type ChangeSet, nodesRow } from "../../../src/tui/worker/rows/change-set.ts";

/** The fifth of March 2026. */
const NOW: number = Date.UTC(2026, 2, 5) / 1000;
const DAY = 24 * 3600;

/** A terminal UI without a terminal: events go in, the state and all that was wanted come out. */
export class Played {
  state: TuiState;
  readonly wants: Want[] = [];

  constructor(size: Size = { columns: 80, rows: 24 }, wish: Partial<Wish> = {}) {
    this.state = firstState(size, { range: undefined, staged: false, merge: undefined, plain: false, ...wish }, NOW);
    this.event({ kind: "started" });
  }

  event(event: Event): this {
    const { state, wants } = reduce(this.state, event);
    this.state = state;
    this.wants.push(...wants);
    return this;
  }

  keys(...keys: readonly string[]): this {
    for (const key of keys) this.event({ kind: "input", input: { kind: "key", key } });
    return this;
  }

  answer(...answers: readonly Answer[]): this {
    for (const answer of answers) this.event({ kind: "news", news: { kind: "answer", answer }, at: 0 });
    return this;
  }

  /** What was wanted since the last time, questions by their kind. */
  wanted(): readonly string[] {
    return this.wants.splice(0).map((want) => (want.kind === "ask" ? want.request.kind : want.kind));
  }
}

/** The same fleet in all tests: eight web servers, four databases, and one node that fails. */
const fleet: readonly string[] = [
  ...numbered("web", 8).map((name) => `${name}.par1`),
  ...numbered("db", 4).map((name) => `${name}.par1`),
  "web09.fra1",
];

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}0${index + 1}`);
}

const commitRows: readonly CommitRow[] = [
  commit("9d21ab4", "5c0ffee", "par1: second ntp server, root login for backups", 3),
  commit("5c0ffee", "c41d0aa", "docs: how groups work", 4),
  commit("c41d0aa", "77be310", "role.db: ssh on 2222", 6),
  commit("77be310", "3ab90ff", "web01 moves to par1", 107),
  commit("3ab90ff", "1f00a2c", "backuppc.client, not used yet", 114),
  commit("1f00a2c", undefined, "first classes", 613),
];

function commit(name: string, parent: string | undefined, subject: string, daysAgo: number): CommitRow {
  const author = daysAgo % 2 === 0 ? "team" : "ops";
  const time = NOW - daysAgo * DAY;
  return { id: idOf(name), shortId: name, parent: parent && idOf(parent), time, author, subject };
}

function idOf(name: string): string {
  return name.padEnd(40, "0");
}

export const changes: ChangeSet = {
  key: idOf("9d21ab4"),
  isOfCommit: true,
  from: "5c0ffee",
  to: "9d21ab4",
  subject: "par1: second ntp server, root login for backups",
  counts: { nodes: 13, changed: 2, added: 1, removed: 0, failing: 1, resolving: 0, unknown: 0 },
  nodes: fleet,
  blocks: [
    block("!", "dc:net removed in class dc.fra1", [12], "classes/dc/fra1.yml:3"),
    block("~", "ntp:server edited in class dc.par1", range(12), "classes/dc/par1.yml:7"),
    block("~", "class backuppc.client added to class role.web", range(8), "classes/role/web.yml:4"),
  ],
  changes: [
    failing(),
    value("~", "ntp:server", { old: '"ntp1.par1.example.org"', now: '"ntp2.par1.example.org"' }, 12),
    value("~", "ssh:permit_root_login", { old: '"no"', now: '"without-password"' }, 8),
    value("+", "backup:server", { now: '"bpc01.par1"' }, 8),
  ],
  files: ["classes/dc/par1.yml", "classes/role/web.yml"],
  summary: "13 of 14 nodes change, 3 unique changes, 1 node newly fails; 14 nodes compared",
};

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

type Block = ChangeSet["blocks"][number];

function block(sign: Block["sign"], text: string, nodes: readonly number[], place: string): Block {
  const set = nodes.length === 1 ? "1 node newly fails: web09.fra1" : `${nodes.length} nodes: web[01-08].par1`;
  const rows: Block["rows"] = [[{ label: "plain", text: set }], [{ label: "path", text: "its effects" }]];
  const [, path = "", rest = ""] = /^(\S+:\S+) (.*)$/.exec(text) ?? [];
  const where = segment("source", `  ${place}`, "where");
  const row = [signPart(sign), segment("plain", text, "path"), where];
  const about = [segment("muted", path === "" ? text : rest, "path"), where];
  const number = sign === "!" ? 1 : path === "" ? 3 : 2;
  return { id: `block ${text}`, number, sign, text, row, about, nodes: Uint32Array.from(nodes), places: [place], rows };
}

/** As the worker makes the row of a value. */
export function valueRow(
  sign: Sign,
  title: string,
  { old, now = "" }: Pick<ChangeRow, "old" | "now">,
): ChangeRow["row"] {
  const said = old === undefined ? [segment("added", now, "new")] : arrow(old, now);
  return [signPart(sign), segment("path", title, "path"), segment("plain", "  "), ...said];
}

function value(sign: "~" | "+", title: string, sides: { old?: string; now: string }, nodes: number): ChangeRow {
  const isNtp = title.startsWith("ntp");
  return {
    id: `${sign} ${title}`,
    block: isNtp ? 1 : 2,
    sign,
    title,
    isValue: true,
    old: sides.old,
    now: sides.now,
    row: valueRow(sign, title, sides),
    isGone: false,
    nodes: Uint32Array.from(range(nodes)),
    cause: isNtp ? "value edited in class dc.par1" : "class backuppc.client added to class role.web",
    place: isNtp ? "classes/dc/par1.yml:7" : "classes/role/web.yml:4",
  };
}

function failing(): ChangeRow {
  return {
    id: "! failing",
    block: 0,
    sign: "!",
    title: "fails: unresolved-reference: dc:net is not set",
    isValue: false,
    old: undefined,
    now: undefined,
    row: nodesRow("!", "web09.fra1", "fails: unresolved-reference: dc:net is not set", "classes/ntp/client.yml:6"),
    isGone: false,
    nodes: Uint32Array.of(fleet.length - 1),
    cause: "dc:net removed in class dc.fra1",
    place: "classes/ntp/client.yml:6",
  };
}

export const detail: ValueDetail = {
  key: changes.key,
  change: "~ ssh:permit_root_login",
  node: "web01.par1",
  lines: [
    { old: "ssh:", now: "ssh:" },
    { old: "  port: 22", now: "  port: 22" },
    { old: '  permit_root_login: "no"', now: "  permit_root_login: without-password" },
    ...["sysadm", "backup", "deploy", "monitor", "audit"].map((name) => ({ old: `  - ${name}`, now: `  - ${name}` })),
  ],
  old: { layers: layers(false), through: "web01.par1 > role.web > ssh.server" },
  now: { layers: layers(true), through: "web01.par1 > role.web > backuppc.client" },
  cause: "class backuppc.client added to class role.web",
  causePlace: "classes/role/web.yml:4",
};

function layers(hasBackup: boolean): Provenance["layers"] {
  const base = [
    layer(3, "class os.debian", '"yes"', "classes/os/debian.yml:12"),
    layer(6, "class ssh.server", '"no"', "classes/ssh/server.yml:4"),
  ];
  const backup = layer(7, "class backuppc.client", '"without-password"', "classes/backuppc/client.yml:6");
  const all = hasBackup ? [...base, backup] : base;
  return all.map((each, index) => ({ ...each, counts: index === all.length - 1 }));
}

function layer(position: number, name: string, text: string, place: string): Provenance["layers"][number] {
  const bare = name.replace("class ", "");
  return { kind: "class", name: bare, position, layer: name, value: text, place, counts: false };
}

/** What the repository holds. */
export const trees: Trees = { head: "9d21ab4", refs: "r", index: "i", worktree: "w", root: "/srv/fleet" };

/** All that the worker answers at the start: the header, the history, what the first commits change, and the trees. */
export const firstAnswers: readonly Answer[] = [
  { kind: "header", answer: { branch: "main", states: [], keys: {}, mouse: false } },
  { kind: "history", answer: { from: 0, refs: "r", commits: commitRows, isLast: true } },
  { kind: "changes", answer: changes },
  counted("5c0ffee", { nodes: 0, changed: 0, added: 0 }),
  counted("c41d0aa", { nodes: 4, changed: 1, added: 0 }),
  counted("77be310", { nodes: 1, changed: 6, added: 2 }),
  { kind: "trees", answer: trees },
];

function counted(name: string, counts: { nodes: number; changed: number; added: number }): Answer {
  return {
    kind: "counts",
    answer: { key: idOf(name), counts: { ...counts, removed: 0, failing: 0, resolving: 0, unknown: 0 } },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: attributes are made of them
const ATTRIBUTES = /\u001b\[[0-9;]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be on the screen
const ORDERS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]|\ufe0f/;

/** A line without colours and other attributes. */
export function bare(line: string): string {
  return line.replaceAll(ATTRIBUTES, "");
}

/** Whether a text holds what could move the cursor, colour the screen or turn text around. */
export function hasOrders(text: string): boolean {
  return ORDERS.test(text);
}
