// Bundles src/cli/main.ts (the program) and src/index.ts (the library) with their libraries into a folder that needs only
// Node, and adds the declarations of the library. The library is ES modules (.mjs), the program is scripts, which start faster
// (docs/decisions/0003-bundle.md): all commands but the terminal UI, the commands that are asked most, and the terminal UI.
//
//   node scripts/build.js [--outdir DIR]      (DIR is dist if not given)
//
// The result is assembled beside DIR and replaces it in one rename, so a running `heir` sees either the old build or the
// new one. A build without changes writes nothing; a failed build leaves DIR as it is.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, transform } from "esbuild";
import { lateWidth } from "./late-width.js";
import { onlyReading, pageAssetsApart, terminalApart, withoutThreads } from "./left-out.js";
import { assistantSettings, librariesApart, librarySettings } from "./libraries.js";
import { licences } from "./licences.js";
import { pageAssets } from "./page-assets.js";
import { sbom } from "./sbom.js";
import { scripts, scriptText } from "./script-text.js";
import { shortNames } from "./short-names.js";
import { loadSources } from "./sources.js";
import { withoutDevtools } from "./without-devtools.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The programs: each is one file, because loading another file would take longer than running it. */
const starts = {
  cli: "src/cli/main.ts",
  prepare: "src/cli/prepare.ts",
  supervise: "src/hooks/supervise/supervise.ts",
  lifeline: "src/annex/shards/jobs/lifeline.ts",
  "speed-table": "src/speed/table.ts",
  // The second thread of the terminal UI runs the script of the first.
  "tui-worker": "src/cli/tui-worker.ts",
};
/** What is loaded before the program, to begin what takes its time. */
const begin = "src/cli/begin.ts";
const program = "src/cli/program.ts";
const library = "src/index.ts";
/** One of the V8 code caches that prepare.js writes on this machine. */
const compiled = "judge.code";
const shebang = "#!/usr/bin/env node\n";
// CommonJS libraries load Node's modules with `require`, which ES modules do not have.
const requireBanner =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist" } } });
await main(resolve(root, values.outdir)).catch((error) => {
  // esbuild has already printed errors in the sources, with file and line.
  if (!("errors" in error)) throw error;
  process.exitCode = 1;
});

/** @param {string} outdir */
async function main(outdir) {
  for (const entry of [...Object.values(starts), begin, program, library]) {
    if (!existsSync(join(root, entry))) throw new Error(`nothing to build: ${entry} is missing`);
  }
  const files = new Map([
    ...(await bundle(outdir)),
    // Node takes longer to load an ES module than a file like this, and every command starts with one.
    ["package.json", '{ "type": "commonjs", "imports": { "#libraries/*": "./libraries/*.cjs" } }\n'],
    ...(await declarations()),
    ["pages.json", JSON.stringify(Object.fromEntries(await helpPages()))],
    ...(await schemas()),
    ...(await manual()),
  ]);
  if ((await sameAsIn(outdir, files)) && existsSync(join(outdir, compiled))) return;
  const fresh = `${outdir}.${process.pid}.tmp`;
  await write(fresh, files);
  execFileSync(process.execPath, [join(fresh, "prepare.js")], { stdio: ["ignore", "ignore", "inherit"] });
  await replace(outdir, fresh);
}

/**
 * File names relative to the output folder, with their contents.
 *
 * @param {string} outdir
 * @returns {Promise<Map<string, string>>}
 */
