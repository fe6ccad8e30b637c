import { command } from "../../base/command.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { comparisonData } from "../../report/data/comparison.ts";
import { comparisonRows } from "../../report/diff/comparison.ts";
import { plainTheme } from "../../report/text/theme.ts";
import { contractFindings } from "../../workspace/check/contract-findings.ts";
import { withBlocks } from "../../workspace/compare/blocks.ts";
import { type EditorInventory, TURN_MS } from "../state/editor-inventory.ts";
import type { LensEffect } from "./lenses.ts";

/** What the state of the editor changes: the document of `heir diff BASE --json`, and what `heir diff` prints. */
export interface Preview {
  readonly data: object;
  readonly text: string;
}

/**
 * The nodes and values that the work tree with the open documents over it changes against a revision; outside git, against
 * the saved files. Throws HeirError for a revision that git does not know.
 */
export async function preview(
  inventory: EditorInventory,
  base: string | undefined,
  options: Abortable,
): Promise<Preview> {
  const [from, to] = await endsOf(inventory, base, options);
  const { workspace } = inventory;
  const compared = await workspace.compare(from, to, { ...options, turn: TURN_MS, causes: true });
  const findings = await contractFindings(workspace, { before: from, after: to }, compared, options);
  const comparison = derived(compared, (whole) => ({
    ...whole,
    findings,
    scope: { nodes: [], paths: [], without: [] },
  }));
  const reviewed = withBlocks(comparison);
  const form = { full: false, command: command(["heir", "diff", base ?? "HEAD"]) };
  const text = [...comparisonRows(reviewed, form)].map((row) => `${plainTheme(row)}\n`).join("");
  return { data: comparisonData(reviewed), text };
}

/** How much that is; undefined where nothing differs from HEAD, or nothing can be compared. */
export async function previewEffect(inventory: EditorInventory, options: Abortable): Promise<LensEffect | undefined> {
  const [from, to] = await endsOf(inventory, undefined, options);
  if (from.id === to.id) return undefined;
  const comparison: Masked<Comparison> = await inventory.workspace.compare(from, to, { ...options, turn: TURN_MS });
  const { changes, nodes } = comparison;
  return { nodes: differingNodes(comparison).size, values: changes.length, newlyFailing: nodes.newlyFailing.length };
}

async function endsOf(
  inventory: EditorInventory,
  base: string | undefined,
  options: Abortable,
): Promise<readonly [Snapshot, Snapshot]> {
  const { snapshot } = await inventory.state();
  options.signal?.throwIfAborted();
  return [await inventory.baseSnapshot(base ?? "HEAD", options), snapshot];
}
