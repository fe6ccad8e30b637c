// `npm run docs`: generates the parts of the documentation that repeat the sources: a page for each command, from the
// table of commands; the index of docs/checks, from its pages and the table of codes; the rows of decision 9; the keys in docs/tui.md and of the files in docs/reference/files.md. Fails if a
// code has no page, or a page has no code.
//
//   node scripts/docs.js [--check]      (--check writes nothing; it fails if a page is out of date)

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSources } from "./sources.js";

/**
 * The sources of the pages.
 *
 * @typedef {object} Program
 * @property {typeof import("../src/model/findings/codes.ts").allCodes} allCodes
 * @property {typeof import("../src/model/findings/codes.ts").severitiesOf} severitiesOf
 * @property {typeof import("../src/report/help/page-text.ts").codePage} codePage
 * @property {typeof import("../src/cli/commands/table.ts").commands} commands
 * @property {typeof import("../src/cli/words/help.ts").optionRows} optionRows
 * @property {typeof import("../src/cli/words/help.ts").usageLine} usageLine
 * @property {typeof import("../src/cli/words/options.ts").globalOptions} globalOptions
 * @property {typeof import("../src/cli/words/options.ts").ownOptions} ownOptions
 * @property {typeof import("./form-tables.ts").formTables} formTables
 * @property {typeof import("../src/speed/table.ts").speedTable} speedTable
 * @property {typeof import("../src/tui/keymap.ts").bindings} bindings
 * @property {typeof import("../src/tui/keymap.ts").keyName} keyName
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "docs/checks";
const index = `${folder}/README.md`;
const tui = "docs/tui.md";
const files = "docs/reference/files.md";
const speed = "docs/decisions/0009-speed-code.md";
const reference = "docs/reference/commands";
/** So many commands have an option, with the same words, if it is described with their list. */
const SEVERAL = 4;
/** The headings of the list of codes, by the first severity of a code. */
const severityHeadings = { error: "Errors", warning: "Warnings", info: "Info" };

mkdirSync(join(root, reference), { recursive: true });
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
/** @type {Program} */
const program = await loadSources(`
    export { allCodes, severitiesOf } from "./src/model/findings/codes.ts";
    export { commands } from "./src/cli/commands/table.ts";
    export { optionRows, usageLine } from "./src/cli/words/help.ts";
    export { globalOptions, ownOptions } from "./src/cli/words/options.ts";
    export { codePage } from "./src/report/help/page-text.ts";
    export { formTables } from "./scripts/form-tables.ts";
    export { speedTable } from "./src/speed/table.ts";
    export { bindings, keyName } from "./src/tui/keymap.ts";`);
/** @type {Map<string, string>} */
const pages = new Map([
  ...(await commandPages(program)),
  [index, between(index, "codes", `\n${codeLists(program)}\n`)],
  [tui, between(tui, "keys", `\n${keyTable(program)}\n`)],
  [files, formPage(program)],
  [speed, between(speed, "speed", `\n${speedRows(program)}\n`)],
]);
const stray = readdirSync(join(root, reference)).filter((name) => !pages.has(`${reference}/${name}`));
if (stray.length > 0) throw new Error(`pages of ${reference} without a command: ${stray.join(", ")}`);
if (values.check) check(pages);
else write(pages);

/**
 * A page for each command, and the list of them.
 *
 * @param {Program} program
 * @returns {Promise<readonly (readonly [string, string])[]>}
 */
async function commandPages({ commands, optionRows, usageLine, globalOptions, ownOptions }) {
  const all = await Promise.all(
    [...commands].map(async ([name, { summary, load }]) => {
      const command = await load();
      return { name, summary, command, options: optionRows(ownOptions(command)) };
    }),
  );
  const shared = sharedRows(all.map(({ options }) => options));
  const pages = all.map(({ name, summary, command, options }) => {
    const exits = Object.entries(command.exits ?? {}).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
    const parts = [
      `# heir ${name}`,
      sentence(summary),
      `\`\`\`text\n${usageLine(name, command)}\n\`\`\``,
      ...(options.length === 0 ? [] : [optionTable(options, shared)]),
      ...(command.details ?? []).map((part) => (typeof part === "string" ? part : exampleList(part))),
      "## Examples",
      exampleList(command.examples),
      ...(exits.length === 0 ? [] : ["## Exit codes", exits.join("\n")]),
      "[Other options](README.md#options-of-every-command), [exit codes](../exit-codes.md)",
    ];
    return /** @type {const} */ ([`${reference}/${name}.md`, paragraphs(parts)]);
  });
  const groups = new Set([...commands.values()].map(({ group }) => group));
  const lists = [...groups].flatMap((group) => {
    const members = [...commands].filter(([, entry]) => entry.group === group);
    const rows = members.map(([name, { summary }]) => `- [${name}](${name}.md): ${summary}`);
    return [`## ${sentence(group).slice(0, -1)}`, rows.join("\n")];
  });
  const list = [
    "# Commands",
    "`heir help COMMAND` prints the same.",
    ...lists,
    "## Options of every command",
    table(["option", "meaning"], optionRows(globalOptions)),
    "## Options of several commands",
    table(["option", "meaning"], [...shared.values()]),
  ];
  return [
    ...pages,
    [`${reference}/README.md`, paragraphs(["<!-- These pages are generated by `npm run docs`. -->", ...list])],
  ];
}

