import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/table.ts";
import { openFolder } from "../../src/cli/host.ts";
import { newRepo, tempDir } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

let folder: string;

beforeAll(() => {
  const repo = newRepo();
  repo.commit("first", { "nodes/old.yml": "", "classes/base.yml": "" });
  repo.git("tag", "v1");
  repo.git("mv", "nodes/old.yml", "nodes/web1.yml");
  repo.commit("second", { "nodes/web2.yml": "", "classes/web/server.yml": "", "groups/web.yml": "nodes: [web1]\n" });
  folder = repo.dir;
});

/** The words that are offered, and the mask of the answer. */
async function completed(words: readonly string[], cwd = folder): Promise<readonly [readonly string[], number]> {
  const { code, out, err } = await heir(["__complete", ...words], { cwd, open: openFolder });
  const lines = out.trimEnd().split("\n");
  expect([code, err]).toEqual([0, ""]);
  return [lines.slice(0, -1).map((line) => line.split("\t", 1)[0] ?? ""), Number(lines.at(-1)?.slice(1))];
}

const NO_SPACE = 2;
const NO_FILES = 4;

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["a command", ["sh"], ["show"]],
  ["a command after options", ["-P", "merge-"], ["merge-check", "merge-driver"]],
  ["a node", ["show", ""], ["web1", "web2"]],
  ["a node of the revision named", ["show", "-r", "v1", ""], ["old"]],
  ["a node of the folder named", ["-C", "classes/..", "explain", "w"], ["web1", "web2"]],
  ["a class", ["classes", "web"], ["web.server"]],
  ["a group", ["groups", ""], ["web"]],
  ["the value of an option", ["groups", "--why", "web"], ["web1", "web2"]],
  ["a revision", ["diff", "v"], ["v1"]],
  ["the second revision", ["diff", "HEAD", "v"], ["v1"]],
  ["the end of a range", ["diff", "HEAD..v"], ["HEAD..v1"]],
  ["a revision attached to an option", ["show", "--rev=v"], ["--rev=v1"]],
  ["what is behind --", ["diff", "HEAD", "--", "web"], ["web1", "web2"]],
  ["a node or a range", ["log", "w"], ["web1", "web2"]],
  ["a node where revisions may be before it", ["why", "HEAD", "w"], ["web1", "web2"]],
  ["a code", ["check", "--only", "class-not"], ["class-not-found"]],
  ["a command or code", ["help", "class-not"], ["class-not-found"]],
  ["a choice", ["check", "--level", ""], ["error", "warning", "info"]],
  ["a choice of a list", ["nodes", "--columns", "name,st"], ["name,status"]],
  ["an action", ["hooks", "un"], ["uninstall"]],
  ["a hook", ["hooks", "run", "pre-c"], ["pre-commit"]],
  ["a shell", ["completion", ""], ["bash", "zsh", "fish", "powershell", "install"]],
  ["an option", ["diff", "--no"], ["--no-pager", "--no-cache", "--no-causes", "--nodes-only", "--node"]],
  ["an option that goes with those given", ["diff", "--stat", "--po"], []],
  ["an option that only those exclude that are not given", ["diff", "--staged", "--sta"], ["--stat"]],
  ["an option that was given once", ["show", "--json", "--form"], []],
  ["an option that may be given again", ["diff", "--node", "a", "--node"], ["--nodes-only", "--node"]],
  ["the value of a short option in a cluster", ["show", "-sr", "v"], ["v1"]],
  ["text", ["grep", ""], []],
  ["one operand too many", ["policies", "web1", ""], []],
  ["anything of an unknown command", ["shwo", ""], []],
])("%s: %j", async (_, words, values) => {
  expect(await completed(words)).toEqual([values, NO_FILES]);
});

test("no space follows a setting, whose value comes next", async () => {
  expect(await completed(["show", "--set", "nodes_"])).toEqual([["nodes_uri="], NO_SPACE + NO_FILES]);
});

test("files and folders are offered a folder at a time, hidden ones only where a dot is typed", async () => {
  expect(await completed(["report", "merge", ""])).toEqual([["classes/", "groups/", "nodes/"], NO_SPACE + NO_FILES]);
  expect(await completed(["report", "merge", "nodes/web1"])).toEqual([["nodes/web1.yml"], NO_FILES]);
  expect(await completed(["-C", "."])).toEqual([[".git/"], NO_SPACE + NO_FILES]);
  expect(await completed(["-C", "classes", "impact", "w"])).toEqual([
    ["web/", "web.server", "web", "web1", "web2"],
    NO_SPACE + NO_FILES,
  ]);
});

