// Bundles src/cli/main.ts (the program) and src/index.ts (the library) with everything they import into a folder that
// runs on Node alone, and writes the declarations of the library beside it. The program is there twice: as ES modules,
// which the terminal UI needs, and as one script, which starts sooner (docs/decisions/0003-bundle.md).
//
//   node scripts/build.js [--outdir DIR]      (DIR is dist if not given)
//
// The result is put together beside DIR and takes its place in one rename, so whoever runs `heir` meanwhile sees
// either the old build or the new one. A build that changes nothing touches nothing; one that fails leaves DIR alone.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { withoutDevtools } from "./without-devtools.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What is started: each a file of its own, since every further one would take longer to load than to run. */
const starts = { cli: "src/cli/main.ts", prepare: "src/cli/prepare.ts" };
const modules = { program: "src/cli/program.ts", index: "src/index.ts", "tui-worker": "src/tui/worker/main.ts" };
/** What prepare.js makes of the script on this machine. */
const compiled = "program.code";
/** Libraries that few commands need, or none on its usual way: the script asks for them when it comes to it. */
const apart = ["diff", "isomorphic-git", "simple-git", "yaml"];
const shebang = "#!/usr/bin/env node\n";
// Libraries written as CommonJS ask for Node's own modules with `require`, which an ES module does not have.
const requireBanner =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

/**
 * The script is one function of what a script of Node is given; it takes the place of what an ES module has. The YAML
 * library is loaded when something of it is first used: most files are simple, and need none.
 */
const scriptHead = `(function(module,load,__filename){const __url=load("node:url").pathToFileURL(__filename).href;
let yaml;const late=new Proxy({},{get:(_,name)=>(yaml??=load("./libraries/yaml.cjs"))[name]});
const require=(name)=>name==="./libraries/yaml.cjs"?late:load(name);`;

/** What string-width makes as soon as it is loaded, and how it makes the same when it is first needed. */
const LATE = new Map([
  [
    "const segmenter = new Intl.Segmenter();",
    "let made; const segmenter = { segment: text => (made ??= new Intl.Segmenter()).segment(text) };",
  ],
  [
    "const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;",
    'let emoji; const rgiEmojiRegex = { test: text => (emoji ??= new RegExp("^\\\\p{RGI_Emoji}$", "v")).test(text) };',
  ],
]);

const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist" } } });
await main(resolve(root, values.outdir)).catch((error) => {
  // What is wrong in the sources stands on stderr already, with file and line.
  if (!("errors" in error)) throw error;
  process.exitCode = 1;
});

/** @param {string} outdir */
async function main(outdir) {
  for (const entry of Object.values({ ...starts, ...modules })) {
    if (!existsSync(join(root, entry))) throw new Error(`nothing to build: ${entry} is missing`);
  }
  const files = new Map([...(await bundle(outdir)), ...(await declarations())]);
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
  const [started, asModules, asScript] = await Promise.all([
    build({ ...common, entryPoints: starts, format: "esm", plugins: [programApart()] }),
    build({
      ...common,
      entryPoints: modules,
      format: "esm",
      splitting: true,
      chunkNames: "chunks/[name]-[hash]",
      plugins: [withoutDevtools, lateWidth()],
      banner: { js: requireBanner },
    }),
    build({
      ...common,
      entryPoints: {
        program: modules.program,
        ...Object.fromEntries(apart.map((name) => [`libraries/${name}`, name])),
      },
      format: "cjs",
      outExtension: { ".js": ".cjs" },
      supported: { "dynamic-import": false },
      define: { ...common.define, "import.meta.url": "__url" },
      plugins: [lateWidth(), librariesApart(), withoutTerminal()],
    }),
  ]);
  const built = [started, asModules, asScript];
  const written = built.flatMap(({ outputFiles }) => outputFiles);
  const files = new Map(written.map((file) => [relative(outdir, file.path), file.text]));
  for (const [name, text] of files) files.set(name, withoutIdleBanner(text));
  files.set("cli.js", `${shebang}${files.get("cli.js")}`);
  files.set("program.cjs", `${scriptHead}${files.get("program.cjs")}})`);
  const metafiles = built.map(({ metafile }) => metafile);
  const outputs = Object.assign({}, ...metafiles.map((each) => each.outputs));
  files.set("meta.json", JSON.stringify({ outputs, inputs: asScript.metafile.inputs }));
  files.set("THIRD-PARTY-LICENSES.txt", await licences(metafiles.flatMap(({ inputs }) => Object.keys(inputs))));
  return files;
}

/**
 * A file without what gives it `require`, if it does not mention that.
 *
 * @param {string} text
 */
function withoutIdleBanner(text) {
  const rest = text.replace(`${requireBanner}\n`, "");
  return /\brequire\b/.test(rest) ? text : rest;
}