async function bundle(outdir) {
  const common = await settings(outdir);
  const script = scriptSettings(common);
  const [started, asModules, asScript, asLibraries, asAssistants, asReading, asTerminal] = await Promise.all([
    build({
      ...common,
      entryPoints: starts,
      format: "cjs",
      define: { ...common.define, "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
      plugins: [startsApart(), lateWidth(), shortNames()],
    }),
    build(moduleSettings(common)),
    build({
      ...script,
      entryPoints: { program, begin, "libraries/page-assets": "src/annex/review/page/assets.ts" },
    }),
    build(librarySettings(script)),
    build(assistantSettings(script)),
    build({
      ...script,
      entryPoints: { read: program },
      plugins: [await onlyReading(), withoutThreads(), ...script.plugins],
    }),
    terminal(common),
  ]);
  const built = [started, asModules, asScript, asLibraries, asAssistants, asReading, asTerminal];
  const written = built.flatMap(({ outputFiles }) => outputFiles);
  const files = new Map(written.map((file) => [relative(outdir, file.path), file.text]));
  for (const [name, text] of files) files.set(name, withoutIdleBanner(text));
  files.set("cli.js", `${shebang}${files.get("cli.js")}`);
  for (const name of scripts) files.set(name, scriptText(name, files.get(name) ?? ""));
  const metafiles = built.map(({ metafile }) => metafile);
  const outputs = Object.assign({}, ...metafiles.map((each) => each.outputs));
  files.set("meta.json", JSON.stringify({ outputs, inputs: asScript.metafile.inputs }));
  const inputs = metafiles.flatMap((each) => Object.keys(each.inputs));
  files.set("THIRD-PARTY-LICENSES.txt", await licences(inputs));
  files.set("heir.cdx.json", await sbom(inputs));
  return files;
}

/**
 * Drops the `require` banner from a file that does not use it.
 *
 * @param {string} text
 */
function withoutIdleBanner(text) {
  const rest = text.replace(`${requireBanner}\n`, "");
  return /\brequire\b/.test(rest) ? text : rest;
}

/**
 * Options of the scripts.
 *
 * @param {Awaited<ReturnType<typeof settings>>} common
 */
function scriptSettings(common) {
  return /** @satisfies {import("esbuild").BuildOptions} */ ({
    ...common,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    supported: { "dynamic-import": false },
    define: { ...common.define, "import.meta.url": "__url" },
    plugins: [
      lateWidth(),
      librariesApart((name) => `./libraries/${name}.cjs`),
      pageAssetsApart("./libraries/page-assets.cjs"),
      pageAssets(),
      terminalApart("./terminal.cjs"),
      shortNames(),
    ],
  });
}

/**
 * The script of the terminal UI. A script cannot contain the `await` at the top of modules that Ink and its libraries have:
 * bundled as what another module loads on demand, they have none.
 *
 * @param {Awaited<ReturnType<typeof settings>>} common
 */
async function terminal(common) {
  const { plugins, define, ...script } = scriptSettings(common);
  const asModule = { ...script, format: /** @type {const} */ ("esm"), supported: {} };
  // Where there is `fetch`, the layout that Ink brings asks Node for all of its own web client.
  const bundled = await build({
    ...asModule,
    entryPoints: { terminal: "src/tui/rehearsal.ts" },
    define: { ...define, fetch: "undefined" },
    plugins: [withoutDevtools, ...plugins],
  });
  const { format, supported } = script;
  const outputFiles = bundled.outputFiles.map(async (file) => {
    const options = { format, supported, platform: common.platform, target: common.target, minifyWhitespace: true };
    const { code } = await transform(file.text, options);
    return { ...file, text: code };
  });
  return { ...bundled, outputFiles: await Promise.all(outputFiles) };
}

/**
 * Options of the library, which loads others from where the program does.
 *
 * @param {Awaited<ReturnType<typeof settings>>} common
 */
function moduleSettings(common) {
  return /** @satisfies {import("esbuild").BuildOptions} */ ({
    ...common,
    entryPoints: { index: library },
    format: "esm",
    outExtension: { ".js": ".mjs" },
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [
      lateWidth(),
      librariesApart((name) => `#libraries/${name}`),
      pageAssetsApart("#libraries/page-assets"),
      shortNames(),
    ],
    banner: { js: requireBanner },
  });
}

/**
 * Options of all builds.
 *
 * @param {string} outdir
 */
async function settings(outdir) {
  return /** @satisfies {import("esbuild").BuildOptions} */ ({
    absWorkingDir: root,
    outdir,
    entryNames: "[dir]/[name]",
    bundle: true,
    platform: "node",
    mainFields: ["module", "main"],
    target: "node20",
    // Names are the task of `shortNames`.
    minifyWhitespace: true,
    minifySyntax: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      HEIR_PARSER: JSON.stringify(await parserDigest()),
      HEIR_BUILD: JSON.stringify(await buildDigest()),
    },
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * Leaves the supervisor of hooks and what only workers need out of the starter, which loads them from the same folder.
 *
 * @returns {import("esbuild").Plugin}
 */
function startsApart() {
  return {
    name: "starts-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        const file = relative(root, join(resolveDir, path));
        const [name] = Object.entries(starts).find(([, start]) => start === file) ?? [];
        return name !== undefined && kind === "dynamic-import" ? { path: `./${name}.js`, external: true } : undefined;
      });
    },
  };
}

