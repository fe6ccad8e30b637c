import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSource } from "../../../src/source/open.ts";
import { plainReader } from "../../support/finder.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

test("a commit is its tree, with the id of the inventory folder's own tree", async () => {
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "a: 1\n", "other/b.yml": "b: 1\n", "inv/readme.md": "no\n" });
  const whole = await commitOf(repo, "HEAD");
  expect(Object.keys(whole.files)).toEqual(["inv/nodes/a.yml", "other/b.yml"]);
  expect(whole.id).toBe(repo.git("rev-parse", "HEAD^{tree}"));
  expect(["inv", "inv/nodes", "nodes", "other"].filter((path) => whole.folders.has(path))).toEqual([
    "inv",
    "inv/nodes",
    "other",
  ]);
  const below = await commitOf(repo, "HEAD", "inv");
  expect(below.files).toEqual({ "nodes/a.yml": "a: 1\n" });
  expect(below.id).toBe(repo.git("rev-parse", "HEAD:inv"));
});

test("a commit from before the chosen folder is an error that says so", async () => {
  const repo = newRepo();
  repo.commit("one", { "readme.yml": "r: 1\n" });
  repo.commit("two", { "inv/nodes/a.yml": "a: 1\n" });
  await expect(commitOf(repo, "HEAD~1", "inv")).rejects.toMatchObject({
    message: expect.stringContaining("no inventory in inv at HEAD~1"),
    hint: "it has no inventory elsewhere either",
  });
});

test("the title is the revision and the short id, once", async () => {
  const repo = newRepo();
  const id = repo.commit("a subject\nof two lines\n\nand a body", { "a.yml": "a: 1\n" });
  expect((await commitOf(repo, "HEAD")).title).toBe(`HEAD ${id.slice(0, 7)}`);
  expect((await commitOf(repo, id)).title).toBe(id.slice(0, 7));
  expect((await commitOf(repo, id.slice(0, 10))).title).toBe(id.slice(0, 7));
  expect((await commitOf(repo, "HEAD")).commit).toMatchObject({ id, parents: [], subject: "a subject of two lines" });
});

test("links are followed inside the repository only, and are never read from disk", async () => {
  const repo = newRepo();
  repo.write("inv/real/a.yml", "a: 1\n");
  repo.write("secret.yml", "hunter2\n");
  symlinkSync("real", join(repo.dir, "inv/linked"));
  symlinkSync("real/a.yml", join(repo.dir, "inv/b.yml"));
  symlinkSync("../secret.yml", join(repo.dir, "inv/out.yml"));
  symlinkSync(join(repo.dir, "inv/real/a.yml"), join(repo.dir, "inv/full.yml"));
  repo.commit("links");
  const { files, told } = await commitOf(repo, "HEAD", "inv");
  expect(files).toEqual({
    "b.yml": "a: 1\n",
    // What is not followed is there by its text, and fails whoever needs it.
    "full.yml": join(repo.dir, "inv/real/a.yml"),
    "linked/a.yml": "a: 1\n",
    "out.yml": "hunter2\n",
    "real/a.yml": "a: 1\n",
  });
  expect(told).toEqual(["symbolic link full.yml leads out of the repository"]);
});

test("submodules are left out", async () => {
  const library = newRepo();
  library.commit("one", { "l.yml": "l: 1\n" });
  const repo = newRepo();
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "sub.yml");
  repo.commit("two", { "a.yml": "a: 1\n" });
  expect((await commitOf(repo, "HEAD")).files).toEqual({ "a.yml": "a: 1\n" });
});

test("a blob of another commit is refused", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.commit("two", { "a.yml": "a: 2\n" });
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  const snapshot = await source.commit("HEAD");
  await expect(snapshot.read([repo.git("rev-parse", "HEAD~1:a.yml")])).rejects.toThrow("holds no file with id");
  await source.close();
});

async function commitOf(repo: TestRepo, revision: string, directory?: string) {
  // Any folder is an inventory if it is chosen.
  repo.git("config", "heir.folder", directory ?? ".");
  const at = directory !== undefined && { directory };
  const source = await openSource({ cwd: repo.dir, env: repo.env, reader: plainReader, ...at });
  try {
    const { id, title, blobs, folders, diagnostics, commit, read, targets } = await source.commit(revision);
    const bytes = await read(blobs.values());
    const files = Object.fromEntries(
      [...blobs].sort().map(([path, blob]) => [path, Buffer.from(bytes.get(blob) ?? []).toString()]),
    );
    return { id, title, folders, commit, files, targets, told: diagnostics.map(({ message }) => message) };
  } finally {
    await source.close();
  }
}

test("a link out of the inventory folder is read from the same state, whose id takes its target in", async () => {
  const repo = newRepo();
  repo.write("lib/a.yml", "a: 1\n");
  repo.write("inv/x.yml", "{}\n");
  repo.write(".gitignore", "/gen\n");
  repo.write("gen/g.yml", "g: 1\n");
  symlinkSync("../lib/a.yml", join(repo.dir, "inv/a.yml"));
  symlinkSync("../gen/g.yml", join(repo.dir, "inv/g.yml"));
  repo.commit("one");
  repo.commit("two", { "lib/a.yml": "a: 2\n" });
  const [one, two] = [await commitOf(repo, "HEAD~1", "inv"), await commitOf(repo, "HEAD", "inv")];
  expect([one.files["a.yml"], two.files["a.yml"]]).toEqual(["a: 1\n", "a: 2\n"]);
  expect(one.id).not.toBe(two.id);
  expect(two.targets?.get("a.yml")).toBe("../lib/a.yml");
  expect(two.told).toEqual(["symbolic link g.yml is not read: git ignores gen/g.yml: no clone has it"]);
});
