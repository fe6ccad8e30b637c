// `npm run docs`: makes docs/checks, one page for each code and a list of all, from the table that `heir help CODE`
// prints. What the pages show as output is what `heir check` prints on their examples at this moment.
//
//   node scripts/docs.js [--check]      (--check writes nothing; it fails if a page is not what would be written)

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { withoutDevtools } from "./without-devtools.js";

/** @typedef {import("../src/report/findings/help/entry.ts").CodeHelp} CodeHelp */
/** @typedef {import("../src/report/findings/help/entry.ts").CodeExample} CodeExample */
/** @typedef {import("../src/report/findings/help/entry.ts").Remedy} Remedy */
/**
 * What the pages are made from.
 *
 * @typedef {object} Program
 * @property {Readonly<Record<string, { severity: string, title: string }>>} codes
 * @property {Readonly<Record<string, CodeHelp>>} codeHelp
 * @property {typeof import("../src/tui/keymap.ts").bindings} bindings
 * @property {typeof import("../src/tui/keymap.ts").keyName} keyName
 * @property {typeof import("../src/cli/start/run.ts").run} run
 * @property {typeof import("../src/cli/start/host.ts").openFolder} openFolder
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "docs/checks";
const overview = "docs/README.md";
const tui = "docs/tui.md";
const COLUMNS = 120;
const FENCE = "```";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const temporary = realpathSync(mkdtempSync(join(tmpdir(), "heir-docs-")));
try {
  const program = await loadProgram();
  const pages = await allPages(program);
  if (values.check) check(pages);
  else write(pages);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** @returns {Promise<Program>} */
async function loadProgram() {
  const entry = `
    export { codes } from "./src/model/findings/codes.ts";
    export { bindings, keyName } from "./src/tui/keymap.ts";
    export { codeHelp } from "./src/report/findings/help/entries.ts";
    export { run } from "./src/cli/start/run.ts";
    export { openFolder } from "./src/cli/start/host.ts";`;
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
  const file = join(temporary, "program.mjs");
  writeFileSync(file, result.outputFiles[0]?.text ?? "");
  return import(pathToFileURL(file).href);
}

/**
 * Path to text of everything that is made.
 *
 * @param {Program} program
 */
async function allPages(program) {
  const rules = ruleLinks();
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const [code, help] of Object.entries(program.codeHelp)) {
    pages.set(`${folder}/${code}.md`, await codePage(code, help, { program, rules }));
  }
  pages.set(`${folder}/README.md`, await indexPage(program));
  pages.set(overview, between(overview, "codes", `\n  ${codeList(Object.keys(program.codes))}\n  `));
  pages.set(tui, between(tui, "keys", `\n${keyTable(program)}\n`));
  return pages;
}

/**
 * @param {string} code
 * @param {CodeHelp} help
 * @param {{ program: Program, rules: Map<string, string> }} context
 */
async function codePage(code, help, { program, rules }) {
  const { severity, title } = program.codes[code] ?? { severity: "", title: "" };
  const { meaning, cause, remedy, example, reclass } = help;
  return joined([
    `<!-- ${notice("src/report/findings/help/*.ts")} -->`,
    `# \`${code}\``,
    `*${severity}*: ${title}`,
    wrapped(meaning),
    "## How one gets there",
    wrapped(cause),
    "## What to do",
    remedy.map(remedyText).join("\n"),
    ...(example === undefined ? [] : ["## Example", await exampleText(code, example, program)]),
    ...(reclass === undefined ? [] : ["## What reclass does", wrapped(reclass)]),
    "## See also",
    seeAlso(code, help, rules),
  ]);
}

/** @param {string} source */
function notice(source) {
  return `Made by scripts/docs.js, from ${source}. To change it, change that, then: npm run docs`;
}

/** @param {Remedy} remedy */
function remedyText({ step, yaml }) {
  const text = `- ${wrapped(step, COLUMNS - 2).replaceAll("\n", "\n  ")}`;
  if (yaml === undefined) return text;
  return [text, "", ...[`${FENCE}yaml`, ...yaml, FENCE].map((line) => `  ${line}`), ""].join("\n");
}

