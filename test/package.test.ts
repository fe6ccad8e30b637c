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
  const wanted = ["dist", "example-repo", "hooks"].flatMap(filesIn).filter((path) => path !== "dist/meta.json");

  expect(packedFiles()).toEqual([...wanted, "CHANGELOG.md", "LICENSE", "README.md", "package.json"].sort());
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
  const cache = mkdtempSync(join(tmpdir(), "heir-npm-cache-"));
  try {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline", "--cache", cache];
    const [packed] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: "pipe" }));
    return packed.files.map((file: { path: string }) => file.path).sort();
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
