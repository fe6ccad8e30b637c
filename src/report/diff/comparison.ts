import { quotedName } from "../../base/name-set.ts";
import { clip, command } from "../../base/terminal-text.ts";
import { grouped } from "../../base/text-order.ts";
import type { Severity } from "../../model/findings/codes.ts";
import { type FoundProblem, isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Comparison, FailingNode, ReviewedComparison } from "../../model/results/comparison.ts";
import type { ComparisonEnd, Rename } from "../../model/results/printed-parts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { exactPlace } from "../../model/values/value.ts";
import { type BlockOptions, blockHead, blockRows, type NumberedBlock } from "../blocks/block-rows.ts";
import { effectWords } from "../blocks/effect-rows.ts";
import { problemRow, severityLabels } from "../findings/diagnostic.ts";
import type { Fullness, Row } from "../text/row.ts";
import { counted, countedNodes, emptyRow, nodeSet, plainText, rowText, segment } from "../text/row.ts";
import { lookedAtText, summaryText, verdictText } from "./summary.ts";

const MOST_PATHS = 3;

const WIDEST = 60;

export interface ComparisonOptions extends BlockOptions {
  /** Only the block with this number, in full. */
  readonly block?: number;
}

/**
 * A comparison for people: both states, the verdict, each edit with its effects, and what was compared; only the last
 * where nothing differs (rule V8 of docs/concepts/review.md). Throws HeirError for a number that no block has.
 */
export function* comparisonRows(
  comparison: Masked<ReviewedComparison>,
  options: ComparisonOptions = {},
): Generator<Row> {
  const { blocks } = comparison;
  checkBlock(options.block, blocks.length);
  const still = [...notComparedRows(comparison, options), ...unpairedRows(comparison)];
  const broken = options.block === undefined ? asideParts(comparison, options).flat() : [];
  if (blocks.length + still.length + broken.length > 0) yield headerRow(comparison);
  if (blocks.length === 0) {
    yield* still;
    yield* broken;
    yield [segment("muted", summaryText(comparison))];
    return;
  }
  yield [plainText(`${verdictText(comparison)}: ${counted(blocks.length, "block")}`)];
  yield emptyRow;
  yield* blocksRows(comparison, options);
  yield* still;
  if (still.length > 0) yield emptyRow;
  yield* broken;
  if (broken.length > 0) yield emptyRow;
  yield [segment("muted", lookedAtText(comparison))];
}

function checkBlock(asked: number | undefined, count: number): void {
  if (asked === undefined || (asked >= 1 && asked <= count)) return;
  throw new HeirError("usage", `there is no block ${asked}`, `this comparison has ${counted(count, "block")}`);
}

/** Each block, with an empty row after it. */
export function* blocksRows(
  { changes, blocks }: Masked<ReviewedComparison>,
  options: ComparisonOptions = {},
): Generator<Row> {
  const full = options.full === true || options.block !== undefined;
  for (const [at, block] of blocks.entries()) {
    const number = at + 1;
    if (options.block !== undefined && options.block !== number) continue;
    yield* blockRows({ block, number, changes }, { ...options, full });
    yield emptyRow;
  }
}

/** With the two nodes, if there are no others. */
function headerRow({ from, to, sideBySide }: Comparison): Row {
  const [pair, ...more] = sideBySide?.pairs ?? [];
  return endsRow(from, to, pair === undefined || more.length > 0 ? undefined : pair);
}

/** `HEAD~1 5c0ffee -> HEAD 9d21ab4 "subject"`: the subject is that of the later side, which explains the changes. */
export function endsRow(from: ComparisonEnd, to: ComparisonEnd, pair?: Rename): Row {
  const [one, other] = pair === undefined ? ["", ""] : [`:${pair.from}`, `:${pair.to}`];
  const ends = [segment("title", from.title + one), segment("muted", " -> "), segment("title", to.title + other)];
  return to.subject === undefined ? ends : [...ends, plainText(` "${to.subject}"`)];
}