/**
 * The files of an example and what is printed in a folder that holds them.
 *
 * @param {string} code
 * @param {CodeExample} example
 * @param {Program} program
 */
async function exampleText(code, example, program) {
  const { files, commands = [], shownBy = "heir check" } = example;
  const texts = Object.entries(files).map(([path, lines]) => /** @type {const} */ ([path, [`# ${path}`, ...lines]]));
  const place = join(temporary, code);
  for (const each of ["nodes", "classes"]) mkdirSync(join(place, each), { recursive: true });
  for (const [path, lines] of texts) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    // JSON has no comments: its file begins below the line that names it.
    writeFileSync(join(place, path), `${lines.slice(path.endsWith(".json") ? 1 : 0).join("\n")}\n`);
  }
  for (const line of commands) spawnSync("sh", ["-c", line], { cwd: place, env: environment() });
  const output = await printed(shownBy, place, program);
  if (!output.includes(`[${code}]`)) throw new Error(`the example of ${code} does not show it, but:\n${output}`);
  // Commands of the shell are not repeated by the tests, so what is printed behind them is no `console` block.
  const language = commands.length === 0 ? "console" : "text";
  return joined([
    block("yaml", texts.flatMap(([, lines]) => lines).join("\n")),
    ...(commands.length === 0 ? [] : [block("sh", commands.join("\n"))]),
    `<!-- output: begin -->\n${block(language, `$ ${shownBy}\n${output}`)}\n<!-- output: end -->`,
  ]);
}

/**
 * What a command line prints on both streams.
 *
 * @param {string} line
 * @param {string} cwd
 * @param {Program} program
 */
async function printed(line, cwd, { run, openFolder }) {
  let text = "";
  const stream = {
    /** @param {string | Uint8Array} piece */
    write(piece) {
      text += typeof piece === "string" ? piece : Buffer.from(piece).toString();
      return true;
    },
    once: () => {},
  };
  const { signal } = new AbortController();
  const host = { cwd, env: environment(), stdout: stream, stderr: stream, signal, open: openFolder };
  await run(line.split(" ").slice(1), host);
  return text.trimEnd();
}

