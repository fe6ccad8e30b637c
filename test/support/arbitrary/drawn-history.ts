import { execFileSync } from "node:child_process";
import { newRepo, type TestRepo } from "../git/repo.ts";

/** Files by path; a link is a text that begins with `->`. */
type Tree = Readonly<Record<string, string>>;

const NODE = ["n1", "n2", "n3"];

/** What may stand at each path; what is not drawn is not there. */
type Pool = Readonly<Record<string, readonly string[]>>;

const pool: Pool = {
  "heir.yml": ["", "compose_node_name: true\n", "secrets: [pass]\n"],
  "nodes/n1.yml": [
    "classes: [a, b]\nparameters: { own: 1, ref: '${x}' }\n",
    "classes: [b, a]\nparameters: { own: 1 }\n",
    "classes: [l]\n",
    "classes: [a, gone]\n",
  ],
  "nodes/sub/n1.yml": ["classes: [b]\nparameters: { own: 2 }\n"],
  "nodes/n2.yml": [
    "classes: [a]\nexports: { e: '${x}' }\n",
    "classes: [a, b]\nparameters: { own: 1, ref: '${x}' }\n",
    "parameters: { pass: { word: sesame } }\nexports: { e: 2 }\n",
    "parameters: [\n",
  ],
  "nodes/n3.yml": [
    "parameters: { asked: '$[ exports:e ]' }\n",
    "classes: [b]\nparameters: { asked: '$[ exports:e if exports:e == 1 ]' }\ngroups: [g]\n",
    "groups: [g]\nfacts: { os: debian }\n",
  ],
  "nodes/README.md": ["text\n"],
  "classes/a.yml": ["parameters: { x: 1 }\n", "parameters: { x: 2 }\n", "parameters: { x: 1, y: 1 }\n"],
  "classes/a/init.yml": ["parameters: { x: 3 }\n"],
  "classes/b.yml": ["classes: [deep.c]\nparameters: { x: 5 }\n", "parameters: { z: [1] }\n", "applications: [web]\n"],
  "classes/deep/c.yml": ["parameters: { x: 6 }\n", "classes: [gone]\n", "parameters: { z: [2] }\n"],
  "classes/gone.yml": ["parameters: { x: 7 }\n"],
  "classes/l.yml": ["->a.yml", "->deep/c.yml", "->nowhere.yml", "parameters: { x: 8 }\n"],
  "classes/linked": ["->deep"],
  "groups/g.yml": [
    "match: { all: [{ fact: os, is: debian }] }\nproperties: { p: 1 }\n",
    "nodes: [n1]\nproperties: { p: 2 }\nclasses: [b]\n",
    "properties: { p: 3 }\n",
  ],
  "globals.yml": ["p: 0\n", "q: 1\n"],
  "other/README.md": ["1\n", "2\n"],
};

/** Contracts for the values of a drawn history. */
export const drawnContracts: Pool = {
  "contracts/c.yml": [
    "values: { x: { maximum: 5 }, own: { required: true }, y: { set_in: [node] }, z: { final: true } }\n",
    "values: { x: { type: node or integer } }\nrules: [{ unique: own }, { same: x, per: own }]\n",
    "rules: [{ count: { x: 1 }, exactly: 1 }, { count: { own: 1 }, min: 2, per: x }, { when: own, requires: [y] }]\n",
    "for: 'class:a'\nrules: [{ unique: x }, { forbids: ['*:*', ref] }]\n",
    "expect: [{ node: 'n*', path: x, is: 1 }, { node: n2, path: own, type: node or integer }]\n",
  ],
};

