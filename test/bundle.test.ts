import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bundle, bundleFrom, librariesIn, outputOf, staticClosure } from "./support/bundle.ts";
import { newRepo } from "./support/repo.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "heir-bundle-"));
let bundle: Bundle;

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build.js", "--outdir", folder], { cwd: root });
  bundle = bundleFrom(readFileSync(join(folder, "meta.json"), "utf8"));
});

afterAll(() => rmSync(folder, { recursive: true }));

test("the entry loads no library before it knows what is asked", () => {
  const entry = staticClosure(bundle, [outputOf(bundle, "src/cli/main.ts")]);

  expect(librariesIn(bundle, entry)).toEqual([]);
});

test("the entry is small", () => {
  const entry = staticClosure(bundle, [outputOf(bundle, "src/cli/main.ts")]);

  expect(entry.reduce((sum, name) => sum + (bundle.outputs[name]?.bytes ?? 0), 0)).toBeLessThan(8_000);
});

test("`heir show` loads neither the terminal UI nor the libraries that it may do without with the command", () => {
  const show = staticClosure(
    bundle,
    ["src/cli/main.ts", "src/cli/run.ts", "src/cli/commands/show.ts", "src/workspace/open.ts"].map((file) => {
      return outputOf(bundle, file);
    }),
  );

  const unwanted = ["react", "ink", "isomorphic-git", "simple-git", "yaml", "diff"];
  expect(librariesIn(bundle, show).filter((library) => unwanted.includes(library))).toEqual([]);
});

test("parsing a command line loads commander, and the texts of help only when they are asked for", () => {
  const run = staticClosure(
    bundle,
    ["src/cli/main.ts", "src/cli/host.ts", "src/cli/run.ts"].map((file) => outputOf(bundle, file)),
  );

  expect(librariesIn(bundle, run)).not.toContain("yaml");
  expect(sourcesIn(run)).not.toContain("src/cli/help.ts");
});

test.each(["inventory", "show", "nodes", "check", "diff"])(
  "to print again what `heir %s` printed takes no parser and no resolver",
  (verb) => {
    const repeated = staticClosure(
      bundle,
      ["src/cli/main.ts", "src/cli/run.ts", `src/cli/commands/${verb}.ts`, "src/workspace/states.ts"].map((file) => {
        return outputOf(bundle, file);
      }),
    );

    const libraries = librariesIn(bundle, repeated);
    expect(libraries.filter((name) => ["yaml", "valibot", "simple-git", "isomorphic-git"].includes(name))).toEqual([]);
    expect(sourcesIn(repeated).filter((file) => /^src\/(?:parse|resolve|compare)\//.test(file))).toEqual([]);
  },
);

test("processes that run at once print the same, and what each keeps is whole", async () => {
  const repo = newRepo();
  const nodes = Array.from({ length: 30 }, (_, index) => [`nodes/n${index}.yml`, `classes: [a]\n# ${index}\n`]);
  repo.commit("all", { "classes/a.yml": "parameters: {a: 1}\n", ...Object.fromEntries(nodes) });
  const run = promisify(execFile);
  const inventory = () => run(process.execPath, [join(folder, "cli.js"), "inventory", "--json"], { cwd: repo.dir });
  const printed = [...(await Promise.all([inventory(), inventory(), inventory()])), await inventory()];
  const judged = spawnSync(process.execPath, [join(folder, "cli.js"), "cache", "verify"], { cwd: repo.dir });

  expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
  expect(judged.status).toBe(0);
});

test("comparing and checking are loaded by the commands that do it", () => {
  const show = staticClosure(bundle, [outputOf(bundle, "src/workspace/open.ts")]);

  expect(sourcesIn(show)).not.toContain("src/workspace/comparison.ts");
  expect(sourcesIn(show)).not.toContain("src/workspace/findings.ts");
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
  expect(libraries).toEqual(["jsonc-parser", "jsonpath-rfc9535", "valibot"]);
  expect(sourcesIn(library).filter((file) => /^src\/(?:cli|hooks|tui)\//.test(file))).toEqual([]);
});

test("the program and the library share what both need", () => {
  const outputs = Object.values(bundle.outputs).filter(({ inputs }) => "src/resolve/fold.ts" in inputs);

  expect(outputs).toHaveLength(1);
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
    }),
  );
  const entry = staticClosure(planted, [outputOf(planted, "src/cli/main.ts")]);

  expect(librariesIn(planted, entry)).toEqual(["@some/lib"]);
});

function sourcesIn(outputs: readonly string[]): readonly string[] {
  return outputs.flatMap((name) => Object.keys(bundle.outputs[name]?.inputs ?? {}));
}