/** A digest of the sources, the printed pages, and the versions of heir and its libraries: cached outputs are valid only for it. */
async function buildDigest() {
  const hash = createHash("sha256");
  const sources = (await readdir(join(root, "src"), { recursive: true }))
    .filter((name) => /\.(?:tsx?|css)$/.test(name))
    .sort();
  for (const name of [
    "package.json",
    "package-lock.json",
    "scripts/build.js",
    "scripts/late-width.js",
    "scripts/left-out.js",
    "scripts/libraries.js",
    "scripts/page-assets.js",
    "scripts/script-text.js",
    "scripts/short-names.js",
    ...sources.map((file) => `src/${file}`),
  ]) {
    hash.update(name).update(await readFile(join(root, name)));
  }
  for (const [name, text] of await helpPages()) hash.update(name).update(text);
  return hash.digest("hex").slice(0, 16);
}

/**
 * The pages of docs that help prints, by their paths: that of each code, and that of each topic.
 *
 * @returns {Promise<[string, string][]>}
 */
async function helpPages() {
  const { topics } = await loadSources(`export { topics } from "./src/cli/words/help.ts";`);
  /** @type {{page: string}[]} */
  const listed = [...topics.values()];
  const codes = (await readdir(join(root, "docs/checks"))).filter((name) => name !== "README.md").sort();
  const paths = [...codes.map((name) => `docs/checks/${name}`), ...listed.map(({ page }) => `docs/${page}`)];
  return Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), "utf8")]));
}

/**
 * The JSON Schemas of the files that heir reads, for editors: made from the forms by which the parser reads them.
 *
 * @returns {Promise<[string, string][]>}
 */
async function schemas() {
  const { fileForms, schemaText } = await loadSources(`
    export { fileForms } from "./src/model/forms/file-forms.ts";
    export { schemaText } from "./src/annex/editor/schema/json-schema.ts";`);
  /** @type {{name: string}[]} */
  const forms = fileForms;
  return forms.map((form) => [`schemas/${form.name}.json`, schemaText(form)]);
}

/**
 * The manual pages, from the table of commands.
 *
 * @returns {Promise<[string, string][]>}
 */
async function manual() {
  const { commandManual, commands, helpSubject, programManual, version } = await loadSources(`
    export { commands } from "./src/cli/commands/table.ts";
    export { version } from "./src/cli/version.ts";
    export { helpSubject } from "./src/cli/words/help.ts";
    export { commandManual, programManual } from "./scripts/manual.ts";`);
  const release = { version, date: await releaseDate() };
  /** @type {[string, import("../src/cli/commands/command.ts").CommandEntry][]} */
  const entries = [...commands];
  const pages = entries.map(async ([name, entry]) => {
    const page = commandManual(await helpSubject(name, entry), commands, release);
    return /** @type {[string, string]} */ ([`man/heir-${name}.1`, page]);
  });
  return [
    ["man/heir.1", programManual(commands, release)],
    // `git heir --help` opens the page of this name.
    ["man/git-heir.1", ".so man1/heir.1\n"],
    ...(await Promise.all(pages)),
  ];
}

