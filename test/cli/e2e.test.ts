import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtInto } from "../support/built.ts";
import { hermeticEnv, newRepo, tempDir } from "../support/git/repo.ts";

const root = join(import.meta.dirname, "../..");
const install = mkdtempSync(join(tmpdir(), "heir-install-"));
const program = join(install, "dist/cli.js");

beforeAll(() => {
  builtInto(join(install, "dist"));
  writeFileSync(join(install, "package.json"), '{ "name": "git-heir" }\n');
  cpSync(join(root, "example-repo"), join(install, "example-repo"), { recursive: true });
});

afterAll(() => rmSync(install, { recursive: true }));

function heir(cwd: string, ...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: hermeticEnv(),
    encoding: "utf8",
    timeout: 100_000,
  });
  return { code: status, out: stdout, err: stderr };
}

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A folder outside git with two nodes, one of which does not resolve. */
function inventory(): string {
  return write(tempDir(), {
    "classes/ntp.yml":
      "parameters:\n  ntp: { server: ntp1.example.org, net: '${site:net}' }\n  site: { net: 10.0.0.0/8 }\n",
    "nodes/web1.yml": "classes: [ntp]\nparameters: { a: 1 }\n",
    "nodes/web2.yml": "classes: [ntp, rolle]\n",
  });
}

test("man install copies the pages of the package, once", () => {
  const data = tempDir();
  const run = () =>
    spawnSync(process.execPath, [program, "man", "install", "-q"], {
      env: { ...hermeticEnv(), XDG_DATA_HOME: data },
      encoding: "utf8",
    });

  expect(run().stdout).toMatch(/\/man\/man1 has \d+ new pages\n$/);
  expect(readFileSync(join(data, "man/man1/heir-diff.1"), "utf8")).toContain(".SH SYNOPSIS\nheir diff ");
  expect(readFileSync(join(data, "man/man1/git-heir.1"), "utf8")).toBe(".so man1/heir.1\n");
  expect(run().stdout).toMatch(/\/man\/man1 has all pages\n$/);
});

test("show, with sources and without", () => {
  const folder = inventory();

  expect(heir(folder, "show", "web1", "ntp", "--sources")).toEqual({
    code: 0,
    out: [
      "ntp:",
      "  server: ntp1.example.org  # classes/ntp.yml:2:18",
      "  net: 10.0.0.0/8           # classes/ntp.yml:2:41  (from ${site:net})",
      "",
    ].join("\n"),
    err: "",
  });
  expect(heir(folder, "show", "web1:ntp:server", "--raw").out).toBe("ntp1.example.org\n");
});

test("what does not resolve is 3, what is not there is 2", () => {
  const folder = inventory();

  expect(heir(folder, "show", "web2")).toMatchObject({
    code: 3,
    out: "",
    err: expect.stringContaining("class-not-found"),
  });
  expect(heir(folder, "show", "web3")).toMatchObject({ code: 2, err: expect.stringContaining("did you mean web1") });
  expect(heir(folder, "show", "-r", "HEAD", "web1")).toMatchObject({ code: 2, out: "" });
});

test("check finds it, and exits with 1", () => {
  const { code, out } = heir(inventory(), "check");

  expect(code).toBe(1);
  expect(out).toContain(" --> nodes/web2.yml:1:16\n  |\n1 | classes: [ntp, rolle]\n  |                ^^^^^\n");
  expect(out).toContain("checked 2 nodes, 3 files: 1 error, 0 warnings\n");
});

test("inventory tells values and errors apart", () => {
  const { code, out } = heir(tmpdir(), "inventory", "--format", "json", "-C", inventory());

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    nodes: { web1: { classes: ["ntp"], parameters: { ntp: { net: "10.0.0.0/8" }, a: 1 }, environment: "base" } },
    errors: { web2: { kind: "class-not-found", place: { file: "nodes/web2.yml", line: 1, column: 16 } } },
    classes: { ntp: ["web1"] },
  });
});

test("a setting is overridden for one run", () => {
  expect(heir(inventory(), "check", "--set", "ignore_class_notfound=true")).toMatchObject({ code: 0 });
});

test("an argument that no settings can be made of ends heir, where git was already asked", () => {
  const repo = newRepo();
  repo.commit("one node", { "heir.yml": "dialect: reclass\n", "classes/.gitkeep": "", "nodes/web1.yml": "" });
  const refused = { code: 2, out: "", err: 'heir: --set takes KEY=VALUE, not "bad"\n' };
  // The first answer leaves the folder of its cache, which the second one reads before its arguments are judged.
  expect(heir(repo.dir, "log", "--set", "bad")).toEqual(refused);
  expect(heir(repo.dir, "log", "--set", "bad")).toEqual(refused);
});

test("diff shows which values differ on which nodes, and what would be committed", () => {
  const repo = newRepo();
  const ntp = (server: string) => ({ "classes/ntp.yml": `parameters:\n  ntp:\n    server: ${server}\n` });
  const nodes = { "nodes/web1.yml": "classes: [ntp]\n", "nodes/web2.yml": "classes: [ntp]\n" };
  repo.commit("first", { ...nodes, ...ntp("a") });
  repo.commit("second", ntp("b"));
  write(repo.dir, ntp("c"));

  expect(heir(repo.dir, "diff", "HEAD~1", "HEAD").out).toContain(
    '2 nodes: web[1-2] (all)\n    ~ ntp:server  "a" -> "b"',
  );
  expect(heir(repo.dir, "diff", "--nodes-only").out).toBe("web1\nweb2\n");
  expect(heir(repo.dir, "diff", "--staged", "--exit-code").code).toBe(0);
  repo.git("add", ".");
  expect(heir(repo.dir, "diff", "--staged", "--exit-code").code).toBe(1);
  expect(heir(repo.dir, "diff", "--quiet").code).toBe(0);
  expect(heir(repo.dir, "diff", "nonsense")).toMatchObject({ code: 2, out: "" });
});

