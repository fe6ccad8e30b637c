import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { prefetchWorkTree } from "../../src/cli/begin.ts";
import { commands } from "../../src/cli/commands/table.ts";
import { READ_WORK_TREE } from "../../src/cli/reads-work-tree.ts";
import { newRepo } from "../support/git/repo.ts";

/** They know `-r` or `--rev`, but look at commits, or at no listing before something else was done. */
const OTHERS = ["blame", "cache", "log"];

test("the commands that read the work tree are those that take another revision", async () => {
  const known: string[] = [];
  for (const [verb, { load }] of commands) if ("rev" in (await load()).options) known.push(verb);

  expect([...READ_WORK_TREE, ...OTHERS].sort()).toEqual(known.sort());
});

test("to have the work tree listed takes next to nothing of heir, and of Node what starts git", async () => {
  const { metafile } = await build({
    absWorkingDir: join(import.meta.dirname, "../.."),
    entryPoints: ["src/cli/begin.ts"],
    external: ["./print-repeated.ts"],
    bundle: true,
    format: "esm",
    platform: "node",
    minifyWhitespace: true,
    write: false,
    metafile: true,
  });
  const [{ bytes, imports } = { bytes: 0, imports: [] }] = Object.values(metafile.outputs);
  const [atOnce, later] = [false, true].map((isLate) => {
    const found = imports.filter(({ kind }) => (kind === "dynamic-import") === isLate);
    return [...new Set(found.map(({ path }) => path))].sort();
  });

  expect(bytes).toBeLessThan(27_000);
  expect(atOnce).toEqual(["node:child_process", "node:fs", "node:path"]);
  expect(later).toEqual(["./print-repeated.ts"]);
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
  [false, ["check", "HEAD"]],
  [false, ["log", "web1"]],
  [false, ["help", "show"]],
  [false, ["--version"]],
  [false, []],
])("that the work tree is prefetched is %s of %j", (isListed, argv) => {
  const repo = newRepo();
  repo.commit("one", { "nodes/web1.yml": "" });

  const prefetch = prefetchWorkTree(argv, repo.dir);

  expect(prefetch !== undefined).toBe(isListed);
  prefetch?.drop();
});
