import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { commandGroups } from "../../src/cli/commands/command.ts";
import { commands } from "../../src/cli/commands/table.ts";
import { helpColumns } from "../../src/cli/context.ts";
import { version } from "../../src/cli/version.ts";
import { spellings } from "../../src/cli/words/options.ts";
import { codes } from "../../src/model/findings/codes.ts";
import { tempDir } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";
import { resolvedNode } from "../support/node.ts";
import { fakeWorkspace } from "../support/workspace.ts";

test("the version is that of package.json", () => {
  const { version: packed } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));

  expect(version).toBe(packed);
});

test.each([[[]], [["-h"]], [["--help"]]])("heir %j lists the commands of daily use", async (argv) => {
  const { code, out, err } = await heir(argv);

  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatchInlineSnapshot(`
    "heir shows what value each node gets, where it comes from, and what a commit
    changes.

      show      show the resolved values of a node, and where they come from
      nodes     list nodes
      tui       browse commits and the values they change
      explain   explain a value layer by layer
      impact    show which nodes and values an edit would affect
      diff      show which resolved values differ between two states
      log       list the commits that changed a value, a node or any node
      why       explain why a value changed: layers, cause, commits and lines
      check     report every error and warning in all nodes
      set       write a value so that these nodes get it, and prove that nothing
                else changes
      init      create a repository, or a copy of the example repository
      hooks     install git hooks that check every commit, merge and push

      heir COMMAND -h   help for a command
      heir help         all commands and common options
    "
  `);
});

test.each([
  [["shwo"], 2, 'heir: unknown command "shwo"\nhint: did you mean show?\n'],
  [["frobnicate"], 2, 'heir: unknown command "frobnicate"\nhint: heir help lists all commands\n'],
  [
    ["-C", ".", "--shard", "1/2", "check"],
    2,
    'heir: unknown command "1/2"\nhint: options of a command come after it: heir check --shard 1/2\n',
  ],
  [["show", "--jsno", "x"], 2, "heir: unknown option --jsno\nhint: did you mean --json?\n"],
  [["--verison"], 2, "heir: unknown option --verison\nhint: did you mean --version?\n"],
  [["help", "shwo"], 2, 'heir: there is no command, no finding and no topic "shwo"\nhint: did you mean show?\n'],
  [
    ["help", "cycle"],
    2,
    'heir: there is no command, no finding and no topic "cycle"\n' +
      "hint: did you mean class-cycle, reference-cycle, parent-cycle, membership-cycle or order-cycle?\n",
  ],
])("heir %j is refused, and nothing else is printed", async (argv, code, err) => {
  expect(await heir(argv)).toEqual({ code, out: "", err, opened: undefined });
});

test.each([
  [["--version"], `heir ${version}\n`],
  [["--version", "-q"], `heir ${version}\n`],
  [["show", "--version"], `heir ${version}\n`],
])("heir %j prints the version", async (argv, out) => {
  expect(await heir(argv)).toMatchObject({ code: 0, out });
});

describe.each([...commands.keys()])("%s", (name) => {
  /** The options at the beginning of a line. */
  const optionsOf = (text: string): ReadonlySet<string> =>
    new Set(text.split("\n").flatMap((line) => /^ +(-.*?)(?: {2}|$)/.exec(line)?.[1]?.match(/-{1,2}[\w-]+/g) ?? []));

  test("-h is short, with examples before options, and a line for each option", async () => {
    const { code, out } = await heir([name, "-h"]);
    const command = await commands.get(name)?.load();
    const own = Object.entries(command?.options ?? {}).flatMap(([each, option]) => spellings(each, option));

    expect(code).toBe(0);
    expect(out.startsWith(`heir ${name}: `)).toBe(true);
    expect(out.indexOf(`  heir ${name}`)).toBeLessThan(out.indexOf("usage: "));
    expect(out.split("\n").length - 1).toBeLessThanOrEqual(40);
    expect([...optionsOf(out)]).toEqual(expect.arrayContaining(own));
  });

  test("--help is heir help COMMAND: longer, each option once, in the columns there are", async () => {
    const { out } = await heir([name, "--help"]);

    expect(out).toBe((await heir(["help", name])).out);
    expect(out.length).toBeGreaterThan((await heir([name, "-h"])).out.length);
    const flags = out.split("\n").flatMap((line) => /^ +(?:-\w, )?(--[\w-]+)/.exec(line)?.[1] ?? []);
    expect(flags).toEqual([...new Set(flags)]);
    expect(flags).toEqual(expect.arrayContaining(["--no-cache", "--quiet", "--version"]));
    expect(out).toMatch(/\nexit codes:\n {2}0 {3}done\n/);
  });

  test.each([40, 80, 100])("--help fits %d columns, but for commands and single words", async (columns) => {
    const { out } = await heir([name, "--help"], { env: { COLUMNS: String(columns) } });
    const long = out.split("\n").filter((line) => line.length > columns && !/^ *(heir |git |\S+$)/.test(line));

    expect(long).toEqual([]);
  });
});

test.each([
  [undefined, {}, 80],
  [0, {}, 80],
  [undefined, { COLUMNS: "0" }, 80],
  [undefined, { COLUMNS: "many" }, 80],
  [undefined, { COLUMNS: "60" }, 60],
  [50, { COLUMNS: "60" }, 50],
  [300, {}, 100],
])("help of a terminal with %s columns and %j has %d", (terminal, env, columns) => {
  expect(helpColumns(terminal, env)).toBe(columns);
});