/** Nothing of the user's but the way to programs; equal steps give equal commits. */
function environment() {
  const [name, email, date] = ["A. Writer", "writer@example.org", "1600000000 +0000"];
  return {
    PATH: process.env["PATH"],
    HOME: temporary,
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: dirname(temporary),
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
}

/**
 * @param {string} code
 * @param {CodeHelp} help
 * @param {Map<string, string>} rules
 */
function seeAlso(code, { example, rules: numbers = [], settings = [] }, rules) {
  const links = numbers.map((number) => rules.get(number) ?? unknownRule(code, number));
  const named = settings.map((name) => `[\`${name}\`](../reference/settings.md#${name})`);
  return [
    `- \`${example?.shownBy ?? "heir check"} --only ${code}\` lists where it is found`,
    ...links.map((link) => `- ${link}`),
    ...(named.length === 0 ? [] : [wrapped(`- Settings: ${named.join(", ")}`).replaceAll("\n", "\n  ")]),
    "- [All findings](README.md), and what a team decides about them",
  ].join("\n");
}

/**
 * @param {string} code
 * @param {string} number
 * @returns {never}
 */
function unknownRule(code, number) {
  throw new Error(`${code} goes back to a rule ${number}, which no page of docs/concepts states`);
}

/** Number of each rule to a link to it. */
function ruleLinks() {
  /** @type {Map<string, string>} */
  const links = new Map();
  for (const name of readdirSync(join(root, "docs/concepts"))) {
    const text = readFileSync(join(root, "docs/concepts", name), "utf8");
    for (const [, title = "", number = ""] of text.matchAll(/^## (([A-Z]\d+)\. .*)$/gm)) {
      links.set(number, `[${title}](../concepts/${name}#${anchor(title)})`);
    }
  }
  return links;
}

/** @param {string} title */
function anchor(title) {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "");
  return plain.replaceAll(" ", "-");
}

/** @param {Program} program */
async function indexPage(program) {
  const rows = Object.entries(program.codes).map(([code, { severity, title }]) => {
    return `| [\`${code}\`](${code}.md) | ${severity} | ${title} |`;
  });
  return joined([
    `<!-- ${notice("the table in src/model/findings/codes.ts")} -->`,
    "# Checks: every finding by its code",
    wrapped(
      "Everything that heir can find wrong. Codes are stable words. `heir help CODE` prints the page of a code; " +
        "`heir check --only CODE` lists where it is found, `heir check --skip CODE` leaves it out.",
    ),
    wrapped(
      "An *error* means that there is no result: the nodes concerned do not resolve, and all others do. A *warning* " +
        "means that there is a result, but perhaps not the one that was meant.",
    ),
    ["| code | severity | what it says |", "| --- | --- | --- |", ...rows].join("\n"),
    "## What a team decides",
    await decisions(program),
  ]);
}

/** @param {Program} program */
async function decisions(program) {
  const everywhere = [
    "checks:",
    "  yaml-1.1-surprise: error",
    "  container-in-text: {severity: info, reason: our templates print lists on purpose}",
    "  class-skipped: off",
  ];
  const here = [
    "parameters:",
    "  a: yes  # heir: allow yaml-1.1-surprise (read by a program that wants a boolean)",
    "  # heir: allow yaml-1.1-surprise (a mode in octal, as chmod has it)",
    "  b: 0644",
    "  c: no",
  ];
  return joined([
    wrapped(
      "**For all files**, in `heir.yml`: [`checks`](../reference/settings.md#checks) gives a code another severity " +
        "(`error`, `warning`, `info` or `off`), with a reason if you like. The reason is shown with each finding.",
    ),
    block("yaml", everywhere.join("\n")),
    wrapped(
      "**For one line**, where it stands: a comment on the same line or, alone on a line, on the line before. The " +
        "reason in brackets is required. A comment that allows nothing is a finding itself: " +
        "[`allow-useless`](allow-useless.md).",
    ),
    await exampleText("yaml-1.1-surprise", { files: { "nodes/web1.yml": here } }, program),
    wrapped(
      "Errors can be neither lowered nor allowed: whatever a comment says, the node does not resolve. A warning that " +
        "was raised to an error makes `heir check` fail, and the node resolves as before.",
    ),
  ]);
}

/**
 * A link to each page of a code.
 *
 * @param {readonly string[]} codes
 */
function codeList(codes) {
  const links = codes.map((code) => `[\`${code}\`](checks/${code}.md)`);
  return wrapped(links.join(", "), COLUMNS - 2).replaceAll("\n", "\n  ");
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
  const text = readFileSync(join(root, path), "utf8");
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`${path} lacks ${begin} or ${end}`);
  return `${text.slice(0, text.indexOf(begin))}${begin}${made}${text.slice(text.indexOf(end))}`;
}

/** @param {Map<string, string>} pages */
function write(pages) {
  for (const path of leftOver(pages)) rmSync(join(root, path));
  mkdirSync(join(root, folder), { recursive: true });
  const changed = [...pages].filter(([path, text]) => text !== present(path));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
  console.log(`${pages.size} pages, ${changed.length} of them changed`);
}

/** @param {Map<string, string>} pages */
function check(pages) {
  const changed = [...pages].filter(([path, text]) => text !== present(path)).map(([path]) => path);
  const stale = [...changed, ...leftOver(pages)];
  if (stale.length === 0) return;
  console.error(`These pages are out of date:\n\n  ${stale.join("\n  ")}\n`);
  console.error("They are made from the sources. Renew them with `npm run docs`, and read what has changed.");
  process.exitCode = 1;
}

/** @param {string} path */
function present(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}

/**
 * Files in the folder of the pages that none of them is: a code that was renamed leaves one.
 *
 * @param {Map<string, string>} pages
 */
function leftOver(pages) {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names.map((name) => `${folder}/${basename(name)}`).filter((path) => !pages.has(path));
}

/**
 * @param {string} language
 * @param {string} text
 */
function block(language, text) {
  return `${FENCE}${language}\n${text}\n${FENCE}`;
}

/** @param {readonly string[]} parts */
function joined(parts) {
  return `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}

/** Text in lines; what stands in backticks or is a link stays on one line. */
function wrapped(/** @type {string} */ text, columns = COLUMNS) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
