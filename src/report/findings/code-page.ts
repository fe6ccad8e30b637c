import { type DiagnosticCode, severitiesOf } from "../../model/findings/codes.ts";

/** The page of a code in docs/checks, cut into its parts. */
export interface CodePage {
  /** The finding in one line. */
  readonly title: string;
  /** How heir handles it: the Markdown above the first section. */
  readonly meaning: string;
  readonly sections: readonly { readonly heading: string; readonly body: string }[];
}

/** A page begins with the code as its heading, then `*severity*: title`. */
export function codePage(text: string): CodePage {
  const [head = "", ...sections] = text.split(/^## /m);
  const [, line = "", ...meaning] = head.trim().split("\n\n");
  return {
    title: line.replace(/^.*\*: /, ""),
    meaning: meaning.join("\n\n"),
    sections: sections.map((section) => {
      const end = section.indexOf("\n");
      return { heading: section.slice(0, end), body: section.slice(end) };
    }),
  };
}

/** What `heir help CODE` prints: plain text of at most 78 columns, except for lines of files and the title. */
export function codeHelpText(code: DiagnosticCode, { title, meaning, sections }: CodePage): string {
  const parts = [
    [`${code}: ${title}`],
    [`severity: ${severitiesOf(code).join(" or ")}`],
    ...meaning.split("\n\n").map((paragraph) => wrapped(paragraph, "")),
    ...sections.map(({ heading, body }) => [heading, ...bodyLines(body)]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const COLUMNS = 78;
const INDENT = "  ";

/** A fenced block: its indentation, language and lines. Else a paragraph or an item of a list. */
const BLOCK = /^( *)```(\w*)\n([\s\S]*?)^ *```$|^\S.*(?:\n(?!- | *```).+)*/gm;

function bodyLines(body: string): readonly string[] {
  return [...body.matchAll(BLOCK)].flatMap(([text, indent, language, code]) => {
    if (code === undefined) return textLines(text);
    // The output of commands on the example is for readers of the page.
    if (language === "console") return [];
    const prompt = language === "sh" ? "$ " : "";
    const lines = code.trimEnd().split("\n");
    return lines.map((line) => `${INDENT}${indent === "" ? prompt : INDENT + INDENT}${line}`);
  });
}

function textLines(text: string): readonly string[] {
  if (!text.startsWith("- ")) return wrapped(text, INDENT);
  // A link to another page is useless in a terminal.
  if (text.startsWith("- [")) return [];
  const [first = "", ...rest] = wrapped(text.slice(2), `${INDENT}  `);
  return [`${INDENT}- ${first.trimStart()}`, ...rest];
}

/** Text in lines, with each link replaced by its text; inline code stays on one line. */
function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}
