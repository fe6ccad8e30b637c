import { codes, type DiagnosticCode } from "../../../model/findings/codes.ts";
import { codeHelp } from "./entries.ts";
import type { CodeExample, CodeHelp, Remedy } from "./entry.ts";

/** What `heir help CODE` prints: plain text of at most 78 columns, but for lines of files and the title. */
export function codeHelpText(code: DiagnosticCode): string {
  const { severity, title } = codes[code];
  const help: CodeHelp = codeHelp[code];
  const { meaning, cause, remedy, example, reclass, settings } = help;
  const parts = [
    [`${code}: ${title}`],
    [`severity: ${severity}`],
    wrapped(meaning),
    section("How one gets there", wrapped(cause, INDENT)),
    section("What to do", remedy.flatMap(remedyLines)),
    example === undefined ? [] : section("Example", exampleLines(example)),
    reclass === undefined ? [] : section("What reclass does", wrapped(reclass, INDENT)),
    settings === undefined ? [] : section("Settings", wrapped(settings.join(", "), INDENT)),
    lastLines(listing(code, example), "lists where it is found"),
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

const COLUMNS = 78;
const INDENT = "  ";

/** A command and what it does, on one line if that is wide enough. */
function lastLines(command: string, meaning: string): readonly string[] {
  const line = `${INDENT}${command}   ${meaning}`;
  return line.length <= COLUMNS ? [line] : [`${INDENT}${command}`, `${INDENT}${INDENT}${meaning}`];
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return [heading, ...lines];
}

function remedyLines({ step, yaml = [] }: Remedy): readonly string[] {
  const [first = "", ...rest] = wrapped(step, `${INDENT}  `);
  return [`${INDENT}- ${first.trimStart()}`, ...rest, ...yaml.map((line) => `${INDENT}      ${line}`)];
}

function exampleLines({ files, commands = [] }: CodeExample): readonly string[] {
  const shown = Object.entries(files).flatMap(([path, lines]) => [`# ${path}`, ...lines]);
  return [...shown, ...commands.map((line) => `$ ${line}`)].map((line) => `${INDENT}${line}`);
}

function listing(code: DiagnosticCode, example: CodeExample | undefined): string {
  return `${example?.shownBy ?? "heir check"} --only ${code}`;
}

/** Text in lines; what stands in backticks stays on one line. */
function wrapped(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}
