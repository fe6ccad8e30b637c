import { expect, test } from "vitest";
import type { RawEntry } from "../../../src/source/snapshot/follow-links.ts";
import { readLinks } from "../../../src/source/snapshot/linked.ts";

test("without links the listed files and all folders come out", async () => {
  expect(await follow({ "nodes/a.yml": "", "docs/readme.md": "", "x/y/z.json": "" })).toMatchObject({
    files: { "nodes/a.yml": "nodes/a.yml", "x/y/z.json": "x/y/z.json" },
    folders: ["docs", "nodes", "x", "x/y"],
    told: [],
  });
});

test("a link to a file stands for it, whatever the target is called", async () => {
  const { files, told } = await follow({
    "a.yml": "",
    "text.txt": "",
    "b.yml": "-> a.yml",
    "n/c.yml": "-> ../text.txt",
  });
  expect(files).toEqual({ "a.yml": "a.yml", "b.yml": "a.yml", "n/c.yml": "text.txt" });
  expect(told).toEqual([]);
});

test("links to links and links inside linked folders are followed", async () => {
  const { files, folders } = await follow({
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

test("the way of a link may go through another link", async () => {
  const { files } = await follow({
    "real/deep/x.yml": "",
    "real/up.yml": "",
    short: "-> real/deep",
    "a.yml": "-> short/../up.yml",
  });
  expect(files["a.yml"]).toBe("real/up.yml");
});

test.each([["/etc/passwd"], ["../outside.yml"], ["x/../../outside.yml"], ["../../../../../../../outside.yml"]])(
  "a link to %s leads out",
  async (target) => {
    const { files, told } = await follow({ "a.yml": "", "link.yml": `-> ${target}` });
    expect(files).toEqual({ "a.yml": "a.yml" });
    expect(told).toEqual(["error symlink-escape link.yml: symbolic link link.yml leads out of the repository"]);
  },
);

test("a folder linked from outside is told of as a warning, and nothing behind it is listed", async () => {
  const { files, told } = await follow({ "classes/shared": "-> ../../other" });
  expect(files).toEqual({});
  expect(told).toEqual([
    "warning symlink-escape classes/shared: symbolic link classes/shared leads out of the repository",
  ]);
});

test("out of the inventory folder, links are followed as far as the repository goes", async () => {
  const tree = {
    "a.yml": "",
    "in.yml": "-> ../inv/a.yml",
    "beside.yml": "-> ../b.yml",
    lib: "-> ../../lib",
    "out.yml": "-> ../../../b.yml",
    "git.yml": "-> ../../.git/config",
    "gone.yml": "-> ../gone.yml",
  };
  const beside = { "deep/b.yml": "", "lib/x.yml": "", "lib/y": "-> ../deep", "lib/z.yml": "-> y/b.yml" };
  const { files, told, targets, unread, lost } = await follow(tree, { folder: "deep/inv", beside });
  expect(files).toEqual({
    "a.yml": "a.yml",
    "in.yml": "a.yml",
    "beside.yml": "deep/b.yml",
    "lib/x.yml": "lib/x.yml",
    "lib/z.yml": "deep/b.yml",
  });
  expect(Object.fromEntries(targets)).toEqual({
    "in.yml": "a.yml",
    "beside.yml": "../b.yml",
    "lib/x.yml": "../../lib/x.yml",
    "lib/z.yml": "../b.yml",
  });
  expect(told).toEqual([
    "error symlink-escape git.yml: symbolic link git.yml leads out of the repository",
    "error file-unreadable gone.yml: symbolic link gone.yml points to nothing",
    "warning file-unreadable lib/y: symbolic link lib/y leads back to itself",
    "error symlink-escape out.yml: symbolic link out.yml leads out of the repository",
  ]);
  expect([[...unread.keys()], [...lost.keys()]]).toEqual([["git.yml", "gone.yml", "out.yml"], ["lib/y"]]);
});

test("outside git a full path into the folder is inside, any other outside", async () => {
  const tree = {
    "a.yml": "",
    "in.yml": "-> /srv/inv/a.yml",
    "out.yml": "-> /srv/inventory/a.yml",
    self: "-> /srv/inv",
  };
  const { files, told } = await follow(tree, { disk: "/srv/inv" });
  expect(files).toEqual({ "a.yml": "a.yml", "in.yml": "a.yml" });
  expect(told).toEqual([
    "error symlink-escape out.yml: symbolic link out.yml leads out of the inventory folder",
    "warning file-unreadable self: symbolic link self leads back to itself",
  ]);
});

test("links that point to nothing are told of when they would be read", async () => {
  const { told } = await follow({
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

test("folders linked into themselves or into each other end", async () => {
  const { files, told } = await follow({
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

test("folders that multiply through links are cut off", async () => {
  const tree: Record<string, string> = { "d0/a.yml": "" };
  for (let level = 1; level <= 40; level += 1) {
    tree[`d${level}/left`] = `-> ../d${level - 1}`;
    tree[`d${level}/right`] = `-> ../d${level - 1}`;
  }
  const { told } = await follow(tree);
  expect(told.some((text) => text.includes("adds more than 100000 files"))).toBe(true);
});

test("files that git still lists behind a folder that became a link are not read through it", async () => {
  const tree = {
    "in/a.yml": "",
    "in/gone/a.yml": "",
    "in/gone/b.yml": "",
    "in/gone": "-> ../real",
    "real/a.yml": "",
    x: "-> in",
  };
  const { files } = await follow(tree);
  expect(files).toEqual({
    "in/a.yml": "in/a.yml",
    "in/gone/a.yml": "real/a.yml",
    "real/a.yml": "real/a.yml",
    "x/a.yml": "in/a.yml",
    "x/gone/a.yml": "real/a.yml",
  });
});

test("the span of a finding is the text of the link", async () => {
  const entry: RawEntry<string> = { kind: "link", target: "/etc/shadow.yml", id: "0123" };
  const { diagnostics } = await readLinks({ entries: new Map([["a.yml", entry]]), folder: "" });
  expect(diagnostics[0]?.span).toEqual({
    file: { path: "a.yml", blob: "0123", text: "/etc/shadow.yml" },
    start: 0,
    end: 15,
  });
});

interface Where {
  readonly folder?: string;
  readonly disk?: string;
  /** What is in the repository besides. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Follows a tree given as path to "" for a file and `-> target` for a link. */
async function follow(tree: Readonly<Record<string, string>>, { folder = "", disk, beside = {} }: Where = {}) {
  const whole = async () => entriesOf(beside);
  const read = await readLinks({ entries: entriesOf(tree), folder, whole, ...(disk !== undefined && { disk }) });
  const told = read.diagnostics.map(({ severity, code, span, message }) => {
    return `${severity} ${code} ${span?.file.path}: ${message}`;
  });
  return { ...read, files: Object.fromEntries(read.files), folders: [...read.folders].sort(), told };
}

function entriesOf(tree: Readonly<Record<string, string>>): Map<string, RawEntry<string>> {
  const entries = new Map<string, RawEntry<string>>();
  for (const [path, text] of Object.entries(tree)) {
    if (text.startsWith("-> ")) entries.set(path, { kind: "link", target: text.slice(3), id: "" });
    else entries.set(path, { kind: "file", file: path });
  }
  return entries;
}