/** `--stat`: a row for each block with its edit and place, its nodes, and its first paths in words; then what was compared. */
export function statRows(comparison: Masked<ReviewedComparison>, options: Fullness = {}): readonly Row[] {
  const { blocks } = comparison;
  const still = notComparedRows(comparison, options);
  if (blocks.length === 0) return [...still, [segment("muted", summaryText(comparison))]];
  const rows = blocks.map((block, at) => statRow({ block, number: at + 1, changes: comparison.changes }, options));
  return [...rows, ...still, [segment("muted", lookedAtText(comparison))]];
}

function statRow({ block, number, changes }: NumberedBlock, options: Fullness): Row {
  const failing = block.nodes.length === 1 ? " fails" : " fail";
  const state = block.failing.length > 0 ? failing : "";
  const shown = block.effects.slice(0, MOST_PATHS).map((effect) => {
    const words = clip(effectWords(effect, changes), WIDEST);
    return `${printPath(effect.path)} ${words}`;
  });
  const left = block.effects.length - shown.length;
  const effects = [...shown, ...(left > 0 ? [`${left} more`] : [])].join("; ");
  return [
    plainText(" "),
    ...blockHead({ block, number, changes }),
    plainText(` | ${counted(block.nodes.length, "node")}${state}: `),
    ...nodeSet(block.nodes, options),
    ...(effects === "" ? [] : [segment("muted", ` | ${effects}`)]),
  ];
}

/** Nodes that resolve on neither side, a row for each code of a first error, with the command that says more. */
export function notComparedRows({ nodes, to }: Masked<Comparison>, options: Fullness = {}): readonly Row[] {
  const codeOf = ({ diagnostics }: FailingNode) => diagnostics.find(isError)?.code ?? "no error";
  return [...grouped(nodes.stillFailing, codeOf)].map(([code, failing]): Row => {
    const state = `${counted(failing.length, "node")} not compared, failing on both sides with ${code}: `;
    const one = failing.slice(0, 1).flatMap(({ name, isOfAll }) => (isOfAll ? [] : ["--", quotedName(name)]));
    const ask = segment("muted", `  (${command(["heir", "check", ...operandOf(to), ...one])})`);
    return [segment("warning", "? "), plainText(state), ...nodeSet(namesOf(failing), options), ask];
  });
}

/** Nodes without the node that they were to be compared with. */
function unpairedRows({ sideBySide }: Masked<Comparison>): readonly Row[] {
  return (sideBySide?.unpaired ?? []).map(({ from, to }): Row => {
    return [segment("warning", "? "), plainText(`not compared: ${from}, as there is no node ${to}`)];
  });
}

function namesOf(nodes: readonly FailingNode[]): readonly string[] {
  return nodes.map(({ name }) => name);
}

/** A state as `heir check` takes it, which reads the work tree without. What is yet to be written fails as it did before. */
function operandOf({ title }: ComparisonEnd): readonly string[] {
  const state = title.replace(/, edited$/, "");
  if (state === "work tree" || state === "directory") return [];
  return [state === "index" ? "INDEX" : (state.split(" ").at(-1) ?? state)];
}

/** Contracts newly broken or kept again. A finding that is no error breaks no contract: it is only new or gone. */
function contractFindingRows({ findings }: Comparison, options: Fullness = {}): readonly Row[] {
  if (findings === undefined || findings.fresh.length + findings.gone.length === 0) return [];
  const { fresh, gone } = findings;
  const counts = [
    ...countTexts(fresh, "newly broken", (count, word) => counted(count, `new ${word}`)),
    ...countTexts(gone, "kept again", (count, word) => `${counted(count, word)} gone`),
  ];
  return [
    [plainText(`contracts: ${counts.join(", ")}`)],
    ...fresh.flatMap((each) => findingRows(each, segment(severityLabels[each.diagnostic.severity], "! "), options)),
    ...gone.flatMap((each) => findingRows(each, segment("added", "= "), options)),
  ];
}

function countTexts(
  findings: readonly FoundProblem[],
  errors: string,
  others: (count: number, word: string) => string,
): readonly string[] {
  const count = (severity: Severity) => findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  const [broken, warnings, infos] = [count("error"), count("warning"), count("info")];
  return [
    ...(broken > 0 ? [`${broken} ${errors}`] : []),
    ...(warnings > 0 ? [others(warnings, "warning")] : []),
    ...(infos > 0 ? [others(infos, "info")] : []),
  ];
}

