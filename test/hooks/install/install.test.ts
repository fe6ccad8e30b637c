import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../support/git/repo.ts";
import { runHeir } from "../../support/scenario/run.ts";
import { at, type HookedRepo, missing, plainRepo, port, program, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const always = [
  "pre-commit",
  "pre-merge-commit",
  "prepare-commit-msg",
  "commit-msg",
  "pre-applypatch",
  "pre-push",
  "post-commit",
  "post-rewrite",
];

/** Names of the files in a folder of hooks, without git's samples. */
function names(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.endsWith(".sample"));
}

test("the sources of the hooks can be run in place: executable, with line ends that a shell reads", () => {
  const folder = join(import.meta.dirname, "../../../hooks");
  const files = readdirSync(folder).filter((name) => !name.includes("."));

  expect(files.sort()).toEqual([...always, "pre-receive", "post-merge", "post-checkout"].sort());
  for (const name of [...files, "heir-hook.sh"]) {
    expect(readFileSync(join(folder, name), "utf8")).not.toContain("\r");
    if (name !== "heir-hook.sh") expect(statSync(join(folder, name)).mode & 0o111, name).toBe(0o111);
  }

  const repo = plainRepo();
  repo.git("config", "core.hooksPath", folder);
  repo.git("config", "heir.command", program);
  expect(repo.commit(missing("gone")).text).toContain("commit refused");
});

test("installing twice is installing once, and uninstalling leaves nothing", () => {
  const repo = plainRepo();
  const hooks = join(repo.dir, ".git/hooks");

  expect(repo.heir("hooks", "install", "-q").text).toContain(`installed           ${always.join(", ")}\n`);
  expect(names(hooks).sort()).toEqual(["heir-hook.sh", ...always].sort());
  // The record of what was installed, beside which the hooks cache from the first commit on.
  expect(readdirSync(join(repo.dir, ".git/heir"))).toEqual(["hooks"]);
  const again = repo.heir("hooks", "install", "-q");
  expect(again.text).toContain(`unchanged           ${always.join(", ")}\n`);
  expect(again.text).not.toContain("installed ");

  repo.commit(port(81));
  expect(repo.heir("hooks", "uninstall").code).toBe(0);
  expect(names(hooks)).toEqual([]);
  // What is kept is kept for any command, not for the hooks.
  expect(readdirSync(join(repo.dir, ".git/heir"))).toEqual(["answers", "parse"]);
  expect(repo.git("config", "--local", "--get-regexp", "^heir").text).toBe("");
});

test("hooks that are there are kept, run first, may refuse, and come back byte for byte", () => {
  const repo = plainRepo("process");
  const hooks = join(repo.dir, ".git/hooks");
  const mine = '#!/bin/sh\necho MINE "$#"\n[ ! -e stop ]';
  const push = '#!/bin/sh\necho MINE; while read -r line; do echo "got $line"; done\n';
  at(hooks).write({ "pre-commit": mine, "pre-push": push });
  for (const name of ["pre-commit", "pre-push"]) chmodSync(join(hooks, name), 0o755);
  symlinkSync("../../shared/post-commit", join(hooks, "post-commit"));
  repo.heir("hooks", "install");

  expect(repo.commit(port(81), "-q").text).toBe("MINE 0\nheir: 1 of 1 node changes, 2 values\n");
  repo.write({ stop: "" });
  expect(repo.git("commit", "-q", "--allow-empty", "-m", "x")).toEqual({ code: 1, text: "MINE 0\n" });

  const server = tempDir();
  at(server).git("init", "-q", "--bare");
  const id = repo.id("main");
  const pushed = repo.git("push", "-q", server, "main");
  expect(pushed.text).toContain(`MINE\ngot refs/heads/main ${id} refs/heads/main ${"0".repeat(40)}\n`);
  expect(pushed.text).toContain("heir: refs/heads/main: 1 of 1 node changes, no new error");

  const removed = repo.heir("hooks", "uninstall");
  expect(removed.text).toContain("restored            pre-commit, pre-push, post-commit\n");
  expect(readFileSync(join(hooks, "pre-commit"), "utf8")).toBe(mine);
  expect(statSync(join(hooks, "pre-commit")).mode & 0o777).toBe(0o755);
  expect(names(hooks).sort()).toEqual(["post-commit", "pre-commit", "pre-push"]);
});

test("what somebody has edited is neither overwritten nor removed, unless it is asked for", () => {
  const repo = plainRepo();
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  repo.heir("hooks", "install");
  const edited = `${readFileSync(hook, "utf8")}# mine\n`;
  at(join(repo.dir, ".git/hooks")).write({ "pre-commit": edited });

  expect(repo.heir("hooks", "install").text).toContain("edited              pre-commit (kept;");
  expect(repo.heir("hooks", "status").text).toContain("pre-commit          heir, edited or of another version");
  expect(repo.heir("hooks", "uninstall").text).toContain("left                pre-commit (edited, kept)\n");
  expect(readFileSync(hook, "utf8")).toBe(edited);
  repo.heir("hooks", "install", "--force");
  expect(readFileSync(hook, "utf8")).not.toContain("mine");
});

