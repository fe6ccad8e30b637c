import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TreeEntries } from "../../../../src/model/inventory/tree-entries.ts";
import { COMPARE_TREES, readDifferences, readTree } from "../../../../src/source/git/binary/ls-tree.ts";
import type { TreeListing } from "../../../../src/source/git/store.ts";
import { newRepo } from "../../../support/git/repo.ts";

const repo = newRepo();

/** Path to mode and content; git needs to know neither files nor the commits of submodules. */
type Tree = Readonly<Record<string, readonly [mode: string, content: string]>>;

function run(args: readonly string[], input = ""): Buffer {
  return execFileSync("git", args, { cwd: repo.dir, env: { ...process.env, ...repo.env }, input });
}

function treeOf(files: Tree): string {
  run(["read-tree", "--empty"]);
  const lines = Object.entries(files).map(([path, [mode, content]]) => {
    const blob =
      mode === "160000" ? content.repeat(40) : run(["hash-object", "-w", "--stdin"], content).toString().trim();
    return `${mode} ${blob}\t${path}\0`;
  });
  run(["update-index", "-z", "--index-info"], lines.join(""));
  return run(["write-tree"]).toString().trim();
}

function listed(id: string): TreeListing {
  return { id, ...readTree(run(["ls-tree", "-r", "-z", "--full-tree", id])) };
}

function compared(from: string, to: string): TreeListing | undefined {
  return readDifferences(listed(from), run([...COMPARE_TREES, from, to, "--"]), to);
}

/** With the order of the files. */
function plain(listing: TreeListing | undefined): unknown {
  return listing && { ...listing, entries: [...listing.entries], submodules: [...listing.submodules].sort() };
}

const BEFORE: Tree = {
  "a.yml": ["100644", "1"],
  "a/b.yml": ["100644", "1"],
  "nodes/web.yml": ["100644", "1"],
  "nodes/ü.yml": ["100644", "1"],
  "shared/x.yml": ["100644", "1"],
  vendor: ["160000", "1"],
};

test.each<readonly [string, Tree]>([
  ["nothing", BEFORE],
  ["an edit", { ...BEFORE, "a.yml": ["100644", "2"] }],
  [
    "files before, between and behind",
    { ...BEFORE, "0": ["100644", "1"], "a-b": ["100644", "1"], "zz/𐀀": ["100755", "2"] },
  ],
  ["a file that is gone", { "a.yml": ["100644", "1"] }],
  ["a folder that became a file", { "a.yml": ["100644", "1"], nodes: ["100644", "x"] }],
  ["a file that became a link", { ...BEFORE, "a.yml": ["120000", "b"] }],
  ["a submodule that moved on", { ...BEFORE, vendor: ["160000", "2"] }],
  ["a submodule that became a folder", { "vendor/x.yml": ["100644", "1"] }],
  ["a file that became a submodule", { ...BEFORE, "a.yml": ["160000", "3"] }],
  ["everything", {}],
])("the listing of a tree follows from another one and its differences: %s", (_, after) => {
  const [from, to] = [treeOf(BEFORE), treeOf(after)];
  expect(plain(compared(from, to))).toEqual(plain(listed(to)));
  expect(plain(compared(to, from))).toEqual(plain(listed(from)));
});

test("so it is for any two trees", () => {
  const name = fc.constantFrom("a", "a.b", "b", "Z", "é", "￮", "𐀀");
  const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((names) => names.join("/"));
  const files = fc.dictionary(path, fc.tuple(fc.constantFrom("100644", "120000"), fc.constantFrom("1", "2")));
  const tree = files.map((all): Tree => {
    return Object.fromEntries(
      Object.entries(all).filter(([each]) => !Object.keys(all).some((other) => each.startsWith(`${other}/`))),
    );
  });
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [from, to] = [treeOf(one), treeOf(other)];
      expect(plain(compared(from, to))).toEqual(plain(listed(to)));
    }),
    { numRuns: 15 },
  );
});

test("paths that are no UTF-8 take a listing", () => {
  const from: TreeListing = { id: "1", entries: TreeEntries.of([]), submodules: new Map(), unreadable: [] };
  const record = Buffer.concat([Buffer.from(":000000 100644 0 1 A\0"), Buffer.from([0xff, 0])]);
  expect(readDifferences(from, record, "2")).toBeUndefined();
  expect(readDifferences({ ...from, unreadable: ["x"] }, Buffer.from(""), "2")).toBeUndefined();
});
