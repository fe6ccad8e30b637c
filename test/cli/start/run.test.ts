import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/commands/table.ts";
import { version } from "../../../src/cli/version.ts";
import { codes } from "../../../src/model/findings/codes.ts";
import { heir } from "../../support/host.ts";
import { resolvedNode } from "../../support/node.ts";
import { fakeWorkspace } from "../../support/workspace.ts";

test("the version is that of package.json", () => {
  const { version: packed } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));

  expect(version).toBe(packed);
});

test.each([[[]], [["-h"]], [["--help"]]])("heir %j lists the commands of daily use", async (argv) => {
  const { code, out, err } = await heir(argv);

  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatchInlineSnapshot(`
    "heir shows what value each node gets, where it comes from, and what a commit changes.

      init          create a repository, or a copy of the example repository
      show          show the resolved values of a node, and where they come from
      explain       explain a value layer by layer
      diff          show which resolved values differ between two states
      log           list the commits that changed a value, a node or any node
      blame         show which commit last changed each resolved value
      check         report every error and warning in all nodes
      impact        show which nodes and values an edit would affect
      nodes         list nodes
      classes       list classes
      inventory     print all resolved nodes for other programs
      merge-check   detect semantic merge conflicts
      hooks         install git hooks that check every commit, merge and push
      tui           browse commits and the values they change

    heir COMMAND -h     help for a command
    heir help           all commands and common options
    "
  `);
});

test.each([
  [["shwo"], 2, 'heir: unknown command "shwo"\nhint: did you mean show?\n'],
  [["frobnicate"], 2, 'heir: unknown command "frobnicate"\nhint: heir help lists all commands\n'],
  [["show", "--jsno", "x"], 2, "heir: unknown option --jsno\nhint: did you mean --json?\n"],
  [["--verison"], 2, "heir: unknown option --verison\nhint: did you mean --version?\n"],
  [["help", "shwo"], 2, 'heir: there is no command and no finding "shwo"\nhint: did you mean show?\n'],
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
  test("-h shows examples before options, and no line is too long", async () => {
    const { code, out } = await heir([name, "-h"]);

    expect(code).toBe(0);
    expect(out.startsWith(`heir ${name}: `)).toBe(true);
    expect(out.indexOf(`  heir ${name}`)).toBeLessThan(out.indexOf("usage: "));
    expect(out.split("\n").filter((line) => line.length > 110)).toEqual([]);
  });
});

test("-h is short: examples, usage, options", async () => {
  const { out } = await heir(["nodes", "-h"]);

  expect(out).toMatchInlineSnapshot(`
    "heir nodes: list nodes

      heir nodes                                          all names, one per line
      heir nodes 'web*' --columns name,classes,status     a table that shows which nodes fail to resolve
      heir nodes --columns name,ntp:server --format csv   a value of each node, for a spreadsheet
      heir nodes --with ntp:server=ntp1.example.org       nodes with this resolved value

    usage: heir nodes [OPTIONS] [PATTERN...]

      -r, --rev REV             read this revision (or INDEX) instead of the work tree
          --columns A,B         print these columns, or the values at paths: name, file, groups, classes,
                                applications, environment, status
          --count               print only the number of entries
          --format FORMAT       output format: text (default), table, csv, tsv, json or jsonl
          --json[=v1]           same as --format json; =v1 pins the version of the form
          --show-secrets        show secrets unmasked; only on a terminal
          --secrets HOW         print secrets whole, or as (secret): show or mask
          --with PATH[=VALUE]   only nodes with this value, or with a list that contains it
          --allow-empty         accept names and paths that nothing has: an empty answer

    options of every command: heir help
    "
  `);
});

test("help says more than -h: details, and the options of every command", async () => {
  const { out } = await heir(["help", "diff"]);

  expect(out).toContain("usage: heir diff [OPTIONS] [A [B]] [-- NODE-GLOB...]");
  expect(out).toContain("Revisions are written as in git diff");
  expect(out).toContain("-C DIR");
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