function findingRows({ diagnostic, nodes }: FoundProblem, sign: Row[number], options: Fullness): readonly Row[] {
  const { code, message, span } = diagnostic;
  const place = span === undefined ? [] : [segment("muted", `${exactPlace(span)}  `)];
  const names = nodes.length === 0 ? [] : countedNodes(nodes, options);
  return [
    [sign, segment("title", code), plainText(`: ${message}`)],
    [plainText("    "), ...place, ...names],
  ];
}

/** Other nodes that differ as a whole, one list of rows for each kind of difference. */
export function nodeSections(comparison: Masked<Comparison>, options: Fullness): readonly (readonly Row[])[] {
  const { added, removed, renamed, newlyResolving } = comparison.nodes;
  const rows: (readonly Row[])[] = [];
  if (added.length > 0) rows.push([[segment("added", "+ "), ...countedNodes(added, options, "added")]]);
  if (removed.length > 0) rows.push([[segment("removed", "- "), ...countedNodes(removed, options, "removed")]]);
  if (renamed.length > 0) rows.push(renameRows(comparison, options));
  if (newlyResolving.length > 0)
    rows.push([[plainText("* "), ...countedNodes(newlyResolving, options, "newly resolving")]]);
  return [...rows, notComparedRows(comparison, options)];
}

const MOST_RENAMES = 20;

function renameRows({ nodes }: Comparison, options: Fullness): readonly Row[] {
  const shown = options.full === true ? nodes.renamed : nodes.renamed.slice(0, MOST_RENAMES);
  const left = nodes.renamed.length - shown.length;
  return [
    [segment("moved", "> "), plainText(`${counted(nodes.renamed.length, "node")} renamed:`)],
    ...shown.map(({ from, to }): Row => {
      return [plainText("    "), segment("node", from), segment("muted", " -> "), segment("node", to)];
    }),
    ...(left > 0 ? [[segment("muted", `    ... ${left} more (--full)`)]] : []),
  ];
}

/** Groups nodes that fail for the same reason at the same place; `state` describes what changed for them. */
export function failingSections(
  failing: readonly FailingNode[],
  options: Fullness,
  state = (count: number): string => (count === 1 ? "newly fails" : "newly fail"),
): readonly (readonly Row[])[] {
  const groups = grouped(failing, (node) => rowText(reasonRow(node)));
  return [...groups.values()].map((nodes) => [
    [segment("error", "! "), ...countedNodes(namesOf(nodes), options, state(nodes.length))],
    [plainText("    "), ...nodes.slice(0, 1).flatMap(reasonRow)],
  ]);
}

/** The first error, which makes the node fail; else the first of what is known. */
export function firstError({ diagnostics }: FailingNode): FailingNode["diagnostics"][number] | undefined {
  return diagnostics.find(isError) ?? diagnostics[0];
}

function reasonRow(node: FailingNode): Row {
  const first = firstError(node);
  return first === undefined ? [segment("muted", "no reason is known")] : problemRow(first);
}

/** What a comparison says besides its blocks, part by part: a title, and its rows. Parts without rows are left out. */
export function asideParts(comparison: Comparison, options: Fullness = {}): readonly (readonly Row[])[] {
  const parts = [contractFindingRows(comparison, options), endRows(comparison), ownerRows(comparison)];
  return parts.filter((rows) => rows.length > 0);
}

function ownerRows({ owners = [] }: Comparison): readonly Row[] {
  if (owners.length === 0) return [];
  const rows = owners.map(({ owner, because, nodes }): Row => {
    return [plainText(`  ${owner}  ${because.join(", ")}  `), ...countedNodes(nodes)];
  });
  return [[plainText(`owners: ${new Set(owners.map(({ owner }) => owner)).size}`)], ...rows];
}

/** Ends of lines that are new, moved or dropped. */
export function endRows({ ends = [] }: Pick<Comparison, "ends">): readonly Row[] {
  if (ends.length === 0) return [];
  const rows = ends.map(({ place, old, new: now }): Row => {
    const dates = [old, now].map((date) => (date === undefined ? "no end" : `until ${date}`)).join(" -> ");
    return [segment("muted", `  ${exactPlace(place)}  `), plainText(dates)];
  });
  return [[plainText(`lines with an end: ${counted(ends.length, "change")}`)], ...rows];
}
