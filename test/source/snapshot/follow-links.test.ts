import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { followLinks } from "../../../src/source/snapshot/follow-links.ts";
import type { RawEntry } from "../../../src/source/snapshot/link-reader.ts";

test("without links the listed files and all folders come out", () => {
  expect(follow({ "nodes/a.yml": "", "docs/readme.md": "", "x/y/z.json": "" })).toEqual({
    files: { "nodes/a.yml": "nodes/a.yml", "x/y/z.json": "x/y/z.json" },
    folders: ["docs", "nodes", "x", "x/y"],
    told: [],
  });
});

test("a link to a file stands for it, whatever the target is called", () => {
  const { files, told } = follow({ "a.yml": "", "text.txt": "", "b.yml": "-> a.yml", "n/c.yml": "-> ../text.txt" });
  expect(files).toEqual({ "a.yml": "a.yml", "b.yml": "a.yml", "n/c.yml": "text.txt" });
  expect(told).toEqual([]);
});

test("links to links and links inside linked folders are followed", () => {
  const { files, folders } = follow({
    "real/x.yml": "",
    "real/deep/y.yml": "",
    "real/deep/up.yml": "-> ../x.yml",
    one: "-> two",
    two: "-> ./real//deep/../",
  });
  expect(files).toMatchObject({ "one/x.yml": "real/x.yml", "one/deep/y.yml": "real/deep/y.yml" });
  expect(files).toMatchObject({ "two/deep/up.yml": "real/x.yml", "one/deep/up.yml": "real/x.yml" });
  expect(folders).toEqual(["one", "one/deep", "real", "real/deep", "two", "two/deep"]);
});

test("the way of a link may go through another link", () => {
  const { files } = follow({
    "real/deep/x.yml": "",
    "real/up.yml": "",
    short: "-> real/deep",
    "a.yml": "-> short/../up.yml",
  });
  expect(files["a.yml"]).toBe("real/up.yml");
});

test.each([["/etc/passwd"], ["../outside.yml"], ["x/../../outside.yml"], ["../../../../../../../outside.yml"]])(
  "a link to %s leads out",
  (target) => {
    const { files, told } = follow({ "a.yml": "", "link.yml": `-> ${target}` });
    expect(files).toEqual({ "a.yml": "a.yml" });
    expect(told).toEqual(["error symlink-escape link.yml: symbolic link link.yml leads out of the inventory folder"]);
  },
);

test("a folder linked from outside is told of as a warning, and nothing behind it is listed", () => {
  const { files, told } = follow({ "classes/shared": "-> ../../other" });
  expect(files).toEqual({});
  expect(told).toEqual([
    "warning symlink-escape classes/shared: symbolic link classes/shared leads out of the inventory folder",
  ]);
});

test("in a sub folder of the repository, files beside it are outside and the folder's own are inside", () => {
  const tree = { "a.yml": "", "in.yml": "-> ../inv/a.yml", "out.yml": "-> ../beside.yml" };
  const { files, told } = follow(tree, { base: ["deep", "inv"] });
  expect(files).toEqual({ "a.yml": "a.yml", "in.yml": "a.yml" });
  expect(told).toEqual(["error symlink-escape out.yml: symbolic link out.yml leads out of the inventory folder"]);
});

test("on disk a full path into the folder is inside, any other outside", () => {
  const tree = {
    "a.yml": "",
    "in.yml": "-> /srv/inv/a.yml",
    "out.yml": "-> /srv/inventory/a.yml",
    self: "-> /srv/inv",
  };
  const { files, told } = follow(tree, { base: ["srv", "inv"], absolute: true });
  expect(files).toEqual({ "a.yml": "a.yml", "in.yml": "a.yml" });
  expect(told).toEqual([
    "error symlink-escape out.yml: symbolic link out.yml leads out of the inventory folder",
    "warning file-unreadable self: symbolic link self leads back to itself",
  ]);
});

test("links that point to nothing are told of when they would be read", () => {
  const { told } = follow({
    "a.yml": "-> nowhere",
    b: "-> nowhere",
    "c.yml": "-> c.yml",
    "d.yml": "-> e.yml",
    "e.yml": "-> d.yml",
  });
  expect(told).toEqual([
    "error file-unreadable a.yml: symbolic link a.yml points to nothing",
    "error file-unreadable c.yml: symbolic link c.yml leads back to itself",
    "error file-unreadable d.yml: symbolic link d.yml leads back to itself",
    "error file-unreadable e.yml: symbolic link e.yml leads back to itself",
  ]);
});

test("folders linked into themselves or into each other end", () => {
  const { files, told } = follow({
    "x/a.yml": "",
    "y/b.yml": "",
    "x/y": "-> ../y",
    "y/x": "-> ../x",
    "x/self": "-> .",
  });
  expect(files).toMatchObject({ "x/y/b.yml": "y/b.yml", "y/x/a.yml": "x/a.yml" });
  expect(told).toContain("warning file-unreadable x/self: symbolic link x/self leads back to itself");
  expect(told).toContain("warning file-unreadable x/y/x: symbolic link x/y/x leads back to itself");
});

test("folders that multiply through links are cut off", () => {
  const tree: Record<string, string> = { "d0/a.yml": "" };
  for (let level = 1; level <= 40; level += 1) {
    tree[`d${level}/left`] = `-> ../d${level - 1}`;
    tree[`d${level}/right`] = `-> ../d${level - 1}`;
  }
  const { told } = follow(tree);
  expect(told.some((text) => text.includes("adds more than 100000 files"))).toBe(true);
});

test("files that git still lists behind a folder that became a link are not read through it", () => {
  const tree = {
    "in/a.yml": "",
    "in/gone/a.yml": "",
    "in/gone/b.yml": "",
    "in/gone": "-> ../real",
    "real/a.yml": "",
    x: "-> in",
  };
  const { files } = follow(tree);
  expect(files).toEqual({
    "in/a.yml": "in/a.yml",
    "in/gone/a.yml": "real/a.yml",
    "real/a.yml": "real/a.yml",
    "x/a.yml": "in/a.yml",
    "x/gone/a.yml": "real/a.yml",
  });
});

test("the span of a finding is the text of the link", () => {
  const found: Diagnostic[] = [];
  const entry: RawEntry<string> = { kind: "link", target: "/etc/shadow.yml", id: "0123" };
  followLinks({ entries: new Map([["a.yml", entry]]), base: [], absolute: false }, (one) => found.push(one));
  expect(found[0]?.span).toEqual({ file: { path: "a.yml", blob: "0123", text: "/etc/shadow.yml" }, start: 0, end: 15 });
});

interface Where {
  readonly base?: readonly string[];
  readonly absolute?: boolean;
}

/** Follows a tree given as path to "" for a file and `-> target` for a link. */
function follow(tree: Readonly<Record<string, string>>, { base = [], absolute = false }: Where = {}) {
  const entries = new Map<string, RawEntry<string>>();
  for (const [path, text] of Object.entries(tree)) {
    if (text.startsWith("-> ")) entries.set(path, { kind: "link", target: text.slice(3), id: "" });
    else entries.set(path, { kind: "file", file: path });
  }
  const told: string[] = [];
  const linked = followLinks({ entries, base, absolute }, ({ severity, code, span, message }) => {
    told.push(`${severity} ${code} ${span?.file.path}: ${message}`);
  });
  return { files: Object.fromEntries(linked.files), folders: [...linked.folders].sort(), told };
}
