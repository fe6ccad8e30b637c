import { spawnSync } from "node:child_process";
import type { TestRepo } from "../support/git/repo.ts";
import type { Drawer } from "./inputs.ts";

/** Commits that no git would make, one on the other; the id of the last one. */
export function drawnCommits(drawer: Drawer, repo: TestRepo): string {
  const objects = new Objects(drawer, repo);
  let last = repo.git("rev-parse", "HEAD");
  for (let left = 3; left > 0; left -= 1) last = objects.commit(last);
  return last;
}

const MODES: readonly [string, ...string[]] = [
  "100644",
  "40000",
  "120000",
  "160000",
  "100755",
  "644",
  "0",
  "777777",
  "x",
];
const NAMES: readonly [string, ...string[]] = [
  "",
  ..."heir.yml nodes classes groups nodes.yml .git .. . .gitattributes .gitmodules n1.yml N1.yml ~ -x a/b".split(" "),
  "n\n1.yml",
  "\u202en.yml",
  "n".repeat(3000),
];
const PEOPLE: readonly [string, ...string[]] = [
  "A <a@b> 1700000000 +0000",
  "A <a@b> 99999999999999999999 +0000",
  "A <a@b> -5 +9999",
  "A a@b",
  "",
  "\u001b[31m <> NaN x",
];
const HEADERS: readonly [string, ...string[]] = [
  "",
  "encoding latin-9\n",
  "encoding \u0000\n",
  "gpgsig -----BEGIN\n x\n y\n",
  ":100644 100644 a b M\n",
  "tree 0\n",
  `mergetag ${"x".repeat(5000)}\n`,
];

class Objects {
  private readonly drawer: Drawer;
  private readonly repo: TestRepo;
  private readonly known: string[];

  constructor(drawer: Drawer, repo: TestRepo) {
    this.drawer = drawer;
    this.repo = repo;
    this.known = repo
      .git("rev-list", "--objects", "HEAD")
      .split("\n")
      .map((line) => line.slice(0, 40));
  }

  commit(parent: string): string {
    const { drawer } = this;
    const before = this.repo.git("rev-parse", "HEAD^{tree}");
    const tree = drawer.below(3) === 0 ? this.id() : this.tree(before, 3);
    const parents = [parent, ...Array.from({ length: drawer.below(3) }, () => this.id())];
    const lines = [
      `tree ${tree}`,
      ...parents.map((id) => `parent ${id}`),
      `author ${drawer.of(PEOPLE)}`,
      `committer ${drawer.of(PEOPLE)}`,
    ];
    const text = `${lines.join("\n")}\n${drawer.of(HEADERS)}\nsubject \u009b31m\n\nHeir-Allow-Nodes: ${"9".repeat(drawer.below(40))}\n`;
    return this.write("commit", Buffer.from(text));
  }

  /** A tree with the entries of another one and drawn ones; some go deeper. */
  private tree(base: string, depth: number): string {
    const { drawer } = this;
    const own = this.repo
      .git("ls-tree", base)
      .split("\n")
      .filter((line) => line !== "");
    const kept = own.map((line) => {
      const [, mode = "", id = "", name = ""] = /^(\S+) \S+ (\S+)\t(.*)$/.exec(line) ?? [];
      return entry(mode.replace(/^0/, ""), name, id);
    });
    const drawn = Array.from({ length: drawer.below(5) }, () => {
      const isDeeper = depth > 0 && drawer.below(2) === 0;
      const id = isDeeper ? this.tree(base, depth - 1) : this.id();
      return entry(isDeeper ? "40000" : drawer.of(MODES), drawer.of(NAMES), id);
    });
    return this.write("tree", Buffer.concat(drawer.below(2) === 0 ? [...drawn, ...kept] : [...kept, ...drawn]));
  }

  /** The id of an object of any kind, or of none. */
  private id(): string {
    const at = this.drawer.below(this.known.length + 1);
    return this.known[at] ?? "1".repeat(40);
  }

  private write(type: string, bytes: Uint8Array): string {
    const words = ["hash-object", "-t", type, "-w", "--stdin", "--literally"];
    const { stdout } = spawnSync("git", words, { cwd: this.repo.dir, env: this.repo.env, input: bytes });
    return stdout.toString().trim();
  }
}

function entry(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
}
