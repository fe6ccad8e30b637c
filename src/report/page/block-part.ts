import { terminalSafe } from "../../base/terminal-text.ts";
import type { Block } from "../../model/results/block.ts";
import { blockSign, editPlace, type NumberedBlock, nodesRows, shownEffects } from "../diff/block-rows.ts";
import { editText } from "../diff/edit-text.ts";
import { counted, type Row } from "../text/row.ts";
import type { Element, Pair, Part } from "./data.ts";
import { placeLink } from "./file-link.ts";

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

/**
 * One block as a reader sees it at first: the edit, its nodes, why they fail and its effects, in the words of the text
 * (rule V8 of docs/concepts/review.md). What it holds besides is made when it is opened.
 */
export function blockPart(numbered: NumberedBlock, { links }: { readonly links: Pair<string> }): Element {
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

/** A row of the text as a line of the page. */
export function rowPart(row: Row): Element {
  return [
    "div",
    {},
    ...row.map(({ label, text }) => (label === "plain" ? text : (["span", { class: label }, text] satisfies Element))),
  ];
}
