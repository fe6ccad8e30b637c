import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build.js"], { cwd: root });
});

test("the package holds what is needed to use heir, and nothing else", () => {
  const codes = ["begin", "judge", "program", "read", "terminal"].map((name) => `dist/${name}.code`);
  const onlyHere = ["dist/meta.json", ...codes];
  const wanted = ["dist", "example-repo", "hooks", "integrations"]
    .flatMap(filesIn)
    .filter((path) => !onlyHere.includes(path));

  expect(packedFiles()).toEqual([...wanted, "LICENSE", "README.md", "package.json"].sort());
});

test("the package is small", () => {
  const { size, files } = packed();

  expect(size).toBeLessThan(2_600_000);
  expect(files.length).toBeLessThan(640);
});

test("the library is imported by the name of the package, and gives what is documented", () => {
  const script = `
    import * as library from "git-heir";
    const web1 = await library.memory([["nodes/web1.yml", "parameters: {a: 1}"]]).resolve("web1");
    console.log(JSON.stringify([Object.keys(library).sort(), web1.value("a")]));`;
  const args = ["--input-type=module", "--eval", script];
  const printed = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });

  expect(JSON.parse(printed)).toEqual([["HeirError", "mask", "memory", "open", "render"], 1]);
});

test("what package.json exports is there, and only the declarations of what is public", () => {
  const { exports, types } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const declarations = packedFiles().filter((path) => path.endsWith(".d.mts"));

  expect(Object.keys(exports["."])).toEqual(["types", "default"]);
  expect(types).toBe(exports["."].types);
  for (const path of Object.values<string>(exports["."])) expect(existsSync(join(root, path)), path).toBe(true);
  expect(declarations).toEqual([
    "dist/annex/edit/library-types.d.mts",
    "dist/index.d.mts",
    "dist/library/types.d.mts",
    "dist/model/documents/check.d.mts",
    "dist/model/documents/comparison.d.mts",
    "dist/model/documents/explanation.d.mts",
    "dist/model/documents/history.d.mts",
    "dist/model/documents/inventory.d.mts",
    "dist/model/documents/value.d.mts",
    "dist/model/findings/failure.d.mts",
    "dist/model/results/contribution-action.d.mts",
    "dist/model/results/left-out.d.mts",
    "dist/model/results/printed-parts.d.mts",
    "dist/model/values/place.d.mts",
  ]);
});

test("the program and package.json tell the same version", () => {
  const { version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  for (const program of Object.values<string>(bin)) {
    expect(execFileSync(process.execPath, [join(root, program), "--version"], { encoding: "utf8" })).toBe(
      `heir ${version}\n`,
    );
  }
});

test("nothing has to be installed beside the package", () => {
  const { dependencies, optionalDependencies, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  expect({ dependencies, optionalDependencies }).toEqual({});
  expect(Object.keys(scripts).filter((name) => /install$|^prepare$/.test(name))).toEqual([]);
});

test("the lock file names no registry", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

  expect(Object.entries<object>(packages).filter(([, entry]) => "resolved" in entry)).toEqual([]);
});

test("the lock file knows the package of every platform: `npm ci` refuses it otherwise", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const named = Object.values<{ optionalDependencies?: object }>(packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}),
  );

  expect(named.filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))).toEqual(
    [],
  );
});

function packedFiles(): readonly string[] {
  return packed()
    .files.map(({ path }) => path)
    .sort();
}

function packed(): { readonly size: number; readonly files: readonly { readonly path: string }[] } {
  const cache = mkdtempSync(join(tmpdir(), "heir-npm-cache-"));
  try {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", "--cache", cache];
    const [found] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: "pipe" }));
    return found;
  } finally {
    rmSync(cache, { recursive: true });
  }
}

/** All files below a folder of the project; a folder that does not exist yet has none. */
function filesIn(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
