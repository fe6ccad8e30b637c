import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestRepo } from "../support/git/repo.ts";
import { type Drawer, drawnText } from "./inputs.ts";

const VALUES: readonly [string, ...string[]] = [
  "",
  ..."0 1 -1 99999999999999999999 10% 999% NaN true false off every none all . .. / /dev/null ~ HEAD main".split(" "),
  '"a\\nb"',
  "refs/heads/*",
  "\u202e",
  "a".repeat(5000),
];
const KEYS: readonly [string, ...string[]] = [
  "heir.failLevel",
  ...(
    "heir.maxNodes heir.maxLost heir.reportLines heir.judgeSeconds heir.judgeMemory heir.folder heir.policyFile " +
    "heir.policyRef heir.allow heir.acceptTrailers heir.requireSigned heir.defaultSettings heir.runFilter heir.skipFilter " +
    "heir.objects heir.strictMerge heir.receive core.worktree core.bare core.attributesFile core.sharedRepository core.quotePath " +
    "core.abbrev core.ignoreCase core.precomposeUnicode core.autocrlf core.excludesFile core.commentChar i18n.logOutputEncoding " +
    "log.date log.follow log.showRoot diff.renames diff.algorithm merge.renameLimit color.ui feature.manyFiles index.version " +
    "include.path extensions.worktreeConfig extensions.partialClone remote.origin.promisor remote.origin.url submodule.x.active"
  ).split(" "),
];

const FILES: readonly (readonly [path: string, text: string])[] = [
  [
    ".gitattributes",
    "*.yml filter=x working-tree-encoding=UTF-16 ident text=auto eol=crlf\n[attr]y -text\nnodes/** !diff\n",
  ],
  [
    ".gitmodules",
    '[submodule "x"]\n\tpath = classes/x\n\turl = ../x\n\tupdate = !sh\n[submodule "../y"]\n\tpath = ..\n',
  ],
  [
    "heir-baseline.yml",
    "version: 1\nfindings:\n  - code: class-not-found\n    file: nodes/n1.yml\n    message: x\n    nodes: [n1]\n",
  ],
  [".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted\n"],
  [".git/info/attributes", "*.yml ident\n"],
  [".git/info/exclude", "nodes/*\n!nodes/n1.yml\n"],
  [".git/shallow", `${"1".repeat(40)}\n`],
  [".git/info/grafts", `${"1".repeat(40)} ${"2".repeat(40)}\n`],
  [".git/heir/judged", `${"1".repeat(40)} clean 1 1 x\n`],
  [".git/heir/hooks", '{"v":1,"hooks":[]}\n'],
];

/** Settings of git and of heir, files of git that steer what is read, and the index: drawn, and broken. */
export function drawnConfiguration(drawer: Drawer, repo: TestRepo): void {
  for (const [path, text] of FILES) if (drawer.below(3) === 0) repo.write(path, drawnText(drawer, text));
  const lines = Array.from({ length: drawer.below(6) }, () => {
    const key = drawer.of(KEYS);
    const dot = key.lastIndexOf(".");
    const [section = "", ...rest] = key.slice(0, dot).split(".");
    const name = rest.length === 0 ? section : `${section} "${rest.join(".")}"`;
    return `[${name}]\n\t${key.slice(dot + 1)} = ${drawer.of(VALUES)}\n`;
  });
  appendFileSync(join(repo.dir, ".git/config"), lines.join(""));
  const index = join(repo.dir, ".git/index");
  if (drawer.below(4) > 0 || !existsSync(index)) return;
  const bytes = readFileSync(index);
  bytes[drawer.below(bytes.length)] = drawer.below(256);
  writeFileSync(index, bytes);
}
