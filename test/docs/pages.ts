import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const projectFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** One page of the documentation. */
export interface Page {
  /** From the top of the project. */
  readonly path: string;
  readonly text: string;
}

/** README.md and every page below docs/. */
export function pages(): readonly Page[] {
  const below = readdirSync(join(projectFolder, "docs"), { recursive: true, encoding: "utf8" });
  const names = below.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  return ["README.md", ...names.sort()].map(page);
}

export function page(path: string): Page {
  return { path, text: readFileSync(join(projectFolder, path), "utf8") };
}

/** A fenced block. */
export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** Where its first line stands in the page, counted from 0. */
  readonly start: number;
  /** The heading above it. */
  readonly section: string;
  /** The text of an HTML comment that stands in the line above the fence. */
  readonly remark: string;
}

/** The fenced blocks of a page, in order. */
export function blocks({ text }: Page): readonly Block[] {
  const lines = text.split("\n");
  const found: Block[] = [];
  let section = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = /^```(\w*)/.exec(line);
    if (fence === null) {
      section = /^#+ (.*)/.exec(line)?.[1] ?? section;
      continue;
    }
    const end = lines.indexOf("```", at + 1);
    const remark = /^<!-- (.*) -->$/.exec(lines[at - 1] ?? "")?.[1] ?? "";
    found.push({ language: fence[1] ?? "", lines: lines.slice(at + 1, end), start: at + 1, section, remark });
    at = end;
  }
  return found;
}

/** A page without its fenced blocks, every other line where it was. */
export function prose(page: Page): string {
  const lines = page.text.split("\n");
  for (const block of blocks(page)) {
    for (let at = block.start - 1; at <= block.start + block.lines.length; at += 1) lines[at] = "";
  }
  return lines.join("\n");
}

/** The headings of a page, without `#`. */
export function headings(page: Page): readonly string[] {
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) => title ?? "");
}

/** The anchors of a page as GitHub makes them from headings. */
export function anchors(page: Page): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const all = new Set<string>();
  for (const title of headings(page)) {
    const base = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    all.add(count === 0 ? base : `${base}-${count}`);
  }
  return all;
}

/** Pieces of `code` in the prose of a page, without the backslashes that tables need before bars. */
export function inlineCode(page: Page): readonly string[] {
  return [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => (code ?? "").replaceAll("\\|", "|"));
}