test("two hooks that would have to be kept under one name are a refusal, with nothing written", () => {
  const repo = plainRepo();
  const hooks = join(repo.dir, ".git/hooks");
  at(hooks).write({ "pre-push": "#!/bin/sh\n", "pre-push.before-heir": "#!/bin/sh\nexit 1\n" });
  const { code, text } = repo.heir("hooks", "install");

  expect(code).toBe(2);
  expect(text).toContain("pre-push.before-heir is there too");
  expect(names(hooks).sort()).toEqual(["pre-push", "pre-push.before-heir"]);
});

test.each([
  ["husky", ".husky/_", { ".husky/pre-commit": "npm test\n" }, "\n  heir hooks run pre-commit\n"],
  ["lefthook", ".hooks", { "lefthook.yml": "" }, "commands: {heir: {run: heir hooks run pre-commit}}"],
  ["pre-commit", ".hooks", { ".pre-commit-config.yaml": "" }, "entry: heir hooks run pre-commit"],
])("a folder of %s is refused with the lines to paste, and nothing is written", (tool, folder, files, line) => {
  const repo = plainRepo();
  repo.write(files);
  mkdirSync(join(repo.dir, folder), { recursive: true });
  repo.git("config", "core.hooksPath", folder);
  const { code, text } = repo.heir("hooks", "install");

  expect(code).toBe(2);
  expect(text).toContain(`core.hooksPath is ${folder} (local, file:.git/config)`);
  expect(text).toContain(line);
  expect(new Set(text.match(/^(husky|lefthook|pre-commit), /gm))).toEqual(new Set([`${tool}, `]));
  expect([names(join(repo.dir, folder)), names(join(repo.dir, ".git/hooks"))]).toEqual([[], []]);
});

test("with --force the folder that core.hooksPath names is used, and left empty again", () => {
  const repo = plainRepo();
  const folder = join(repo.dir, ".hooks");
  repo.git("config", "core.hooksPath", ".hooks");

  expect(repo.heir("hooks", "install", "--force").code).toBe(0);
  expect(names(folder)).toContain("pre-commit");
  expect(repo.heir("hooks", "uninstall").code).toBe(0);
  expect(names(folder)).toEqual([]);
});

test("under a bare PATH the hook finds node and heir; without them it refuses with words", () => {
  const repo = plainRepo("process");
  repo.heir("hooks", "install");
  const bare = at(repo.dir, { PATH: barePath() });

  expect(bare.commit(missing("gone")).text).toContain("commit refused");
  repo.git("config", "heir.command", join(repo.dir, "nowhere/heir"));
  const lost = bare.git("commit", "-m", "x");
  expect(lost.code).toBe(1);
  expect(lost.text).toBe(
    "heir: heir was not found, so pre-commit cannot judge anything\n" +
      "heir: mend it: heir hooks install; skip once: git commit --no-verify\n",
  );
  repo.git("config", "heir.onMissing", "warn");
  const relaxed = bare.git("commit", "-qm", "x");
  expect(relaxed.code).toBe(0);
  expect(relaxed.text).toContain("heir: heir was not found: pre-commit has judged nothing\n");
});

/** A PATH with git, sh and cat and nothing else. */
function barePath(): string {
  const folder = tempDir();
  const shell = at(folder);
  for (const name of ["git", "sh", "cat"]) {
    const found = process.env["PATH"]?.split(":").find((each) => existsSync(join(each, name)));
    symlinkSync(join(found ?? "/usr/bin", name), join(shell.dir, name));
  }
  return folder;
}

test("status says which hooks are there, what they run, and what the last one said", () => {
  const repo = plainRepo();
  repo.heir("hooks", "install", "post-merge");
  chmodSync(join(repo.dir, ".git/hooks/pre-push"), 0o644);
  repo.commit(port(81), "-q");
  const status = statusOf(repo);

  expect(status).toMatchObject({ v: 1, folder: join(repo.dir, ".git/hooks"), command: { path: program, found: true } });
  expect(Object.fromEntries(status.hooks.map(({ name, state }) => [name, state]))).toMatchObject({
    "pre-commit": "installed",
    "pre-push": "not-executable",
    "pre-receive": "missing",
    "post-merge": "installed",
    "post-checkout": "missing",
  });
  expect(status.last_run).toMatchObject({ hook: "pre-commit", passed: true });
  expect(repo.heir("hooks").text).toContain("pre-push            heir, but not executable: git does not run it\n");

  repo.git("config", "core.hooksPath", "elsewhere");
  expect(repo.heir("hooks", "status").text).toContain("git no longer runs hooks from .git/hooks, where heir's are\n");
});

interface Status {
  readonly hooks: readonly { readonly name: string; readonly state: string }[];
  readonly last_run?: object;
}

function statusOf(repo: HookedRepo): Status {
  return JSON.parse(repo.heir("hooks", "status", "--json").text);
}

test.each([
  [["instal"], "did you mean install?"],
  [["run", "pre-comit"], 'unknown hook "pre-comit"'],
  [["run"], "run needs the name of a hook"],
  [["install", "pre-rebase"], 'unknown hook "pre-rebase"'],
  [["install"], "is not in a git repository"],
])("heir hooks %j, outside git, ends with 2 and says why", async (words, why) => {
  const { code, text } = await runHeir(["hooks", ...words], { cwd: tempDir() });

  expect(code).toBe(2);
  expect(text).toContain(why);
});
