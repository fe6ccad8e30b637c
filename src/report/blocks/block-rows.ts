import { nameSetText } from "../../base/name-set.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import type { EditPlaces, FoldedChange, Sided } from "../../model/results/change.ts";
import type { Block, Edit, KeptKey } from "../../model/results/comparison.ts";
import type { NewNode } from "../../model/results/printed-parts.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { placeOf, type Span, spanPlace } from "../../model/values/value.ts";
import { problemRow } from "../findings/diagnostic.ts";
import { writtenIn } from "../text/frame.ts";
import { counted, countedNodes, indentRow, nodeSet, plainText, type Row, type Segment, segment } from "../text/row.ts";
import { arrow, signPart } from "../text/sign.ts";
import { type ChangeOptions, causeText, ownerText } from "./cause.ts";
import { effectRows } from "./effect-rows.ts";

/** A block with its number, and the changes of the whole comparison. */
export interface NumberedBlock {
  readonly block: Block;
  /** Counted from 1. */
  readonly number: number;
  readonly changes: readonly FoldedChange[];
}

export interface BlockOptions extends ChangeOptions {
  /** The command that shows the whole block, without its number; absent where no command can be typed. */
  readonly command?: string;
}

const MOST_EFFECTS = 20;
const FEW_PLACES = 3;

/**
 * One edit with its effects: what was done and where, its nodes, why they fail, each effect (rules V8 and V11 of
 * docs/concepts/review.md). Beyond 20 effects the number left out is printed, with the command that shows them.
 */
export function blockRows(numbered: NumberedBlock, options: BlockOptions = {}): readonly Row[] {
  return [blockHead(numbered), ...blockBody(numbered, options).map((row) => indentRow(row, 4))];
}

/** What is below the first row of a block: its nodes, why they fail, and its effects. */
export function blockBody(numbered: NumberedBlock, options: BlockOptions = {}): readonly Row[] {
  return [...nodesRows(numbered.block, options), ...shownEffects(numbered, options)];
}

/** The effects of a block, and other edits that take part in them. */
export function shownEffects(numbered: NumberedBlock, options: BlockOptions): readonly Row[] {
  const { block, number, changes } = numbered;
  const most = options.full === true ? Number.POSITIVE_INFINITY : MOST_EFFECTS;
  const shown = block.effects.slice(0, most);
  const left = block.effects.length - shown.length;
  const all = options.command === undefined ? "" : `: ${options.command} --block ${number}`;
  const more = `and ${counted(left, "more effect")}${all}`;
  return [
    ...writtenRows(numbered),
    ...keptRows(block.edit.kept ?? []),
    ...newNodeRows(block.newNodes ?? [], options),
    ...shown.flatMap((effect) => {
      const rows = effectRows(effect, changes, options);
      const own = effect.nodes.length < block.nodes.length ? [indentRow(countedNodes(effect.nodes, options), 4)] : [];
      return [...rows.slice(0, 1), ...own, ...rows.slice(1)];
    }),
    ...(left > 0 ? [[segment("muted", more)]] : []),
    ...block.edit.also.map((cause) => [segment("muted", `and also ${causeText(cause, block.nodes)}`)]),
  ];
}

/** `still ntp_server on 1 node (c): nodes/c.yml:3`: the nodes on which a renamed key still has a value. */
function keptRows(kept: readonly KeptKey[]): readonly Row[] {
  const [first] = kept;
  if (first === undefined) return [];
  const places = [...new Set(kept.map(({ place }) => spanPlace(place)))];
  const more = places.length > FEW_PLACES ? ` and ${counted(places.length - FEW_PLACES, "more place")}` : "";
  const head = `still ${printPath(first.from)} on ${counted(kept.length, "node")} (`;
  const where = segment("source", `${places.slice(0, FEW_PLACES).join(", ")}${more}`);
  return [[segment("warning", head), ...nodeSet(kept.map(({ node }) => node)), segment("warning", "): "), where]];
}

