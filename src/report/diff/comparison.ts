import { clip } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Comparison, ReviewedComparison } from "../../model/results/comparison.ts";
import type { ComparisonEnd, Rename } from "../../model/results/printed-parts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { counted, emptyRow, type Fullness, nodeSet, plainText, type Row, segment } from "../text/row.ts";
import { type BlockOptions, blockHead, blockRows, type NumberedBlock } from "./block-rows.ts";
import { effectWords } from "./effect-rows.ts";
import { asideParts, notComparedRows, unpairedRows } from "./not-compared.ts";
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
