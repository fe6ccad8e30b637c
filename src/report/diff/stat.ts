import { clip } from "../../base/terminal-text.ts";
import type { Block, ReviewedComparison } from "../../model/results/block.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { counted } from "../text/inline.ts";
import { nodeSet, plainText, type Row, segment } from "../text/row.ts";
import { blockHead } from "./block-rows.ts";
import { effectWords } from "./effect-rows.ts";
import { notComparedRows } from "./not-compared.ts";
import { lookedAtText, summaryRow } from "./summary.ts";

const MOST_PATHS = 3;
const WIDEST = 60;

/** `--stat`: a row for each block with its edit and place, its nodes, and its first paths in words; then what was compared. */
export function statRows(
  comparison: Masked<ReviewedComparison>,
  options: { readonly full?: boolean } = {},
): readonly Row[] {
  const { blocks } = comparison;
  const still = notComparedRows(comparison, options);
  if (blocks.length === 0) return [...still, summaryRow(comparison)];
  const rows = blocks.map((block, at) => statRow(block, at + 1, { changes: comparison.changes, ...options }));
  return [...rows, ...still, [segment("muted", lookedAtText(comparison))]];
}

interface StatOptions {
  readonly changes: readonly FoldedChange[];
  readonly full?: boolean;
}

function statRow(block: Block, number: number, { changes, ...options }: StatOptions): Row {
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
