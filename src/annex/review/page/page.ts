import { gzipSync } from "node:zlib";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Block, ReviewedComparison } from "../../../model/results/comparison.ts";
import type { PageOptions } from "../../../model/results/evidence.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { NumberedBlock } from "../../../report/blocks/block-rows.ts";
import { blockSign, editPlace, editText, nodesRows, shownEffects } from "../../../report/blocks/block-rows.ts";
import { asideParts, notComparedRows } from "../../../report/diff/comparison.ts";
import { lookedAtText, summaryText, verdictText } from "../../../report/diff/summary.ts";
import { counted, type Row } from "../../../report/text/row.ts";
import { markupText } from "../../../report/text/theme.ts";
import { type Element, type Pair, type Part, WRITTEN_BLOCKS } from "./data.ts";
import { pageData, placeLink, sideLinks } from "./page-data.ts";

/** An address for files. Throws HeirError for what is no address of the web, or the same for every file. */
export function checkedLink(name: string, link: string): string {
  if (/^https?:\/\/[^/\s{}]+\//i.test(link) && link.includes("{file}")) return link;
  const hint = "give an address such as https://example.org/fleet/blob/{rev}/{file}#L{line}";
  throw new HeirError("usage", `invalid ${name} "${link}"`, hint);
}

/**
 * `--format html`: one file that asks nobody for anything: verdict and first blocks as HTML, the rest as data for its
 * script. Its policy allows only its own script and style, by hash. Rules V13 to V17 of docs/concepts/review.md.
 */
export async function comparisonPage(comparison: Masked<ReviewedComparison>, options: PageOptions): Promise<string> {
  const { evidence, link, clean } = options;
  const { assets } = await import("./assets.ts");
  const links = sideLinks(link, evidence.sides);
  const parts = comparison.blocks.map((block, at) => {
    return blockPart({ block, number: at + 1, changes: comparison.changes }, { links });
  });
  const data = pageData(comparison, { evidence, links, rest: parts.slice(WRITTEN_BLOCKS) });
  const allowed = `script-src '${assets.scriptHash}'; style-src '${assets.styleHash}'`;
  const policy = `default-src 'none'; ${allowed}; base-uri 'none'; form-action 'none'`;
  return [
    "<!DOCTYPE html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${markupText(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    clean(`<title>heir: ${markupText(titleText(comparison))}</title>`),
    `<style>${assets.style}</style>`,
    "</head>",
    "<body>",
    ...bodyParts(comparison, parts).map((part) => clean(typeof part === "string" ? part : html(part))),
    // gzip in base64 has no character that means anything in HTML.
    `<script type="application/gzip" id="data">${gzipSync(clean(JSON.stringify(data))).toString("base64")}</script>`,
    `<script>${assets.script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function titleText(comparison: Masked<ReviewedComparison>): string {
  const { blocks } = comparison;
  const verdict = verdictText(comparison);
  return blocks.length === 0 ? verdict : `${verdict}: ${counted(blocks.length, "block")}`;
}

function headPart(comparison: Masked<ReviewedComparison>): Element {
  const { from, to } = comparison;
  const subject = to.subject === undefined ? [] : [" ", ["q", {}, terminalSafe(to.subject)] satisfies Element];
  const titles: Part[] = [["code", {}, terminalSafe(from.title)], " → ", ["code", {}, terminalSafe(to.title)]];
  const states: Element = ["p", { class: "states" }, ...titles, ...subject];
  const tools: Element = ["div", { id: "tools", role: "search", hidden: "" }];
  return ["header", {}, ["h1", {}, titleText(comparison)], states, tools];
}

/** The elements of the document, each on a line of its own; tags around others are text. */
function bodyParts(comparison: Masked<ReviewedComparison>, parts: readonly Element[]): readonly (Element | string)[] {
  const still = notComparedRows(comparison, { full: true });
  const asides = asideParts(comparison, { full: true });
  const foot = comparison.blocks.length === 0 ? summaryText(comparison) : lookedAtText(comparison);
  return [
    headPart(comparison),
    '<main id="blocks">',
    ...parts.slice(0, WRITTEN_BLOCKS),
    ...leftOutParts(parts.length),
    ...(still.length === 0 ? [] : [["div", { class: "rows still" }, ...still.map(rowPart)] satisfies Element]),
    ...asides.map((rows): Element => ["div", { class: "rows still" }, ...rows.map(rowPart)]),
    "</main>",
    ["footer", {}, ["p", {}, terminalSafe(foot)]],
  ];
}

/** For those who read without scripts: blocks beyond the first are data. */
function leftOutParts(count: number): readonly Element[] {
  if (count <= WRITTEN_BLOCKS) return [];
  const text = `${counted(count - WRITTEN_BLOCKS, "more block")} when scripts may run`;
  return [["noscript", {}, ["p", {}, text]]];
}

/** A piece of the page as HTML. All text and every attribute is escaped. Never fails. */
function html(part: Part): string {
  if (typeof part === "string") return markupText(part);
  const [tag, attributes, ...content] = part;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${markupText(value)}"`);
  return `<${tag}${written.join("")}>${content.map(html).join("")}</${tag}>`;
}

/** Up to this many nodes, a set is written whole: lines break on a page. */
const WHOLE_SET = 100;

/** What each sign of a block means, as a word for the style and for people. */
const SIGNS: Readonly<Record<ReturnType<typeof blockSign>, readonly [name: string, meaning: string]>> = {
  "!": ["fails", "fails"],
  "+": ["added", "new"],
  "-": ["removed", "gone"],
  "~": ["changed", "changes"],
  "=": ["same", "no value differs"],
  "*": ["resolves", "newly resolves"],
};

/** A closed block: edit, nodes, failures and effects, in the words of the text (rule V8 of docs/concepts/review.md). */
function blockPart(numbered: NumberedBlock, { links }: { readonly links: Pair<string> }): Element {
  const { block, number } = numbered;
  const sign = blockSign(block);
  const [name, meaning] = SIGNS[sign];
  const nodes = nodesRows(block, { full: block.nodes.length <= WHOLE_SET });
  const effects = shownEffects(numbered, {});
  const layers = block.effects.length === 0 ? "" : ", layers";
  return [
    "section",
    { class: "block", "data-does": name, id: `block-${number}`, "data-block": String(number) },
    [
      "h2",
      {},
      ["span", { class: "number" }, `#${number}`],
      " ",
      ["span", { class: "sign", title: meaning }, sign],
      " ",
      ["span", { class: "edit" }, terminalSafe(editText(block))],
      ...placeParts(block, links),
    ],
    ["div", { class: "rows nodes" }, ...nodes.map(rowPart)],
    ...(effects.length === 0 ? [] : [["div", { class: "rows effects" }, ...effects.map(rowPart)] satisfies Element]),
    ["details", { hidden: "" }, ["summary", {}, `${counted(block.nodes.length, "node")}${layers} and commits`]],
  ];
}

function placeParts({ edit }: Block, links: Pair<string>): readonly Part[] {
  const text = editPlace(edit);
  if (text === "") return [];
  const [first] = edit.places;
  const link = edit.places.length === 1 && first !== undefined ? placeLink(first, links) : undefined;
  if (link === undefined) return [" ", ["span", { class: "source" }, terminalSafe(text)]];
  return [" ", ["a", { class: "source", href: link, rel: "noreferrer" }, terminalSafe(text)]];
}

function rowPart(row: Row): Element {
  const parts = row.map(({ label, text }): Part => (label === "plain" ? text : ["span", { class: label }, text]));
  return ["div", {}, ...parts];
}