test("-h is short: a few examples, usage, options", async () => {
  const { out } = await heir(["nodes", "-h"]);

  expect(out).toMatchInlineSnapshot(`
    "heir nodes: list nodes

      heir nodes   all names, one per line
      heir nodes 'web*' --columns name,classes,status
                   a table that shows which nodes fail to resolve
      heir nodes --columns name,ntp:server --format csv
                   a value of each node, for a spreadsheet

    usage: heir nodes [OPTIONS] [SELECTOR...]

      -r, --rev REV                read this revision (or INDEX) instead of the work
                                   tree
          --columns A,B            print these columns, or the values at paths:
                                   name, file, groups, classes, applications,
                                   environment, status
          --count                  print only the number of entries
          --format FORMAT          output format: text (default), table, csv, tsv,
                                   json or jsonl
          --json[=v1]              same as --format json; =v1 pins its version
          --show-secrets           show secrets unmasked; only on a terminal
          --secrets HOW            print secrets whole, or as (secret): show or mask
          --node SELECTOR          only these nodes (heir help selectors)
          --with PATH[[!]=VALUE]   only nodes with this value, or with a list that
                                   contains it; * and ? are globs
          --allow-empty            accept names and paths that nothing has: an empty
                                   answer

    more: heir nodes --help
    "
  `);
});

test("--help has all examples, a paragraph for each option, exit codes and the options of every command", async () => {
  const { out } = await heir(["diff", "--help"], { env: { COLUMNS: "50" } });

  expect(out).toContain("usage: heir diff [OPTIONS] [A [B]]\n       [-- SELECTOR...]\n");
  expect(out).toContain("Revisions are written as in git diff; INDEX and\nWORKTREE are revisions, too:");
  expect(out).toContain("  --exit-code\n        exit 1 if a value differs, 3 if a node\n        fails\n");
  expect(out).toContain("  3\n      with --exit-code: a node fails\n");
  expect(out).toContain("-C DIR");
});

test("heir help lists the commands in their groups", async () => {
  const { out } = await heir(["help"]);

  expect(out.split("\n").filter((line) => /^[a-z ]+:$/.test(line))).toEqual([
    ...commandGroups.map((group) => `${group}:`),
    "options of every command:",
  ]);
  for (const name of commands.keys()) expect(out).toContain(`\n  ${name} `);
});

test("heir help --json is the table: commands, operands and options with kinds", async () => {
  const { out } = await heir(["help", "--json"]);
  const table = JSON.parse(out);

  expect(out.startsWith('{\n  "v": 1,')).toBe(true);
  expect(table.commands.map(({ name }: { readonly name: string }) => name)).toEqual([...commands.keys()]);
  expect(table.options).toContainEqual({
    name: "C",
    value: "DIR",
    kind: "folder",
    summary: "run as if started in DIR",
  });
  const [uses] = JSON.parse((await heir(["help", "uses", "--json"])).out).commands;
  expect(uses).toMatchObject({
    name: "uses",
    group: "explain",
    operands: [
      { kind: "thing", required: true, many: false },
      { name: "SELECTOR", kind: "selector", required: false, many: true, rest: true },
    ],
    options: expect.arrayContaining([
      { name: "rev", short: "r", value: "REV", kind: "revision", summary: expect.any(String) },
      { name: "format", value: "FORMAT", kind: "choice", choices: ["text", "json"], summary: "output format" },
    ]),
  });
});

test.each(Object.keys(codes))("help explains the finding %s", async (code) => {
  expect((await heir(["help", code])).out).toContain(`${code}: `);
});

test("the folder and the settings of the command line reach the workspace, which is closed at the end", async () => {
  const workspace = fakeWorkspace({ nodes: [resolvedNode()] });
  const { code, opened } = await heir(["-C", "repo", "--set", "a=1", "nodes", "--set=b=2", "-r", "HEAD~1"], {
    workspace,
  });

  expect(code).toBe(0);
  expect(opened).toMatchObject({ cwd: "/somewhere", directory: "repo", overrides: ["a=1", "b=2"] });
  expect(workspace.revisions).toEqual(["HEAD~1"]);
  expect(workspace.closed).toBe(true);
});

test("a command that fails closes the workspace too", async () => {
  const workspace = fakeWorkspace();
  const { code } = await heir(["show", "nobody"], { workspace });

  expect([code, workspace.closed]).toEqual([2, true]);
});

test("colour is on standard output when asked for, and text stays the same without it", async () => {
  const workspace = fakeWorkspace({ nodes: [resolvedNode({ parameters: { a: 1 } })] });
  const coloured = await heir(["show", "web01", "a", "--flat", "--color=always"], { workspace });
  const plain = await heir(["show", "web01", "a", "--flat"], { workspace });

  expect(coloured.out).toContain("\u001b[");
  expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
});

test("completion for another shell is refused", async () => {
  expect(await heir(["completion", "bsh"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("did you mean bash"),
  });
});

test("no word of a command line moves the terminal: notes and created names are written out", async () => {
  const word = "a b\x1b[31m";
  const cwd = tempDir();
  const made = await heir(["init", word], { cwd });
  expect(made.out + made.err).not.toContain("\x1b");
  expect(made.err).toContain('"heir -C" of "a b\\x1b[31m"');
});