test("a class is described by the number of its nodes once a comparison found that out, before by its file", async () => {
  const repo = newRepo();
  repo.commit("first", { "nodes/n1.yml": "classes: [web]\n", "classes/web.yml": "", "classes/webs.yml": "" });
  repo.commit("second", { "nodes/n2.yml": "classes: [web]\n" });
  const described = async () => (await heir(["__complete", "uses", "web"], { cwd: repo.dir, open: openFolder })).out;
  expect(await described()).toBe("web\tclasses/web.yml\nwebs\tclasses/webs.yml\n:4\n");
  await heir(["diff", "HEAD~1", "HEAD"], { cwd: repo.dir, open: openFolder });
  expect(await described()).toBe("web\t2 nodes\nwebs\t0 nodes\n:4\n");
});

test("paths go a level at a time: of the node that is named in the state that is named, else of all classes", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "classes/base.yml": 'parameters: {ntp: {server: one, "a:b": 1}, motd: hi, db: {password: hush}}\n',
    "classes/other.yml": "parameters: {other: 1}\n",
    "nodes/n1.yml": "classes: [base]\n",
    "heir.yml": "secrets: ['db:password']\n",
  });
  repo.git("tag", "v1");
  repo.commit("second", { "classes/base.yml": "parameters: {ntp: {server: two, pool: 1}, http: 1}\n" });
  const paths = async (...words: string[]) => (await completed(words, repo.dir))[0];

  expect(await completed(["show", "n1", ""], repo.dir)).toEqual([["_reclass_:", "ntp:", "http"], NO_SPACE + NO_FILES]);
  expect(await paths("show", "n1", "ntp:")).toEqual(["ntp:server", "ntp:pool"]);
  expect(await paths("show", "-r", "v1", "n1", "ntp:")).toEqual(["ntp:server", 'ntp:"a:b"']);
  expect(await paths("show", "n1:ntp:s")).toEqual(["n1:ntp:server"]);
  expect(await paths("diff", "--path", "")).toEqual(["ntp:", "http", "other", "_reclass_:"]);
  expect(await paths("nodes", "--columns", "name,o")).toEqual(["name,other"]);
  expect(await paths("nodes", "--with", "ntp:server=")).toEqual(["ntp:server=two"]);
  expect(await paths("nodes", "-r", "v1", "--with", "db:password=")).toEqual([]);
});

test("heir completion install writes one file, and a link for git, once", async () => {
  const base = tempDir();
  const env = { XDG_DATA_HOME: join(base, "data"), HOME: base, SHELL: "/bin/bash" };
  const first = await heir(["completion", "install"], { env });
  const file = join(base, "data/bash-completion/completions/heir");

  expect(first.out).toBe(`${file} is written; new shells complete heir\n`);
  expect(readFileSync(join(base, "data/bash-completion/completions/git-heir"), "utf8")).toBe(
    readFileSync(file, "utf8"),
  );
  expect((await heir(["completion", "bash"])).out).toBe(readFileSync(file, "utf8"));
  expect((await heir(["completion", "install"], { env })).out).toBe(`${file} is as it should be\n`);
  expect(await heir(["completion", "install"], { env: { ...env, SHELL: "/bin/ksh" } })).toMatchObject({ code: 2 });
  expect(await heir(["completion", "zsh", "fish"])).toMatchObject({ code: 2 });
});

test("outside git and where there is no inventory nothing is wrong", async () => {
  expect(await completed(["show", ""], tempDir())).toEqual([[], NO_FILES]);
  expect(await completed(["diff", ""], tempDir())).toEqual([[], NO_FILES]);
});

test("commands come with their summaries, options with theirs", async () => {
  const { out } = await heir(["__complete", "comp"]);
  const options = await heir(["__complete", "nodes", "--coun"]);

  expect(out).toBe(`completion\t${commands.get("completion")?.summary}\n:${NO_FILES}\n`);
  expect(options.out).toMatch(/^--count\t.+\n:4\n$/);
});

test.each([...commands.keys()])("each option of heir %s is offered", async (name) => {
  const command = await commands.get(name)?.load();
  const names = Object.keys(command?.options ?? {}).filter((each) => each.length > 1);

  expect((await completed([name, "--"]))[0]).toEqual(expect.arrayContaining(names.map((each) => `--${each}`)));
});
