import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import expectedExercises from "../../example-repo/exercises/expected.json" with { type: "json" };
import { HeirError } from "../../src/model/findings/failure.ts";
import { replayExample } from "../../src/source/installed/replay.ts";
import expected from "./expected.json" with { type: "json" };
import { type Demo, type Exercise, exampleFolder, replayedExample } from "./replayed.ts";

const exercises = expectedExercises.exercises as readonly Exercise[];

let demo: Demo;
let scratch: string;

beforeAll(async () => {
  demo = await replayedExample();
  scratch = await mkdtemp(join(tmpdir(), "heir-example-"));
});
afterAll(async () => {
  await demo.remove();
  await rm(scratch, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  demo.git("reset", "--quiet", "--hard", "main");
});

test("the replay has the commits that the reference was made from", () => {
  const log = demo.git("log", "--reverse", "--topo-order", "--format=%H %s", "main", "feature/par1-domain");
  expect(log.trim().split("\n")).toEqual(expected.commits.map(({ commit, subject }) => `${commit} ${subject}`));
  expect(demo.replayed.commits).toBe(expected.commits.length);
  expect(demo.replayed.head).toBe(demo.git("rev-parse", "main").trim());
  expect([...demo.replayed.branches.keys()]).toEqual(["feature/par1-domain", "main"]);
  expect([...demo.replayed.tags.keys()]).toEqual(["deployed"]);
});

test("commit ids do not depend on the settings of whoever replays", async () => {
  const config = join(scratch, "gitconfig");
  const template = join(scratch, "template");
  await mkdir(join(template, "hooks"), { recursive: true });
  await writeFile(join(template, "hooks", "post-checkout"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const sections = [
    "[user]\n name = someone\n email = someone@example.org",
    `[init]\n defaultBranch = trunk\n templateDir = ${template}`,
    "[core]\n autocrlf = true",
    "[commit]\n gpgSign = true",
  ];
  await writeFile(config, `${sections.join("\n")}\n`);
  vi.stubEnv("GIT_CONFIG_GLOBAL", config);
  vi.stubEnv("GIT_TEMPLATE_DIR", template);
  vi.stubEnv("GIT_DIR", join(scratch, "elsewhere"));
  vi.stubEnv("GIT_DEFAULT_HASH", "sha256");
  vi.stubEnv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z");
  const into = join(scratch, "deep", "er");

  expect(await replayExample({ from: exampleFolder, into })).toEqual(demo.replayed);
  expect(await readFile(join(into, "reclass-config.yml"), "utf8")).not.toContain("\r");
});

test("line ends of a Windows checkout do not get into the history", async () => {
  const from = join(scratch, "windows");
  await cp(exampleFolder, from, { recursive: true });
  for (const name of await readdir(join(from, "history"))) {
    const path = join(from, "history", name);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("\n", "\r\n"));
  }
  const { branches } = await replayExample({ from, into: join(scratch, "from-windows") });
  expect(branches).toEqual(demo.replayed.branches);
});

test("the replay ends on main in the files that lie beside the history", async () => {
  const beside = new Set(["history", "exercises", "README.md"]);
  const all = await readdir(exampleFolder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const paths = files.map((file) => file.slice(exampleFolder.length + 1).replaceAll("\\", "/"));
  const own = paths.filter((path) => !beside.has(path.split("/")[0] ?? "")).sort();

  const tracked = demo.git("ls-files", "-z").split("\0").filter(Boolean).sort();
  expect(tracked).toEqual(own);
  for (const path of tracked) {
    expect(demo.git("show", `main:${path}`), path).toBe(await readFile(join(exampleFolder, path), "utf8"));
  }
});

test("the work tree is clean, with the tour and the exercises in it", async () => {
  expect(demo.git("status", "--porcelain", "--branch")).toBe("## main\n");
  expect(await readdir(demo.folder)).toEqual(expect.arrayContaining(["README.md", "exercises"]));
  expect(await readFile(join(demo.folder, "README.md"), "utf8")).toBe(
    await readFile(join(exampleFolder, "README.md"), "utf8"),
  );
});

test("no identity is left behind for later commits", () => {
  expect(demo.git("config", "--local", "--list")).not.toMatch(/user\.|autocrlf|gpgsign|hookspath/i);
});

test("the tour names each commit on main by its id and date", async () => {
  const tour = await readFile(join(exampleFolder, "README.md"), "utf8");
  const rows = [...tour.matchAll(/^\| `([0-9a-f]{7})` \| (\S+) \|/gm)].map(([, id, date]) => `${id} ${date}`);
  expect(rows).toEqual(demo.git("log", "--reverse", "--abbrev=7", "--format=%h %as", "main").trim().split("\n"));
  const branch = demo.git("rev-parse", "--short=7", "feature/par1-domain").trim();
  expect(tour).toContain(`\`feature/par1-domain\` (\`${branch}\`)`);
});

test("the branch merges without a text conflict into a name that neither side has", () => {
  const tree = demo.git("merge-tree", "--write-tree", "main", "feature/par1-domain").trim();
  expect(tree).toBe(expected.merge.tree);
  const server = expected.merge.changes.find((change) => change.path.join(":") === "parameters:ntp:server");
  expect(server).toMatchObject({ old: "ntp2.par1.example.org", new: "ntp2.par1.example.net" });
});

test.each(exercises)("exercise $name applies to main and edits the place at fault", async (exercise) => {
  demo.git("apply", join("exercises", `${exercise.name}.patch`));
  const edited = demo.git("diff", "--name-only").trim().split("\n");
  if (exercise.findings.length > 0) expect(edited).toEqual([exercise.edits ?? expect.anything()]);
  for (const { places } of exercise.findings) {
    const { file, line, column } = places[0] ?? { file: "", line: 0, column: 0 };
    const fault = (await readFile(join(demo.folder, file), "utf8")).split("\n")[line - 1] ?? "";
    expect(fault.slice(column - 1)).toMatch(/^\S/);
    const wasThere = demo.git("show", `main:${file}`).split("\n").includes(fault);
    expect(wasThere).toBe(exercise.edits !== undefined);
  }
  expect(await readFile(join(exampleFolder, "exercises", `${exercise.name}.md`), "utf8")).toContain(
    `git apply exercises/${exercise.name}.patch`,
  );
});

test("a folder with something in it is refused and stays as it is", async () => {
  const into = join(scratch, "full");
  await mkdir(into);
  await writeFile(join(into, "mine.txt"), "mine");
  await expect(replayExample({ from: exampleFolder, into })).rejects.toMatchObject({ kind: "usage" });
  expect(await readdir(into)).toEqual(["mine.txt"]);
});

test("a file in the way is refused", async () => {
  const into = join(scratch, "file");
  await writeFile(into, "mine");
  await expect(replayExample({ from: exampleFolder, into })).rejects.toBeInstanceOf(HeirError);
  expect(await readFile(into, "utf8")).toBe("mine");
});

test("an installation without the history says so", async () => {
  const into = join(scratch, "none");
  await expect(replayExample({ from: scratch, into })).rejects.toMatchObject({ kind: "environment" });
  expect(await readdir(scratch)).not.toContain("none");
});

test("a replay that is aborted leaves nothing behind", async () => {
  const empty = join(scratch, "empty");
  await mkdir(empty);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(replayExample({ from: exampleFolder, into: empty, signal })).rejects.toThrow("stopped");
  expect(await readdir(empty)).toEqual([]);
  await expect(replayExample({ from: exampleFolder, into: join(scratch, "a", "b"), signal })).rejects.toThrow(
    "stopped",
  );
  expect(await readdir(scratch)).not.toContain("a");
});
