import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "../src/cli/commands/table.ts";
import { isReading } from "../src/cli/script.ts";
import { builtInto } from "./support/built.ts";
import {
  type Bundle,
  bundleFrom,
  librariesAmong,
  librariesIn,
  outputOf,
  runWith,
  staticClosure,
} from "./support/bundle.ts";
import { askedRepo, countedGit, newRepo } from "./support/git/repo.ts";

const folder = mkdtempSync(join(tmpdir(), "heir-bundle-"));
let bundle: Bundle;
let programScript: string;
let readScript: string;

beforeAll(() => {
  builtInto(folder);
  bundle = bundleFrom(readFileSync(join(folder, "meta.json"), "utf8"));
  [programScript = "", readScript = ""] = ["program.cjs", "read.cjs"].map((script) =>
    Object.keys(bundle.outputs).find((name) => basename(name) === script),
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

test("the entry loads no library before it knows what is asked", () => {
  const entry = staticClosure(bundle, [outputOf(bundle, "src/cli/main.ts")]);

  expect(librariesIn(bundle, entry)).toEqual([]);
});

test("the entry is small", () => {
  const entry = staticClosure(bundle, [outputOf(bundle, "src/cli/main.ts")]);

  expect(entry.reduce((sum, name) => sum + (bundle.outputs[name]?.bytes ?? 0), 0)).toBeLessThan(9_000);
});

test("the entry is no ES module", () => {
  const entry = readFileSync(join(folder, "cli.js"), "utf8").replace(/^#!.*/, "");

  expect(() => new Script(entry)).not.toThrow();
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toEqual({
    type: "commonjs",
    imports: { "#libraries/*": "./libraries/*.cjs" },
  });
});

test("what begins before the program is loaded is small, and loads of Node what starts git", () => {
  const script = readFileSync(join(folder, "begin.cjs"), "latin1");
  const required = [...script.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);

  expect(script.length).toBeLessThan(250_000);
  expect(readFileSync(join(folder, "begin.code")).length).toBeLessThan(300_000);
  expect([...new Set(required)].sort()).toEqual(["node:child_process", "node:crypto", "node:fs", "node:path"]);
});

const start = "src/cli/program.ts";

test("`heir show` loads neither the terminal UI nor the libraries that it may do without with the command", () => {
  const commands = ["src/cli/run.ts", "src/cli/commands/inventory/show.ts"];
  const show = runWith(bundle, [start, ...commands, "src/workspace/open.ts"]);

  const unwanted = ["react", "ink", "isomorphic-git", "simple-git", "diff"];
  expect(librariesAmong(show)).toContain("commander");
  expect(librariesAmong(show).filter((library) => unwanted.includes(library))).toEqual([]);
});

test("what serves assistants is loaded for that alone, and is no larger than it may be", () => {
  const library = "@modelcontextprotocol/sdk";
  const holders = Object.keys(bundle.outputs).filter((name) => librariesIn(bundle, [name]).includes(library));

  expect(holders.map((name) => basename(name))).toEqual(["assistants.cjs"]);
  expect(bundle.outputs[holders[0] ?? ""]?.bytes).toBeLessThan(500_000);
});

test("the YAML library is loaded for a file that is not simple, and for no other", () => {
  const repo = newRepo();
  const files = { "nodes/simple.yml": "parameters:\n  a: 1\n", "nodes/anchor.yml": "parameters: {a: &x 1}\n" };
  repo.commit("all", { ...files, "classes/a.yml": "" });

  expect([loadedBy(repo.dir, "show", "simple"), loadedBy(repo.dir, "show", "anchor")]).toEqual([
    { status: 0, stderr: "" },
    { status: 0, stderr: "./libraries/yaml.cjs\n" },
  ]);
});

test.each([
  ["glob", "web* a", ""],
  ["text", "/web/ a", ""],
  ["expression", "/^web$/ a", "./libraries/re2js.cjs\n"],
])("the engine of patterns is loaded for syntax, and for nothing else: %s", (_, mapping, stderr) => {
  const repo = newRepo();
  const files = { "nodes/web.yml": "parameters:\n  a: 1\n", "heir.yml": `class_mappings:\n  - '${mapping}'\n` };
  repo.commit("all", { ...files, "classes/a.yml": "" });

  expect(loadedBy(repo.dir, "show", "web", "--classes")).toEqual({ status: 0, stderr });
});

/** The libraries beside the script that a command loads, on standard error. */
function loadedBy(
  cwd: string,
  ...command: readonly string[]
): { readonly status: number | null; readonly stderr: string } {
  const spy =
    "import Module from 'node:module'; const load = Module._load; Module._load = (name, ...more) => " +
    "{ if (name.includes('libraries')) console.error(name); return load(name, ...more); };";
  const args = ["--import", `data:text/javascript,${encodeURIComponent(spy)}`, join(folder, "cli.js"), ...command];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  return { status, stderr };
}

test("parsing a command line loads commander, and the texts of help only when they are asked for", () => {
  const run = runWith(bundle, [start]);

  expect(librariesAmong(run)).not.toContain("yaml");
  expect(run).not.toContain("src/cli/words/help.ts");
});

test.each(["inventory", "show", "nodes", "check", "diff"])(
  "to print again what `heir %s` printed takes no parser and no resolver",
  (verb) => {
    const repeated = runWith(bundle, [start, `src/cli/commands/${verb}.ts`, "src/workspace/load/states.ts"]);

    const libraries = librariesAmong(repeated);
    expect(
      libraries.filter((name) => ["yaml", "valibot", "re2js", "simple-git", "isomorphic-git"].includes(name)),
    ).toEqual([]);
    expect(repeated.filter((file) => /^src\/(?:parse|resolve|compare)\//.test(file))).toEqual([]);
  },
);

test("processes that run at once print the same, and what each keeps is whole", async () => {
  const repo = askedRepo();
  const nodes = Array.from({ length: 30 }, (_, index) => [`nodes/n${index}.yml`, `classes: [a]\n# ${index}\n`]);
  repo.commit("all", { "classes/a.yml": "parameters: {a: 1}\n", ...Object.fromEntries(nodes) });
  const run = promisify(execFile);
  const inventory = () => run(process.execPath, [join(folder, "cli.js"), "inventory", "--json"], { cwd: repo.dir });
  const printed = [...(await Promise.all([inventory(), inventory(), inventory()])), await inventory()];
  const judged = spawnSync(process.execPath, [join(folder, "cli.js"), "cache", "verify"], { cwd: repo.dir });

  expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
  expect(judged.status).toBe(0);
});

test("git names the filters and lists the work tree, and is run once more for what is not kept", () => {
  const repo = askedRepo();
  repo.commit("all", { "classes/a.yml": "parameters: {a: 1}\n", "nodes/n1.yml": "classes: [a]\n" });
  const runs = [
    ["show", "n1"],
    ["show", "n1"],
    ["show", "n1", "--json"],
    ["show", "n1", "-r", "HEAD"],
  ].map((args) => {
    const counted = countedGit();
    const env = { ...repo.env, PATH: counted.path };
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "cli.js"), ...args], { cwd: repo.dir, env });
    return { status, stderr: stderr.toString(), runs: counted.commands() };
  });

  const fine = { status: 0, stderr: "" };
  expect(runs).toEqual([
    { ...fine, runs: ["config", "ls-files", "cat-file"] },
    { ...fine, runs: ["config", "ls-files"] },
    { ...fine, runs: ["config", "ls-files"] },
    { ...fine, runs: ["rev-parse", "cat-file", "ls-tree"] },
  ]);
});

test("comparing and checking are loaded by the commands that do it", () => {
  const show = runWith(bundle, ["src/workspace/open.ts"]);

  expect(show).toContain("src/resolve/merge/merge.ts");
  expect(show).not.toContain("src/workspace/compare/comparison.ts");
  expect(show).not.toContain("src/workspace/check/findings.ts");
});

test("plain text is measured without what takes long to make", () => {
  const told = "Intl.Segmenter = class { constructor() { console.error('made a segmenter'); } };";
  const args = ["--import", `data:text/javascript,${encodeURIComponent(told)}`, join(folder, "cli.js"), "show", "-h"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });

  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("importing the library loads no git library, no terminal UI and no command line", () => {
  const library = staticClosure(bundle, [outputOf(bundle, "src/index.ts")]);

  const ofText = ["ansi-regex", "get-east-asian-width", "string-width", "strip-ansi"];
  const libraries = librariesIn(bundle, library).filter((name) => !ofText.includes(name));
  expect(libraries).toEqual(["diff", "jsonc-parser", "jsonpath-rfc9535", "re2js", "valibot", "yaml"]);
  expect(sourcesIn(library).filter((file) => /^src\/(?:cli|hooks|tui)\//.test(file))).toEqual([]);
});

test("the library has what resolves once, and each script of commands has all in one file but libraries", () => {
  const outputs = Object.keys(bundle.outputs).filter(
    (name) => "src/resolve/merge/merge.ts" in (bundle.outputs[name]?.inputs ?? {}),
  );

  expect(outputs).toHaveLength(3);
  expect(outputs).toEqual(expect.arrayContaining([programScript, readScript]));
});

test("scripts are ASCII, as they are read byte by byte, also where a regular expression looks for an ellipsis", () => {
  for (const name of ["program", "read", "terminal", "begin"]) {
    const text = readFileSync(join(folder, `${name}.cjs`), "utf8");

    expect(/[^\0-\x7f]/.exec(text)?.[0], name).toBe(undefined);
    if (name !== "begin" && name !== "terminal") expect(text).toContain("=/(?:\\.\\.\\.|\\u2026)$/");
  }
});

test("the commands that are asked most have a script without the others, and no other command is asked of it", () => {
  const held = (script: string) =>
    Object.keys(bundle.outputs[script]?.inputs ?? {})
      .filter((file) => /^src\/cli\/commands\/\w+\/[^/]+\.ts$/.test(file))
      .map((file) => basename(file, ".ts"));
  const asked = [...commands.keys()].filter((verb) => isReading([verb]));

  expect(asked).toEqual(["show", "nodes", "inventory", "tui", "explain"]);
  expect(held(readScript)).toEqual(expect.arrayContaining(asked));
  expect(held(readScript)).not.toContain("check");
  expect(held(programScript)).toContain("check");
});

test("the thread of the terminal UI is in the script of the program, and in no other file", () => {
  const held = Object.entries(bundle.outputs).filter(
    ([, { inputs }]) => "src/tui/worker/opened/repository.ts" in inputs,
  );

  expect(held.map(([name]) => name)).toEqual([programScript]);
});

test("the script holds neither the terminal UI nor a library that few commands need", () => {
  const script = librariesIn(bundle, [programScript]);

  expect(script).toContain("commander");
  expect(script.filter((name) => ["ink", "react", "yaml", "isomorphic-git", "simple-git"].includes(name))).toEqual([]);
});

test("what V8 made of the scripts when they were built is taken up by V8", () => {
  // In a process of its own: V8 takes up no code that was made under other flags than its own, such as those of workers.
  const look = `
    const { readFileSync } = require("node:fs");
    const { Script } = require("node:vm");
    const [, program, code] = process.argv;
    const kept = readFileSync(code);
    const cachedData = kept.subarray(kept.indexOf("\\n") + 1);
    console.log(new Script(readFileSync(program, "latin1"), { cachedData }).cachedDataRejected);
  `;
  for (const name of ["program", "read", "terminal"]) {
    const files = [`${name}.cjs`, `${name}.code`].map((file) => join(folder, file));

    expect(execFileSync(process.execPath, ["-e", look, ...files], { encoding: "utf8" }), name).toBe("false\n");
  }
});

test("the program starts without what V8 made of it, and with what another Node did", () => {
  const file = join(folder, "program.code");
  const before = readFileSync(file);
  const printed = [];
  for (const content of [Buffer.alloc(0), Buffer.from(`/other/node ${process.version} x64\nnot code`)]) {
    rmSync(file);
    writeFileSync(file, content);
    printed.push(help());
  }
  rmSync(file);
  printed.push(help());
  writeFileSync(file, before);

  expect(new Set([...printed, help()]).size).toBe(1);
});

test("where there is no memory for the program, it is said in one line", () => {
  // Node decodes a file into memory of which the system may have none.
  const refusing = `const fs = require("node:fs"), { readFileSync } = fs;
    fs.readFileSync = (file, ...more) => {
      if (!String(file).endsWith("program.cjs")) return readFileSync(file, ...more);
      throw Object.assign(new Error("Failed to allocate memory"), { code: "ERR_MEMORY_ALLOCATION_FAILED" });
    };
    require("node:module").syncBuiltinESMExports();`;
  writeFileSync(join(folder, "refusing.cjs"), refusing);
  const args = ["--require", join(folder, "refusing.cjs"), join(folder, "cli.js"), "classes", "--help"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });

  expect({ status, stderr }).toEqual({ status: 2, stderr: "heir: there is too little memory to start\n" });
});

test("the git libraries are in the bundle, so that what is said above of them means something", () => {
  const all = librariesIn(bundle, Object.keys(bundle.outputs));

  expect(all).toEqual(expect.arrayContaining(["isomorphic-git", "simple-git"]));
});

test("a library in the entry is seen, however deep the chunk that brings it", () => {
  const planted = bundleFrom(
    JSON.stringify({
      outputs: {
        "cli.js": {
          bytes: 1,
          inputs: { "src/cli/main.ts": {} },
          imports: [{ path: "a.js", kind: "import-statement" }],
        },
        "a.js": { bytes: 1, inputs: {}, imports: [{ path: "b.js", kind: "import-statement" }] },
        "b.js": { bytes: 1, inputs: { "node_modules/ink/node_modules/@some/lib/index.js": {} }, imports: [] },
        "c.js": { bytes: 1, inputs: { "node_modules/react/index.js": {} }, imports: [] },
      },
      inputs: {},
    }),
  );
  const entry = staticClosure(planted, [outputOf(planted, "src/cli/main.ts")]);

  expect(librariesIn(planted, entry)).toEqual(["@some/lib"]);
});

test("a library that the script runs is seen, in its own folder or beside the script", () => {
  const imports = (...paths: string[]) => ({ imports: paths.map((path) => ({ path, kind: "import-statement" })) });
  const planted = bundleFrom(
    JSON.stringify({
      outputs: {},
      inputs: {
        "src/a.ts": { imports: [...imports("src/b.ts").imports, { path: "src/c.ts", kind: "dynamic-import" }] },
        "src/b.ts": imports("./libraries/yaml.cjs", "node_modules/@some/lib/index.js"),
        "src/c.ts": imports("node_modules/react/index.js"),
      },
    }),
  );

  expect(librariesAmong(runWith(planted, ["src/a.ts"]))).toEqual(["@some/lib", "yaml"]);
});

function sourcesIn(outputs: readonly string[]): readonly string[] {
  return outputs.flatMap((name) => Object.keys(bundle.outputs[name]?.inputs ?? {}));
}

function help(): string {
  return execFileSync(process.execPath, [join(folder, "cli.js"), "help"], { encoding: "utf8" });
}
