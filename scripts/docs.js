// `npm run docs`: makes what documents repeat of the sources: the index of docs/checks, from its pages and the table of
// codes, and the keys in docs/tui.md. Fails if a code has no page, or a page belongs to no code.
//
//   node scripts/docs.js [--check]      (--check writes nothing; it fails if a page is not what would be written)

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { withoutDevtools } from "./without-devtools.js";

/**
 * What the pages are made from.
 *
 * @typedef {object} Program
 * @property {typeof import("../src/model/findings/codes.ts").allCodes} allCodes
 * @property {typeof import("../src/model/findings/codes.ts").severitiesOf} severitiesOf
 * @property {typeof import("../src/report/findings/code-page.ts").codePage} codePage
 * @property {typeof import("../src/tui/keymap.ts").bindings} bindings
 * @property {typeof import("../src/tui/keymap.ts").keyName} keyName
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "docs/checks";
const index = `${folder}/README.md`;
const tui = "docs/tui.md";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const program = await loadProgram();
const pages = new Map([
  [index, between(index, "codes", `\n${codeTable(program)}\n`)],
  [tui, between(tui, "keys", `\n${keyTable(program)}\n`)],
]);
if (values.check) check(pages);
else write(pages);

/** @returns {Promise<Program>} */
async function loadProgram() {
  const entry = `
    export { allCodes, severitiesOf } from "./src/model/findings/codes.ts";
    export { codePage } from "./src/report/findings/code-page.ts";
    export { bindings, keyName } from "./src/tui/keymap.ts";`;
  const result = await build({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    target: "node20",
    plugins: [withoutDevtools],
    // Libraries written as CommonJS ask for Node's own modules with `require`, which an ES module does not have.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    write: false,
    logLevel: "warning",
  });
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "heir-docs-")));
  try {
    const file = join(temporary, "program.mjs");
    writeFileSync(file, result.outputFiles[0]?.text ?? "");
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Every code with a link to its page, its severities and its title.
 *
 * @param {Program} program
 */
function codeTable({ allCodes, severitiesOf, codePage }) {
  const names = readdirSync(join(root, folder)).map((name) => basename(name, ".md"));
  const extra = names.filter((name) => name !== "README" && !allCodes.some((code) => code === name));
  const missing = allCodes.filter((code) => !names.includes(code));
  if (extra.length > 0) throw new Error(`pages of docs/checks without a code: ${extra.join(", ")}`);
  if (missing.length > 0) throw new Error(`codes without a page in docs/checks: ${missing.join(", ")}`);
  const rows = allCodes.map((code) => {
    const { title } = codePage(present(`${folder}/${code}.md`));
    return `| [\`${code}\`](${code}.md) | ${severitiesOf(code).join(" or ")} | ${title} |`;
  });
  return ["| code | severity | what it says |", "| --- | --- | --- |", ...rows].join("\n");
}

/**
 * Every key of the terminal UI, where it works, and its action, by which it can be given another key.
 *
 * @param {Program} program
 */
function keyTable({ bindings, keyName }) {
  const rows = bindings.map(({ keys, help, on, action }) => {
    const shown = keys.map((key) => `<kbd>${htmlText(keyName(key))}</kbd>`).join(" ");
    return `| ${shown} | ${help} | ${on?.join(", ") ?? ""} | \`${action}\` |`;
  });
  return ["| key | what it does | only on | action |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** @param {string} text */
function htmlText(text) {
  return text.replace(/[&<>|`_]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * A page with another text between its marks of that name.
 *
 * @param {string} path
 * @param {string} name
 * @param {string} made
 */
function between(path, name, made) {
  const text = present(path);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`${path} lacks ${begin} or ${end}`);
  return `${text.slice(0, text.indexOf(begin))}${begin}${made}${text.slice(text.indexOf(end))}`;
}

/** @param {Map<string, string>} pages */
function write(pages) {
  const changed = [...pages].filter(([path, text]) => text !== present(path));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  console.log(`${pages.size} pages, ${changed.length} of them changed`);
}

/** @param {Map<string, string>} pages */
function check(pages) {
  const stale = [...pages].filter(([path, text]) => text !== present(path)).map(([path]) => path);
  if (stale.length === 0) return;
  console.error(`These pages are out of date:\n\n  ${stale.join("\n  ")}\n`);
  console.error("They repeat the sources. Renew them with `npm run docs`, and read what has changed.");
  process.exitCode = 1;
}

/** @param {string} path */
function present(path) {
  return readFileSync(join(root, path), "utf8");
}