/** `web99.par1: role.web; 2 groups dc.par1, env.prod; 41 values`, a node each. */
function newNodeRows(all: readonly NewNode[], { full, command }: BlockOptions): readonly Row[] {
  const shown = full === true ? all : all.slice(0, MOST_EFFECTS);
  const left = all.length - shown.length;
  return [
    ...shown.map(({ name, classes, groups, values }): Row => {
      const inGroups = groups.length === 0 ? "" : `; ${counted(groups.length, "group")} ${groups.join(", ")}`;
      const text = `: ${classes.join(", ") || "no class"}${inGroups}; ${counted(values, "value")}`;
      return [segment("node", name), plainText(text)];
    }),
    ...(left > 0
      ? [[segment("muted", `and ${counted(left, "more node")}${command === undefined ? "" : " (--full)"}`)]]
      : []),
  ];
}

/** `#1 ~ nginx:workers edited in 10 files  nodes/web[01-10].fra1.yml:8`. */
export function blockHead({ block, number }: NumberedBlock): Row {
  const place = editPlace(block.edit);
  const where = place === "" ? [] : [segment("source", `  ${place}`, "where")];
  const text = segment("plain", editText(block), "path");
  return [segment("muted", `#${number} `), signPart(blockSign(block)), text, ...where];
}

/** The edit without its path, which its only effect says: `edited in class dc.par1  classes/dc/par1.yml:15  all nodes but web3`. */
export function blockAbout(block: Block): Row {
  const [first] = block.effects;
  const path = first === undefined ? "" : `${printPath(first.path)} `;
  const text = editText(block);
  return [
    segment("muted", text.startsWith(path) ? text.slice(path.length) : text, "path"),
    segment("source", `  ${editPlace(block.edit)}`.trimEnd(), "where"),
    segment("muted", block.selector === undefined ? "" : `  ${block.selector}`, "note"),
  ];
}

/** What a block does: `!` fails, `+` and `-` nodes, `~` values, `=` no value differs, `*` newly resolves. */
export function blockSign({ edit, failing, effects }: Block) {
  if (failing.length > 0) return "!";
  if (edit.kind === "node-added") return "+";
  if (edit.kind === "node-removed") return "-";
  if (edit.kind.endsWith("-renamed") && !effects.some(({ path }) => path[0] === "parameters")) {
    return edit.renamed?.differs === true ? "~" : "=";
  }
  return effects.length === 0 ? "*" : "~";
}

/** The nodes of a block, those that fail first, each reason below them. */
export function nodesRows(block: Block, options: BlockOptions): readonly Row[] {
  const { failing, nodes, selector } = block;
  const failed = new Set(failing.flatMap((each) => each.nodes));
  const described = selector === undefined ? [] : [segment("muted", ` (${selector})`)];
  const reasons = failing.flatMap((each) =>
    failingRows(each, each.nodes.length === nodes.length ? described : [], options),
  );
  if (failing.length > 0 && failed.size === nodes.length) return reasons;
  const unchanged: readonly Row[] = blockSign(block) === "=" ? [[segment("muted", "no value differs")]] : [];
  const changed: readonly Row[] = block.edit.renamed?.differs === true ? [[plainText("values differ, too")]] : [];
  return [...reasons, [...countedNodes(nodes, options), ...described], ...unchanged, ...changed];
}

function failingRows({ diagnostic, nodes }: FoundProblem, described: readonly Segment[], options: BlockOptions) {
  const state = nodes.length === 1 ? "newly fails" : "newly fail";
  return [[...countedNodes(nodes, options, state), ...described], problemRow(diagnostic)];
}

/**
 * Both sides of an edited text with references, as written; what the values show is not repeated. Without an effect it
 * is not known whether the text is a secret, so it is not shown.
 */
function writtenRows({ block: { edit, effects }, changes }: NumberedBlock): readonly Row[] {
  const [{ old, new: now } = {}] = edit.places;
  if (edit.cause?.kind !== "value-edited" || old === undefined || now === undefined || effects.length === 0) return [];
  if (effects.some((effect) => effect.changes.some((index) => isSecret(changes[index]?.change ?? {})))) return [];
  const [before, after] = [writtenIn(old), writtenIn(now)];
  if (before === after || ![before, after].some((text) => text.includes("${")) || /\n/.test(before + after)) return [];
  return [[segment("muted", "written "), ...arrow(before, after)]];
}

function isSecret({ before, after }: Sided): boolean {
  return isMarker(before) || isMarker(after);
}

/** Where an edit was made; the files of settings as a whole. */
export function editPlace({ places, cause }: Edit): string {
  return cause?.kind === "settings-changed" ? cause.files.join(", ") : placesText(places);
}

