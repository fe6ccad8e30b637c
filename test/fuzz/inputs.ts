/** Files of one drawn inventory: path to bytes. */
export type DrawnFiles = ReadonlyMap<string, Uint8Array>;

/** Draws numbers; the same ones for the same seed. */
export class Drawer {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

/**
 * Files of nodes, classes, groups and settings: valid ones, of which bytes, tokens and lines are cut out, repeated,
 * exchanged and put in.
 */
export function drawnFiles(drawer: Drawer, count: number): DrawnFiles {
  const files = new Map<string, Uint8Array>();
  for (let at = 0; at < count; at += 1) {
    files.set(`nodes/n${at}.yml`, drawnText(drawer, drawer.of(NODES)));
    files.set(`classes/c${at}.yml`, drawnText(drawer, drawer.of(CLASSES)));
    if (drawer.below(4) === 0) files.set(`groups/g${at}.yml`, drawnText(drawer, drawer.of(GROUPS)));
  }
  if (drawer.below(3) === 0) files.set("heir.yml", drawnText(drawer, drawer.of(SETTINGS)));
  if (drawer.below(6) === 0) files.set("order.yml", drawnText(drawer, "order: [[g1, g2], [g0, g3]]\n"));
  return files;
}

/** The bytes of a text, with up to five changes of bytes, tokens and lines. */
export function drawnText(drawer: Drawer, text: string): Uint8Array {
  let bytes = Buffer.from(text);
  for (let left = drawer.below(6); left > 0; left -= 1) bytes = Buffer.from(drawer.of(CHANGES)(drawer, bytes));
  return bytes;
}

const NODES: readonly [string, ...string[]] = [
  "classes: [c0, c1, c2]\nparameters:\n  a: ${b}\n  b: {c: [1, 2, {d: x}]}\n",
  "classes:\n  - c1\n  - ~c2\napplications: [x, ~y]\nparameters: {deep: {a: 1, b: '${deep:a}${deep:c}'}}\n",
  "parameters:\n  l: &x [1, 2]\n  m: *x\n  t: 2024-01-31\n  n: 1e3\n  b: !!binary aGk=\n",
  'parameters:\n  q: $[ exports:e if exports:e == 1 ]\nexports:\n  e: ${q}\n  f: "x\\u0041"\n',
  "properties: {p: 1, q: [a, b]}\ngroups: [g0, ~g1]\nfacts: {os: {name: Debian, version: 10.2}}\n",
  "environment: dev\nparameters:\n  text: |\n    one\n    two\n  folded: >-\n    a\n    b\n  ~o: {x: 1}\n  =k: 1\n",
];
const CLASSES: readonly [string, ...string[]] = [
  "classes: [c1]\nparameters: {a: x, b: {c: [3]}}\n",
  "classes: ['c${n}', .c3]\nparameters: {n: 4, b: {~c: [4]}}\n",
  "applications: [y]\nparameters:\n  a: ${b:c}\n  deep: {c: ${a}}\n",
  "parameters: {q: 1, deep: [1]}\nexports: {e: 1}\n",
];
const GROUPS: readonly [string, ...string[]] = [
  "match: {all: [{fact: os.name, op: regex, value: 'De.*'}, {nodeid: 'n\\d+', op: regex}]}\nproperties: {p: 2}\n",
  "match: {any: [{property: 'q:$..[?@==\"a\"]', op: jsonSelect}, {property: p=1, op: eq}]}\nclasses: [c0]\n",
  "parents: [g0, g1]\nnodes: [n1, n2]\nproperties: {q: {z: 1}}\n",
];
const SETTINGS: readonly [string, ...string[]] = [
  "class_mappings: ['n* c0', '/^n(\\d)+$/ c\\\\1']\nignore_class_notfound: true\nsecrets: ['**:a*', q]\n",
  "ignore_class_notfound: true\nignore_class_notfound_regexp: ['c.*', 'x(y|z)+']\nallow_none_override: true\n",
  "dialect: kapitan\nconflicts: strict\nreference_sentinels: ['<<', '>>']\nchecks: {class-unused: off}\n",
  "compose_node_name: true\ndelimiter: '.'\nescape_character: '%'\nnodes_uri: nodes\nclasses_uri: classes\n",
];

const TOKENS: readonly [string, ...string[]] = [
  "${",
  ..."} $[ ] ~ = & * ! | > - : ? # ' \" \\ { [ , @ ` % << !!map !!set !!float ++ (a+)+$ .* (?= \\1 ..* [?".split(" "),
  "\n---\n",
  "\n- ",
  "\t",
  "\r",
  "\0",
  "\ufeff",
  "\u2028",
  "\u202e",
  "<<: *x\n",
  "&a [*a]",
  "<<<<<<< ours\n",
  "9".repeat(400),
  "0x",
  "${a:${b}}",
];

type Change = (drawer: Drawer, bytes: Buffer) => Uint8Array;

const CHANGES: readonly [Change, ...Change[]] = [
  (drawer, bytes) => spliced(bytes, drawer.below(bytes.length + 1), drawer.below(12), ""),
  (drawer, bytes) => spliced(bytes, drawer.below(bytes.length + 1), 0, drawer.of(TOKENS)),
  (drawer, bytes) => spliced(bytes, drawer.below(bytes.length + 1), 0, drawer.of(TOKENS).repeat(drawer.below(600))),
  (drawer, bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[drawer.below(copy.length)] = drawer.below(256);
    return copy;
  },
  (drawer, bytes) => {
    const lines = bytes.toString("latin1").split("\n");
    const line = lines[drawer.below(lines.length)] ?? "";
    lines.splice(drawer.below(lines.length + 1), 0, " ".repeat(drawer.below(9)) + line);
    return Buffer.from(lines.join("\n"), "latin1");
  },
  (drawer, bytes) => bytes.subarray(0, drawer.below(bytes.length + 1)),
];

function spliced(bytes: Buffer, at: number, length: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + length)]);
}
