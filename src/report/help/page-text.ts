import MarkdownIt, { type Token } from "markdown-it";
import { wrapped } from "../../base/terminal-text.ts";
import { type DiagnosticCode, severitiesOf } from "../../model/findings/codes.ts";

/** What `heir help CODE` prints: of the commands on the example, only what is typed. */
export function codeHelpText(code: DiagnosticCode, page: CodePage, form: Omit<PageForm, "commandsOf">): string {
  const { title, meaning, sections } = page;
  const parts = [
    `# ${code}: ${title}`,
    `severity: ${severitiesOf(code).join(" or ")}`,
    meaning,
    ...sections.map(({ heading, body }) => `## ${heading}\n${body}`),
  ];
  return pageText(parts.join("\n\n"), { ...form, commandsOf: "console" });
}

/** The page of a code in docs/checks, cut into its parts. */
interface CodePage {
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

export interface PageForm {
  readonly columns: number;
  /** Of blocks in this language only the commands are shown, not what they print. */
  readonly commandsOf?: string;
  /** The command that prints the page of a link, where help has that page. */
  helpFor?(address: string): string | undefined;
}

/** Markdown as plain text: links as texts, tables as columns, no comments. Code and single words may be too wide. */
export function pageText(markdown: string, form: PageForm): string {
  const blocks = tree(parser.parse(markdown, {})).filter(isShown);
  const first = blocks.findIndex(({ token }) => token.type === "heading_open" && token.tag !== "h1");
  const [head, sections] = first < 0 ? [blocks, []] : [blocks.slice(0, first), blocks.slice(first)];
  const inner = { ...form, columns: form.columns - INDENT.length };
  const parts = [
    ...head.map((block) => blockLines(block, form)),
    ...sections.map((block) =>
      block.token.type === "heading_open" ? blockLines(block, form) : shifted(blockLines(block, inner), INDENT, INDENT),
    ),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`.replaceAll(GLUE, " ");
}

const parser = new MarkdownIt({ html: true });
const INDENT = "  ";
/** A space that no line ends at. */
const GLUE = "\u0001";
/** Code of more signs may go over two lines. */
const MOST_GLUED = 32;

/** A token with those between its opening and its closing one. */
interface Block {
  readonly token: Token;
  readonly children: Block[];
}

function tree(tokens: readonly Token[]): readonly Block[] {
  const top: Block[] = [];
  const open: Block[][] = [top];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const block = { token, children: [] };
    open.at(-1)?.push(block);
    if (token.nesting > 0) open.push(block.children);
  }
  return top;
}

function isShown({ token: { type } }: Block): boolean {
  return type !== "html_block" && type !== "hr";
}

function blockLines(block: Block, form: PageForm): readonly string[] {
  switch (block.token.type) {
    case "fence":
    case "code_block":
      return codeLines(block.token, form);
    case "bullet_list_open":
    case "ordered_list_open":
      return listLines(block, form);
    case "table_open":
      return columnLines(tableRows(block), form.columns);
    case "heading_open":
    case "paragraph_open":
      return wrapped(block.children.map(inlineText).join("") + linkedHelp(block, form), form.columns);
    default:
      return shifted(innerLines(block, { ...form, columns: form.columns - INDENT.length }), INDENT, INDENT);
  }
}

/** Shell commands get the prompt that blocks with their output have. */
function codeLines({ content, info }: Token, { commandsOf }: PageForm): readonly string[] {
  const prompt = info === "sh" ? "$ " : "";
  const all = content.replace(/\n+$/, "").split("\n");
  const lines = info === commandsOf ? all.filter((line) => line.startsWith("$ ")) : all;
  return lines.map((line) => (line === "" ? "" : INDENT + prompt + line));
}

function listLines(list: Block, form: PageForm): readonly string[] {
  const isNumbered = list.token.type === "ordered_list_open";
  const items = list.children.map((item, index) => {
    const sign = isNumbered ? `${index + 1}. ` : "- ";
    const lines = innerLines(item, { ...form, columns: form.columns - sign.length });
    return shifted(lines, sign, " ".repeat(sign.length));
  });
  const isTight = list.children.every(({ children }) => children[0]?.token.hidden === true);
  return items.flatMap((lines, index) => (isTight || index === 0 ? lines : ["", ...lines]));
}

/** The blocks within an item or a quotation; the paragraphs of a tight list have no blank line behind them. */
function innerLines({ children }: Block, form: PageForm): readonly string[] {
  return children.filter(isShown).flatMap((block, index, all) => {
    const isTight = index === 0 || all[index - 1]?.token.hidden === true;
    return isTight ? blockLines(block, form) : ["", ...blockLines(block, form)];
  });
}

/** Behind a paragraph that is one link and nothing else: the command that prints its page. */
function linkedHelp({ children }: Block, form: PageForm): string {
  const inline = children[0]?.token.children ?? [];
  const types = inline.map(({ type }) => type);
  const isLink = types[0] === "link_open" && types.indexOf("link_close") === types.length - 1;
  const command = isLink ? form.helpFor?.(String(inline[0]?.attrGet("href") ?? "")) : undefined;
  return command === undefined ? "" : ` (${glued(command)})`;
}

function tableRows(table: Block): readonly (readonly string[])[] {
  return table.children
    .flatMap(({ children }) => children)
    .map((row) => row.children.map((cell) => cell.children.map(inlineText).join("")));
}

function inlineText({ token }: Block): string {
  return (token.children ?? []).map(partText).join("");
}

function partText({ type, content }: Token): string {
  switch (type) {
    case "text":
    case "image":
      return content;
    case "code_inline":
      return glued(content);
    case "softbreak":
    case "hardbreak":
      return " ";
    default:
      return "";
  }
}

function glued(text: string): string {
  return text.length > MOST_GLUED ? text : text.replaceAll(" ", GLUE);
}

function shifted(lines: readonly string[], first: string, rest: string): readonly string[] {
  return lines.map((line, index) => (line === "" ? line : (index === 0 ? first : rest) + line));
}

const GAP = 2;
/** A column is not made narrower than this. */
const LEAST = 12;

/**
 * Rows of cells as columns of text. If they are too wide for so many columns, the cells of the widest ones wrap; if
 * even that has no room, each cell is on lines of its own, and those after the first are indented.
 */
function columnLines(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, at) => Math.max(0, ...rows.map((row) => (row[at] ?? "").length)));
  const room = columns - GAP * (count - 1);
  if (room < LEAST * count) return rows.slice(1).flatMap((row) => stacked(row, columns));
  const widths = narrowed(natural, room);
  return rows.flatMap((row) => rowLines(row, widths));
}

/** Widths that fit into the room: the widest give way. */
function narrowed(natural: readonly number[], room: number): readonly number[] {
  let most = Math.max(0, ...natural);
  const widths = () => natural.map((width) => Math.min(width, Math.max(most, LEAST)));
  while (most > LEAST && sum(widths()) > room) most -= 1;
  // What rounding left over goes to the last column that was cut.
  const cut = widths();
  const left = room - sum(cut);
  const last = natural.findLastIndex((width, at) => width > (cut[at] ?? 0));
  return left <= 0 ? cut : cut.map((width, at) => (at === last ? Math.min(natural[at] ?? 0, width + left) : width));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = widths.map((width, at) => wrapped(row[at] ?? "", width));
  const height = Math.max(1, ...cells.map(({ length }) => length));
  const cellsAt = (at: number) => cells.map((lines, column) => (lines[at] ?? "").padEnd((widths[column] ?? 0) + GAP));
  return Array.from({ length: height }, (_, at) => cellsAt(at).join("").trimEnd());
}

function stacked([first = "", ...others]: readonly string[], columns: number): readonly string[] {
  const inner = others.filter((text) => text !== "").flatMap((text) => wrapped(text, columns - 4));
  return [...wrapped(first, columns), ...inner.map((line) => `    ${line}`)];
}