/** `nodes/web[01-10].fra1.yml:8`; several files as one set, with the line if it is the same in all. */
function placesText(places: readonly EditPlaces[]): string {
  const found = places.flatMap(({ old, new: now }) => now ?? old ?? []).map(placeOf);
  const [first] = found;
  if (first === undefined) return "";
  const files = [...new Set(found.map(({ file }) => file))];
  const isOneLine = found.every(({ line }) => line === first.line);
  if (files.length === 1) return `${first.file}:${first.line}`;
  const [shown = ""] = nameSetText(files).split(/,(?![^[]*\])/);
  const left = nameSetText(files) === shown ? "" : ", …";
  return `${shown}${isOneLine ? `:${first.line}` : ""}${left}`;
}

/** The edit of a block in words: `ntp:server edited in class dc.par1`, `class a renamed to b`. */
export function editText({ edit, nodes, failing, effects }: Block): string {
  const { kind, renamed, cause } = edit;
  if (renamed !== undefined) return `${kind.slice(0, -"-renamed".length)} ${renamed.from} renamed to ${renamed.to}`;
  if (kind === "parameter-renamed") {
    const [effect] = effects.filter((each) => each.kind === "renamed");
    if (effect?.toPath !== undefined)
      return `${printPath(effect.path)} renamed to ${effect.toPath.at(-1)}${whereText(edit, nodes)}`;
  }
  if (kind === "node-added" || kind === "node-removed") {
    return `${counted(nodes.length, "node")} ${kind.slice("node-".length)}`;
  }
  if (cause === undefined) return `${counted(nodes.length, "node")} ${stateText(failing.length > 0, nodes.length)}`;
  if (edit.path === undefined && cause.kind === "value-edited") return `${ownerText(cause.in, nodes)} edited`;
  if (edit.path === undefined) return factText(edit) ?? causeText(cause, nodes, filesOf(edit.places));
  const paths = new Set(effects.flatMap((each) => (each.derivedFrom === undefined ? [printPath(each.path)] : [])));
  const subject = paths.size > 1 ? counted(paths.size, "value") : printPath(edit.path);
  const kinds = new Set(effects.map((effect) => effect.kind));
  const one = kinds.size > 1 && paths.size > 1 ? "edited" : kind.slice("value-".length);
  const done = kind === "unknown" ? "changed" : one;
  const different = paths.size <= 1 && (edit.values ?? 1) > 1 ? `: ${edit.values} different values` : "";
  return `${subject} ${done}${whereText(edit, nodes)}${different}`;
}

/** The edited fact behind a group that nodes join or leave, if all places have the same: `os.version "12" -> "13"`. */
function factText({ cause, places }: Edit): string | undefined {
  if (cause?.kind !== "group-joined" && cause?.kind !== "group-left") return undefined;
  const [, fact] = /^fact (\S+) /.exec(cause.criterion ?? "") ?? [];
  const isShown = cause.criterion !== undefined && !cause.criterion.includes(SECRET_TEXT);
  if (fact === undefined || !isShown || cause.in.layer !== "node") return undefined;
  const texts = new Set(places.map(({ old, new: now }) => `${textOrNone(old)} -> ${textOrNone(now)}`));
  const [text = ""] = texts;
  const edit = texts.size === 1 && !text.includes("\n") ? text : "edited";
  const files = filesOf(places);
  return `fact ${fact} ${edit}${files > 1 ? ` in ${counted(files, "file")}` : ""}`;
}

function textOrNone(span: Span | undefined): string {
  return span === undefined ? "(none)" : writtenIn(span);
}

function stateText(isFailing: boolean, count: number): string {
  if (!isFailing) return "newly resolving";
  return count === 1 ? "no longer resolves" : "no longer resolve";
}

function whereText({ places, cause }: Edit, nodes: readonly string[]): string {
  const files = filesOf(places);
  if (files > 1) return ` in ${counted(files, "file")}`;
  return cause !== undefined && "in" in cause ? ` in ${ownerText(cause.in, nodes)}` : "";
}

function filesOf(places: readonly EditPlaces[]): number {
  return new Set(places.map(({ old, new: now }) => (now ?? old)?.file.path)).size;
}
