import { expect, test } from "vitest";
import { READ_WORK_TREE, workTreeAhead } from "../../src/cli/ahead.ts";
import { commands } from "../../src/cli/commands.ts";
import { newRepo } from "../support/repo.ts";

/** They know `-r` or `--rev`, but look at commits, or at no listing before something else was done. */
const OTHERS = ["blame", "cache", "log"];

test("the commands that read the work tree are those that take another revision", async () => {
  const known: string[] = [];
  for (const [verb, { load }] of commands) if ("rev" in (await load()).options) known.push(verb);

  expect([...READ_WORK_TREE, ...OTHERS].sort()).toEqual(known.sort());
});

test.each<readonly [boolean, readonly string[]]>([
  [true, ["show", "web1", "--json"]],
  [true, ["--color=never", "inventory"]],
  [true, ["-P", "check", "-v"]],
  [false, ["show", "web1", "-r", "HEAD"]],
  [false, ["show", "web1", "-rHEAD"]],
  [false, ["show", "web1", "-sr", "HEAD"]],
  [false, ["--rev=HEAD", "nodes"]],
  [false, ["-C", "other", "nodes"]],
  [false, ["nodes", "-h"]],
  [false, ["check", "--staged"]],
  [false, ["log", "web1"]],
  [false, ["help", "show"]],
  [false, ["--version"]],
  [false, []],
])("that the work tree is listed ahead is %s of %j", (isListed, argv) => {
  const repo = newRepo();
  repo.commit("one", { "nodes/web1.yml": "" });

  const ahead = workTreeAhead(argv, repo.dir);

  expect(ahead !== undefined).toBe(isListed);
  ahead?.drop();
});