/**
 * What both forms of the program are made with.
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
    // Function names stay readable: they are what a stack trace in a bug report shows.
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
 * Leaves the program out of what starts it: that finds it beside itself.
 *
 * @returns {import("esbuild").Plugin}
 */
function programApart() {
  return {
    name: "program-apart",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/program\.ts$/ }, () => ({ path: "./program.js", external: true }));
    },
  };
}

/**
 * Leaves some libraries out of the script: it finds each beside itself.
 *
 * @returns {import("esbuild").Plugin}
 */
function librariesApart() {
  return {
    name: "libraries-apart",
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(?:${apart.join("|")})$`) }, ({ kind, path }) =>
        kind === "entry-point" ? undefined : { path: `./libraries/${path}.cjs`, external: true },
      );
    },
  };
}

/**
 * Leaves the terminal UI out of the script: src/cli/main.ts runs the other form where it is asked for.
 *
 * @returns {import("esbuild").Plugin}
 */
function withoutTerminal() {
  return {
    name: "without-terminal",
    setup({ onLoad }) {
      const contents = 'export function runTui() { throw new Error("the terminal UI was asked of the script"); }';
      onLoad({ filter: /[\\/]src[\\/]tui[\\/]run\.ts$/ }, () => ({ contents }));
    },
  };
}

/**
 * Spares the start of every command two things in string-width that together take twice as long as Node itself. Plain
 * text needs neither.
 *
 * @returns {import("esbuild").Plugin}
 */
function lateWidth() {
  return {
    name: "late-width",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
        // Of Ink's own, older one no command but the terminal UI knows.
        if (path.split("node_modules").length > 2) return undefined;
        let contents = await readFile(path, "utf8");
        for (const [eager, late] of LATE) {
          if (!contents.includes(eager)) throw new Error(`${path} no longer has ${eager}: see scripts/build.js`);
          contents = contents.replace(eager, () => late);
        }
        return { contents };
      });
    },
  };
}

/** A digest of the sources, of the pages that are printed, and of the versions of heir and of the libraries: kept outputs hold for that alone. */
async function buildDigest() {
  const hash = createHash("sha256");
  const sources = (await readdir(join(root, "src"), { recursive: true })).filter((name) => /\.tsx?$/.test(name)).sort();
  const pages = (await readdir(join(root, "docs/checks"))).sort();
  for (const name of [
    "package.json",
    "package-lock.json",
    "scripts/build.js",
    ...sources.map((file) => `src/${file}`),
    ...pages.map((file) => `docs/checks/${file}`),
  ]) {
    hash.update(name).update(await readFile(join(root, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** A digest of everything that decides what is kept of a YAML file, and how: what was kept holds for that alone. */
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
 * The declarations of the library: of the files that tsconfig.library.json names, and of no other. Types are checked
 * elsewhere; here each file is taken by itself, which is why this takes no time.
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
    return new Map((await Promise.all(texts)).map(([name, text]) => [name, withNames(name, text, found)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A declaration file that names others by what they are called in the package.
 *
 * @param {string} name
 * @param {string} text
 * @param {string[]} found
 */
function withNames(name, text, found) {
  return text.replace(/(?<=\bfrom "|\bimport\(")(\.[^"]*)\.ts(?=")/g, (_, path) => {
    const other = join(dirname(name), `${path}.d.ts`);
    if (!found.includes(other)) throw new Error(`${name} needs ${other}: name its source in tsconfig.library.json`);
    return `${path}.js`;
  });
}

/**
 * The licence of every library that went into the bundle: their terms ask for it to travel along.
 *
 * @param {string[]} inputs
 */
async function licences(inputs) {
  const folders = inputs.map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const texts = [];
  for (const folder of [...new Set(folders)].sort()) {
    if (folder === undefined) continue;
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const file = (await readdir(join(root, folder))).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? "" : await readFile(join(root, folder, file), "utf8");
    texts.push(`${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
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
 * Puts `fresh` where `outdir` is. Another build may do the same at this moment: then the later one stands.
 *
 * @param {string} outdir
 * @param {string} fresh
 */
async function replace(outdir, fresh) {
  const old = `${outdir}.${process.pid}.old`;
  for (let attempt = 1; ; attempt += 1) {
    // Without waiting in between: a folder has no exchange, and for this moment there is none.
    moved(outdir, old, "ENOENT");
    const done = moved(fresh, outdir, "ENOTEMPTY");
    await rm(old, { recursive: true, force: true });
    if (done) return;
    if (attempt === 20) throw new Error(`${outdir} keeps being rebuilt by another process`);
  }
}

/**
 * False if it failed with the code that another build at this moment explains.
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