/**
 * The options that several commands have, with the same words.
 *
 * @param {readonly (readonly (readonly [string, string])[])[]} lists
 * @returns {Map<string, readonly [string, string]>}
 */
function sharedRows(lists) {
  const rows = lists.flat().map((row) => /** @type {const} */ ([row.join("\n"), row]));
  return new Map(rows.filter(([text]) => rows.filter(([other]) => other === text).length >= SEVERAL));
}

/**
 * The options of one command: its own, and the names of those that others have, too.
 *
 * @param {readonly (readonly [string, string])[]} options
 * @param {ReadonlyMap<string, unknown>} shared
 */
function optionTable(options, shared) {
  const names = options.filter((row) => shared.has(row.join("\n"))).map(([name]) => code(name));
  const own = options.filter((row) => !shared.has(row.join("\n"))).map(([name, meaning]) => [code(name), meaning]);
  const others =
    names.length === 0 ? [] : [[names.join(", "), "[as elsewhere](README.md#options-of-several-commands)"]];
  return table(["option", "meaning"], /** @type {[string, string][]} */ ([...own, ...others]), (text) => text);
}

/** @param {Program} program */
function speedRows({ speedTable }) {
  const rows = speedTable.map(({ name, what, job, gain }) => `| \`${name}\` | ${what} | ${job} | ${gain} |`);
  return ["| row | what | job | without it |", "| --- | --- | --- | ---: |", ...rows].join("\n");
}

/** @param {readonly string[]} parts */
function paragraphs(parts) {
  return `${parts.join("\n\n")}\n`;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * A list, no table: the first column of a table names the options of the command itself.
 *
 * @param {readonly import("../src/cli/commands/command.ts").TableRow[]} examples
 */
function exampleList(examples) {
  return examples.map(([line, meaning]) => `- \`${line}\`: ${meaning}`).join("\n");
}

/**
 * @param {readonly [string, string]} head
 * @param {readonly (readonly [string, string])[]} rows
 */
function table(head, rows, left = code) {
  const cells = [head, ...rows.map(([first, second]) => [left(first), cell(second)])];
  const [top, ...others] = cells.map((row) => `| ${row.join(" | ")} |`);
  return [top, "|---|---|", ...others].join("\n");
}

/** @param {string} text */
function code(text) {
  return `\`${cell(text)}\``;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll("|", "\\|");
}

/**
 * Every code with a link to its page and its title, below its severity; what else it may be stands behind.
 *
 * @param {Program} program
 */
function codeLists({ allCodes, severitiesOf, codePage }) {
  const names = readdirSync(join(root, folder)).map((name) => basename(name, ".md"));
  const extra = names.filter((name) => name !== "README" && !allCodes.some((code) => code === name));
  const missing = allCodes.filter((code) => !names.includes(code));
  if (extra.length > 0) throw new Error(`pages of docs/checks without a code: ${extra.join(", ")}`);
  if (missing.length > 0) throw new Error(`codes without a page in docs/checks: ${missing.join(", ")}`);
  const lists = Object.entries(severityHeadings).map(([severity, heading]) => {
    const rows = allCodes
      .filter((code) => severitiesOf(code)[0] === severity)
      .map((code) => {
        const others = severitiesOf(code).slice(1);
        const { title } = codePage(present(`${folder}/${code}.md`));
        return `- [\`${code}\`](${code}.md): ${title}${others.length > 0 ? ` (or ${others.join(", ")})` : ""}`;
      });
    return `## ${heading}\n\n${rows.join("\n")}`;
  });
  return lists.join("\n\n");
}

/**
 * Every key of the terminal UI, what it does, and the name of its action, for key settings.
 *
 * @param {Program} program
 */
function keyTable({ bindings, keyName }) {
  const rows = bindings.map(({ keys, help, action }) => [keys.map(keyName).join(" "), help, action]);
  const wide = [0, 1].map((column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(wide[column] ?? 0)).join("  "));
  return ["```text", ...lines.map((line) => `  ${line.trimEnd()}`), "```"].join("\n");
}

/**
 * The page of files with the keys of each form in its tables.
 *
 * @param {Program} program
 */
function formPage({ formTables }) {
  return formTables().reduce(
    (text, [name, rows]) => replaced({ path: files, text }, name, `\n${rows}\n`),
    present(files),
  );
}

/**
 * A page with its text between these marks replaced.
 *
 * @param {string} path
 * @param {string} name
 * @param {string} made
 */
function between(path, name, made) {
  return replaced({ path, text: present(path) }, name, made);
}

/**
 * @param {{path: string, text: string}} page
 * @param {string} name
 * @param {string} made
 */
function replaced({ path, text }, name, made) {
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
  console.error("They repeat the sources. Run `npm run docs`, and read the changes.");
  process.exitCode = 1;
}

/** @param {string} path */
function present(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
}