/** The day of the last release, of which CHANGELOG.md tells; until there is one, that of the last commit. */
async function releaseDate() {
  const [, released] =
    /^## \[\d[^\]]*\] - (\d{4}-\d{2}-\d{2})$/m.exec(await readFile(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  if (released !== undefined) return released;
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%cs"], { cwd: root, encoding: "utf8" });
  return stdout?.trim() || "1970-01-01";
}

/** A digest of everything that affects what is cached of a YAML file: cached files are valid only for it. */
async function parserDigest() {
  const hash = createHash("sha256");
  const own = (await readdir(join(root, "src/parse/yaml"))).sort();
  for (const name of [
    "node_modules/yaml/package.json",
    "src/cache/pack.ts",
    ...own.map((file) => `src/parse/yaml/${file}`),
  ]) {
    hash.update(await readFile(join(root, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * The declarations of the files that tsconfig.library.json lists. Types are checked elsewhere; here each file is compiled
 * on its own, which is fast.
 *
 * @returns {Promise<Map<string, string>>}
 */
async function declarations() {
  const folder = await mkdtemp(join(tmpdir(), "heir-types-"));
  try {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const args = [tsc, "--project", join(root, "tsconfig.library.json"), "--outDir", folder];
    execFileSync(process.execPath, args, { stdio: ["ignore", 2, "inherit"] });
    const found = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
    const texts = found.map(async (name) => /** @type {const} */ ([name, await readFile(join(folder, name), "utf8")]));
    return new Map((await Promise.all(texts)).map(([name, text]) => [moduleName(name), withNames(name, text, found)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Declarations of ES modules are called like them.
 *
 * @param {string} name
 */
function moduleName(name) {
  return name.replace(/\.ts$/, ".mts");
}

/**
 * Rewrites the imports of a declaration file to the file names of the package.
 *
 * @param {string} name
 * @param {string} text
 * @param {string[]} found
 */
function withNames(name, text, found) {
  return text.replace(/(?<=\bfrom "|\bimport\(")(\.[^"]*)\.ts(?=")/g, (_, path) => {
    const other = join(dirname(name), `${path}.d.ts`);
    if (!found.includes(other)) throw new Error(`${name} needs ${other}: name its source in tsconfig.library.json`);
    return `${path}.mjs`;
  });
}

/**
 * @param {string} outdir
 * @param {Map<string, string>} files
 */
async function sameAsIn(outdir, files) {
  if (!existsSync(outdir)) return false;
  const present = await readdir(outdir, { recursive: true, withFileTypes: true });
  if (present.filter((each) => each.isFile() && each.name !== compiled).length !== files.size) return false;
  for (const [name, text] of files) {
    const old = await readFile(join(outdir, name), "utf8").catch(() => undefined);
    if (old !== text) return false;
  }
  return true;
}

/**
 * @param {string} folder
 * @param {Map<string, string>} files
 */
async function write(folder, files) {
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await chmod(join(folder, "cli.js"), 0o755);
}

/**
 * Replaces `outdir` with `fresh`. If another build does so at the same time, the later one wins.
 *
 * @param {string} outdir
 * @param {string} fresh
 */
async function replace(outdir, fresh) {
  const old = `${outdir}.${process.pid}.old`;
  for (let attempt = 1; ; attempt += 1) {
    // No await in between: folders cannot be swapped in one step, so `outdir` is missing for a moment.
    moved(outdir, old, "ENOENT");
    const done = moved(fresh, outdir, "ENOTEMPTY");
    await rm(old, { recursive: true, force: true });
    if (done) return;
    if (attempt === 20) throw new Error(`${outdir} keeps being rebuilt by another process`);
  }
}

/**
 * False if renaming failed with the code that a concurrent build causes.
 *
 * @param {string} from
 * @param {string} to
 * @param {string} expected
 */
function moved(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === expected) return false;
    throw error;
  }
}
