import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import { replayedExample } from "../example/replayed.ts";
import { builtInto } from "../support/built.ts";
import { tempDir } from "../support/git/repo.ts";
import { hasTmux, Terminal } from "../support/tui/terminal.ts";
import * as reference from "./reference.ts";

/* From a commit to a value, to the line that caused it: in a real terminal, on real inventories, in four keys at most. */

const builds = tempDir();
const program = join(builds, "cli.js");
let terminal: Terminal | undefined;

beforeAll(() => {
  builtInto(builds);
});

afterEach(() => terminal?.close());

test.skipIf(!hasTmux)("the example repository", async () => {
  const demo = await replayedExample();
  await walk(demo.folder).finally(() => demo.remove());
});

test.skipIf(!hasTmux || !reference.hasCorpora).each(["mk-lab", "system"])("the corpus %s", async (name) => {
  const folder = tempDir();
  git(folder, "clone", "-q", "--bare", join(reference.corpora, `${name}.bundle`), ".");
  await walk(folder);
});

/** Begins with the cursor on the newest commit that changes values, and nothing else of any node. */
async function walk(folder: string): Promise<void> {
  const [parent, commit] = await newestChange(folder);
  terminal = await Terminal.open({ cwd: folder, program, columns: 150, rows: 40 });
  terminal.run(`heir tui ${parent}..${commit}`);
  await terminal.wait(new RegExp(`> ?${commit.slice(0, 7)} `));

  // The cursor of the changes begins at the first value, below the head of its edit.
  const steps = [
    ["Enter", /> *[▸▾] /],
    ["Enter", /\[2\]Changes/],
  ] as const;
  for (const [key, screen] of steps) {
    terminal.keys(key);
    await terminal.wait(screen);
  }
  const lines = await terminal.wait((screen) => caused(screen) !== undefined);
  const { file = "", line = 0 } = caused(lines) ?? {};

  expect(steps.length).toBeLessThanOrEqual(4);
  expect(lines.join("\n")).toMatch(/ Value on \S+/);
  expect(editedLines(folder, { parent, commit, file }), `${file}:${line}`).toContain(line);
  terminal.keys("q");
}

async function newestChange(folder: string): Promise<readonly [string, string]> {
  const workspace = await openWorkspace({ cwd: folder, cache: false });
  try {
    for (const entry of git(folder, "log", "--no-merges", "--min-parents=1", "--format=%P %H").trim().split("\n")) {
      const [parent = "", commit = ""] = entry.split(" ");
      const { changes, nodes } = await workspace.compare(...(await workspace.ends([parent, commit], false)));
      const others = [nodes.added, nodes.removed, nodes.newlyFailing, nodes.newlyResolving].flat();
      if (changes.length > 0 && others.length === 0) return [parent, commit];
    }
  } finally {
    await workspace.close();
  }
  throw new Error("no commit changes a value");
}

/** The place behind `because`, which stands in the same pane, in the line below. */
function caused(screen: readonly string[]): { readonly file: string; readonly line: number } | undefined {
  const row = screen.findIndex((line) => line.includes("because  "));
  if (row === -1) return undefined;
  const column = screen[row]?.indexOf("because  ");
  // A place that is longer than the pane is on several lines.
  const below = screen.slice(row + 1).map((line) => line.slice(column).replace(/[│┃].*$/, ""));
  const reason = below.slice(
    0,
    below.findIndex((line) => !line.startsWith("  ")),
  );
  const place = reason.slice(reason.findIndex((line) => /^ +\w+\//.test(line)));
  const [, file, line] = /^(\S+):(\d+)$/.exec(place.map((part) => part.trim()).join("")) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

interface Edited {
  readonly parent: string;
  readonly commit: string;
  readonly file: string;
}

/** The lines of a file that git says a commit edited: as they were, and as they are. */
function editedLines(folder: string, { parent, commit, file }: Edited): readonly number[] {
  const hunks = git(folder, "diff", "-U0", parent, commit, "--", file).matchAll(/^@@ -(\S+) \+(\S+) @@/gm);
  return [...hunks].flatMap(([, old = "", now = ""]) => [old, now].flatMap(linesOf));
}

/** `12,3` means three lines from the twelfth on. */
function linesOf(range: string): readonly number[] {
  const [start = 0, count = 1] = range.split(",").map(Number);
  return Array.from({ length: count }, (_, offset) => start + offset);
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