test("init begins a repository, and never overwrites anything", () => {
  const folder = tempDir();
  const first = heir(folder, "init", "new", "--no-hooks");

  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toMatch(
    /^found {2}no inventory\nwrote {2}\.git .*\nwrote {2}heir\.yml .*\nwrote {2}classes\/common\.yml .*\nwrote {2}nodes\/web1\.yml .*\n$/,
  );
  expect(first.err).toContain("heir -C new show web1 --secrets mask");
  expect(heir(folder, "check", "-C", "new")).toMatchObject({ code: 0, out: "1 node, 2 files, 0 findings\n" });

  write(folder, { "new/nodes/web1.yml": "parameters: { mine: 1 }\n" });
  expect(heir(folder, "init", "new")).toMatchObject({ code: 0, out: "found  no inventory\nnothing to write\n" });
  expect(readFileSync(join(folder, "new/nodes/web1.yml"), "utf8")).toBe("parameters: { mine: 1 }\n");
});

test("init -n writes nothing", () => {
  const folder = tempDir();

  expect(heir(folder, "init", "-n").out).toContain("would write  heir.yml, classes/common.yml, nodes/web1.yml ");
  expect(heir(folder, "init", "--example", "-n").out).toContain("would create  heir-example");
  expect(readdirSync(folder)).toEqual([]);
});

test("init --example replays the example repository", () => {
  const folder = tempDir();
  const { code, out } = heir(folder, "init", "--example", "demo");

  expect(code).toBe(0);
  expect(out).toMatch(/^created {2}demo, the example repository: \d+ commits on \d+ branches\n$/);
  expect(heir(join(folder, "demo"), "check")).toMatchObject({ code: 0 });
  expect(heir(folder, "init", "--example", "demo")).toMatchObject({ code: 2, out: "" });
});

/** Starts a command that prints more than a pipe takes: it waits for whoever reads what it prints. */
function printing() {
  const folder = inventory();
  const node = `parameters: {text: ${"x".repeat(30_000)}}\n`;
  write(folder, Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`nodes/n${at}.yml`, node])));
  const child = spawn(process.execPath, [program, "inventory", "n*"], { cwd: folder, env: hermeticEnv() });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  return { child, said: () => Buffer.concat(errors).toString() };
}

test("a reader that goes away ends the program silently", async () => {
  const { child, said } = printing();
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("close", resolve));

  expect([code, said()]).toEqual([141, ""]);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends a command at once, without a word", async (signal) => {
  const { child, said } = printing();
  child.stdout.once("data", () => {
    child.stdout.pause();
    child.kill(signal);
  });
  const ended = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));

  expect([ended, said()]).toEqual([signal, ""]);
});

const shells = { bash: ["--norc"], zsh: ["-f"], fish: ["--no-config"] } as const;

function has(shell: keyof typeof shells): boolean {
  return spawnSync(shell, ["-c", "exit"]).status === 0;
}

/** The lines that a shell prints which has loaded its completion script, in a repository with two nodes and a tag. */
function printedIn(shell: keyof typeof shells, commands: string): readonly string[] {
  const bin = tempDir();
  writeFileSync(join(bin, "heir"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const script = join(bin, shell === "zsh" ? "_heir" : `heir.${shell}`);
  writeFileSync(script, heir(bin, "completion", shell).out);
  const repo = newRepo();
  repo.commit("first", { "nodes/web1.yml": "", "nodes/web2.yml": "", "classes/base.yml": "" });
  repo.git("tag", "web-tag");
  const { stdout } = spawnSync(shell, [...shells[shell], "-c", commands.replace("SCRIPT", `source '${script}'`)], {
    cwd: repo.dir,
    env: { ...hermeticEnv(), PATH: `${bin}:${process.env["PATH"]}` },
    encoding: "utf8",
  });
  return stdout.trimEnd().split("\n");
}

const completions = [
  ["heir merge-", ["merge-check", "merge-driver"]],
  ["heir show we", ["web1", "web2"]],
  ["heir diff we", ["web-tag", "web1", "web2"]],
  ["heir check --only class-not", ["class-not-found"]],
  ["heir explain web1 --show", ["--show-secrets"]],
] as const;

test.each(completions)("bash completes %s", (line, words) => {
  const count = line.split(" ").length;
  const set = `COMP_LINE='${line}'; COMP_WORDS=(${line}); COMP_CWORD=${count - 1}`;

  expect(printedIn("bash", `SCRIPT; ${set}; _heir; printf '%s\n' "\${COMPREPLY[@]}"`)).toEqual(words);
});

test("bash, which breaks words at = and :, gets back what is behind the last of them", () => {
  const set = "COMP_LINE='heir show --rev=web-'; COMP_WORDS=(heir show --rev = web-); COMP_CWORD=4";

  expect(printedIn("bash", `SCRIPT; ${set}; _heir; printf '%s\n' "\${COMPREPLY[@]}"`)).toEqual(["web-tag"]);
});

test.skipIf(!has("zsh")).each(completions)("zsh completes %s", (line, words) => {
  // Outside the line editor nothing takes candidates: those that it would be given are printed.
  const stubs = "compdef() { }; compadd() { print -l -- $values }; _files() { }";

  expect(printedIn("zsh", `${stubs}; SCRIPT; words=(${line}); CURRENT=$#words; _heir`)).toEqual(words);
});

test.skipIf(!has("fish")).each(completions)("fish completes %s", (line, words) => {
  const offered = printedIn("fish", `SCRIPT; complete -C '${line}'`);

  expect(offered.map((each) => each.split("\t", 1)[0])).toEqual(words);
});
