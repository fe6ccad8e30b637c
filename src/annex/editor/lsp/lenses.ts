import type { CodeLens, InlayHint, Range } from "vscode-languageserver/node";
import { clip, command } from "../../../base/terminal-text.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import { type Comparison, differingNodes } from "../../../model/results/comparison.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { Stretch } from "../../../model/values/value.ts";
import { comparisonData } from "../../../report/data/comparison.ts";
import { comparisonRows } from "../../../report/diff/comparison.ts";
import { counted } from "../../../report/text/row.ts";
import { plainTheme } from "../../../report/text/theme.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import { contractFindings } from "../../../workspace/judge/contract-findings.ts";
import type { KeyMark } from "../../edit/rename/marks.ts";
import { beginningOf, type EditorInventory, type FileQuestion, locationOf, TURN_MS } from "./editor-inventory.ts";
import { fatesOf, hoverValues, listedBy, type NodeFate } from "./hover.ts";
import { mentionsOf } from "./references.ts";

/** What the state of the editor changes against a base; undefined if nothing can be compared. */
interface LensEffect {
  readonly nodes: number;
  readonly values: number;
  readonly newlyFailing: number;
}

/** How many nodes a class or group has and where it is listed, and what all unsaved and uncommitted text changes. */
export async function codeLenses(asked: FileQuestion, effect: LensEffect | undefined): Promise<readonly CodeLens[]> {
  const { uri, range } = beginningOf(asked, asked.path);
  const changed = effect === undefined ? [] : changedText(effect);
  const previews = changed.map((title): CodeLens => {
    return {
      range,
      command: { title, command: "heir.preview", arguments: [asked.inventory.uri("").replace(/\/$/, "")] },
    };
  });
  const { defines } = asked.marks;
  if (defines?.kind !== "class" && defines?.kind !== "group") return previews;
  const locations = (await mentionsOf(asked, defines.kind, defines.name)).map((span) => locationOf(asked, span));
  const listed = await listedBy(asked, defines.kind, defines.name);
  const nodes = asked.state.nodesWith(defines.kind, defines.name).length;
  const titles = [counted(nodes, "node"), ...(listed.length > 0 ? [`listed by ${listed.length}`] : [])];
  const shown = titles.map((title): CodeLens => {
    return { range, command: { title, command: "heir.references", arguments: [uri, range.start, locations] } };
  });
  return [...shown, ...previews];
}

function changedText({ nodes, values, newlyFailing }: LensEffect): readonly string[] {
  if (nodes === 0 && newlyFailing === 0) return [];
  const failing = newlyFailing === 0 ? "" : `, ${counted(newlyFailing, "newly fails", "newly fail")}`;
  return [`changes ${counted(nodes, "node")}, ${counted(values, "value")}${failing}`];
}

const LONGEST = 60;

/** The resolved values, and on how many nodes they lose, for a part of a document. */
export function inlayHints(question: FileQuestion, within: Range): readonly InlayHint[] {
  const { marks, positions } = question;
  const text = positions(marks.file);
  const part = { start: text.offset(within.start), end: text.offset(within.end) };
  const referring = new Set(marks.marks.flatMap((mark) => (mark.kind === "reference" ? [mark.scalar.start] : [])));
  return marks.marks.flatMap((mark): readonly InlayHint[] => {
    if (mark.kind !== "key" || !isShown(mark, part)) return [];
    const fates = [...fatesOf(question, mark.merged)];
    const labels = [
      ...(mark.value.kind === "scalar" && referring.has(mark.value.start) ? valueLabel(question, mark, fates) : []),
      ...lossLabel(question, fates),
    ];
    const position = text.position(mark.value.end);
    return labels.map((label) => ({ position, label: clip(label, LONGEST), paddingLeft: true }));
  });
}

/** A value of one line, or at least one that ends where it can be seen. */
function isShown({ value }: KeyMark, { start, end }: Stretch): boolean {
  if (value.end < start || value.end > end || value.start === value.end) return false;
  return value.kind === "scalar" || (value.kind === "list" && value.flow);
}

/** The resolved value on the nodes where the text wins. */
function valueLabel(question: FileQuestion, { path }: KeyMark, fates: readonly NodeFate[]): readonly string[] {
  const wins = fates.flatMap(({ node, fate }) => (fate.kind === "wins" ? [node] : []));
  const values = [...new Set(hoverValues(question, wins, path).map(({ text }) => text))];
  if (values.length === 0) return [];
  return [values.length === 1 ? `= ${values[0]}` : `= ${values.length} values`];
}

function lossLabel({ state, path }: FileQuestion, fates: readonly NodeFate[]): readonly string[] {
  const lost = fates.filter(({ fate }) => fate.kind === "overridden").length;
  return lost === 0 ? [] : [`overridden on ${lost} of ${state.nodesOf(path).length}`];
}

/**
 * What work tree and open documents change since a revision; outside git, as saved: the document of `heir diff BASE --json`, and what
 * `heir diff` prints. Throws HeirError if the revision is unknown.
 */
export async function preview(inventory: EditorInventory, base: string | undefined, options: Abortable) {
  const [from, to] = await endsOf(inventory, base, options);
  const { workspace } = inventory;
  const compared = await workspace.compare(from, to, { ...options, turn: TURN_MS, causes: true });
  const findings = await contractFindings(workspace, { before: from, after: to }, compared, options);
  const scope = { nodes: [], paths: [], without: [] };
  const comparison = derived(compared, (whole) => ({ ...whole, findings, scope }));
  const reviewed = withBlocks(comparison);
  const form = { full: false, command: command(["heir", "diff", base ?? "HEAD"]) };
  const text = [...comparisonRows(reviewed, form)].map((row) => `${plainTheme(row)}\n`).join("");
  return { data: comparisonData(reviewed), text };
}

/** How much that is; undefined if nothing differs from HEAD, or nothing can be compared. */
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