/** A small generator of numbers: equal seeds give equal histories. */
export function drawer(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/**
 * A repository with a drawn history: branches, merges, renames of nodes, links, duplicates, groups and queries; with
 * `more`, these files as well.
 */
export function drawnHistory(seed: number, length: number, more: Pool = {}): TestRepo {
  const all = { ...pool, ...more };
  const draw = drawer(seed);
  const commits: { readonly parents: readonly number[]; readonly tree: Tree }[] = [];
  for (let at = 0; at < length; at += 1) {
    const parents = at === 0 ? [] : parentsOf(at, draw);
    commits.push({
      parents,
      tree: edited(
        mixed(
          parents.map((parent) => commits[parent]?.tree ?? {}),
          draw,
        ),
        { draw, pool: all },
      ),
    });
  }
  const repo = newRepo({ bare: true });
  const texts = commits.map(({ parents, tree }, at) => commitText(at, parents, tree));
  execFileSync("git", ["fast-import", "--quiet"], { cwd: repo.dir, env: { ...repo.env }, input: texts.join("") });
  return repo;
}

/** Files of a drawn inventory without links, and an edit of them: what an editor may type, with new files and without removals. */
export function drawnEdit(seed: number): { readonly before: Tree; readonly after: Tree } {
  const draw = drawer(seed);
  // Two files of one name make everything fail.
  const isLeftOut = (path: string) => (path === "classes/a/init.yml" || path === "nodes/sub/n1.yml") && draw(8) > 0;
  const drawn = (share: number) =>
    Object.entries({ ...pool, ...drawnContracts }).flatMap(([path, all]) => {
      const texts = all.filter((text) => !text.startsWith("->"));
      if (texts.length === 0 || draw(10) >= share || isLeftOut(path)) return [];
      return [[path, texts[draw(texts.length)] ?? ""] as const];
    });
  const classes = ["a", "b", "deep/c", "gone", "l"].map((name) => [
    `classes/${name}.yml`,
    `parameters: { x: 0, ${name[0]}: 1 }\n`,
  ]);
  const before = { ...Object.fromEntries(classes), ...Object.fromEntries(drawn(7)) };
  return { before, after: { ...before, ...Object.fromEntries(drawn(3)) } };
}

function parentsOf(at: number, draw: (below: number) => number): readonly number[] {
  const near = (): number => Math.max(0, at - 1 - draw(4));
  const [first, second] = [draw(3) === 0 ? near() : at - 1, near()];
  return draw(3) === 0 && first !== second ? [first, second] : [first];
}

function mixed(trees: readonly Tree[], draw: (below: number) => number): Tree {
  const [first = {}, second] = trees;
  if (second === undefined) return first;
  const paths = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  const picked = paths.map((path) => [path, (draw(2) === 0 ? first : second)[path]] as const);
  return Object.fromEntries(picked.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}

interface Drawing {
  readonly draw: (below: number) => number;
  readonly pool: Pool;
}

function edited(tree: Tree, { draw, pool: from }: Drawing): Tree {
  const result: Record<string, string> = { ...tree };
  const paths = Object.keys(from);
  const edits = Object.keys(tree).length === 0 ? 12 : 1 + draw(2);
  for (let count = 0; count < edits; count += 1) {
    const path = paths[draw(paths.length)] ?? "";
    const texts = from[path] ?? [];
    if (draw(5) === 0) delete result[path];
    else result[path] = texts[draw(texts.length)] ?? "";
    // Most states should resolve, else there is little to see.
    if (path === "classes/a/init.yml" && draw(3) !== 0) delete result["classes/a.yml"];
    if (path === "nodes/sub/n1.yml" && draw(3) !== 0) delete result["nodes/n1.yml"];
  }
  return draw(8) === 0 ? renamed(result, draw) : result;
}

function renamed(tree: Tree, draw: (below: number) => number): Tree {
  const name = NODE[draw(NODE.length)] ?? "";
  const { [`nodes/${name}.yml`]: text, ...rest } = tree;
  return text === undefined ? tree : { ...rest, [`nodes/m${draw(3)}.yml`]: text };
}

function commitText(at: number, parents: readonly number[], tree: Tree): string {
  const head = [
    "commit refs/heads/main",
    `mark :${at + 1}`,
    `author Ann Author <ann@example.org> ${1_600_000_000 + at * 60} +0000`,
    `committer Carl Committer <carl@example.org> ${1_600_000_000 + at * 60} +0000`,
    dataText(`commit ${at}\n`),
    ...parents.map((parent, index) => `${index === 0 ? "from" : "merge"} :${parent + 1}`),
    "deleteall",
  ];
  const files = Object.entries(tree).map(([path, text]) => {
    const isLink = text.startsWith("->");
    return `M ${isLink ? "120000" : "100644"} inline ${path}\n${dataText(isLink ? text.slice(2) : text)}`;
  });
  return [...head, ...files, ""].join("\n");
}

function dataText(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
