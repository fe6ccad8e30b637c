import { quotedName } from "../../../base/name-set.ts";
import { countOfAll } from "../../../model/findings/finding-limit.ts";
import { readPathAndValue } from "../../../model/selector/selector.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { mergeHeadRows, mergeReportRows, mergeSummary } from "../../../report/merges/merge.ts";
import { sourceText } from "../../../report/text/origin.ts";
import { counted, inlineValue, nodeSet, plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import { arrow, type Sign, signPart } from "../../../report/text/sign.ts";
import { nodesIn, SharedValues, type Spread, signOf, spreads } from "../../../report/values/across/shared-values.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import { Pace } from "../../../workspace/load/progress.ts";
import { meet } from "../../../workspace/merge/merge.ts";
import { planMerge } from "../../../workspace/merge/ways.ts";
import { pathTest } from "../../../workspace/scope/paths.ts";
import type { CompareOptions, Workspace } from "../../../workspace/workspace.ts";
import { comparedKey, type MembersTarget, type MergeTarget } from "../../state/compared.ts";
import {
  type ChangeRow,
  type ChangeSet,
  changeSet,
  type Ends,
  type MadeChangeSet,
  type NodeIndexes,
  nodeIndexes,
  nodesRow,
  type SeenChanges,
  type SpreadRows,
} from "../rows/change-set.ts";
import { type MergeItem, mergeItems } from "../rows/merge-items.ts";
import type { SelectedComparison } from "./selected-comparison.ts";

const LONGEST = 400;

/** What speaks against a merge, then its edits; merges nothing. Throws HeirError for unknown or unrelated revisions. */
export async function mergeChanges(
  target: MergeTarget,
  workspace: Workspace,
  selection: SelectedComparison,
  options: CompareOptions,
): Promise<SeenChanges> {
  const { branch, into } = target;
  const plan = await planMerge(workspace.source, { branch, into, signal: options.signal });
  const { commits, conflicts, isFastForward } = plan;
  const { ours, merged } = plan.task.states;
  const { comparison, fresh, brought } = await meet(workspace, plan.task, options);
  const git = { branch, into, commits, conflicts, isFastForward };
  const report = { ...git, comparison, findings: fresh, brought: countOfAll(brought) };
  const printed = [...mergeReportRows(report, { full: true })];
  // Nodes that need a file in conflict cannot be compared.
  const open = new Set(comparison.nodes.unsettled);
  const { nodeNames } = await workspace.load(merged, { signal: options.signal });
  const nodes = open.size === 0 ? {} : { nodes: new Set(nodeNames.filter((name) => !open.has(name))) };
  const compared = await selection.compare([ours, merged], { ...options, ...nodes, causes: true });
  const edits = changeSet({ key: comparedKey(target), isOfCommit: false }, withBlocks(compared), undefined);
  const rows = mergeItems(comparison, { conflicts, findings: fresh });
  const made = mergeSet(edits, rows, {
    head: mergeHeadRows(report),
    summary: mergeSummary(report),
    report: printed.map((row) => `${rowText(row)}\n`).join(""),
  });
  return { ...made, ends: [ours, merged] };
}

/**
 * The changes that a merge brings, between a first block of what speaks against it and a last one of notes. The values in
 * these two are changes like others, with ours and merged as their sides.
 */
function mergeSet(
  set: ChangeSet,
  rows: readonly MergeItem[],
  { head, summary, report }: Pick<ChangeSet, "summary" | "report"> & { readonly head: readonly Row[] },
): MadeChangeSet {
  const names = nodeIndexes(set.nodes);
  const conflicts = rows.filter(({ isConflict }) => isConflict);
  const notes = rows.filter(({ isConflict }) => !isConflict);
  const last = set.blocks.length + 1;
  const [title = []] = head;
  const first = blockOf(rowText(title), conflicts, [...head.slice(1), [segment("muted", summary)]], names);
  const noted = notes.length === 0 ? [] : [blockOf("notes on the merge", notes, [], names)];
  const blocks = [first, ...set.blocks, ...noted];
  const brought = set.changes.map((row) => ({ ...row, block: row.block === undefined ? undefined : row.block + 1 }));
  const changes = [
    ...conflicts.map((row) => changeOf(row, 0, names)),
    ...brought,
    ...notes.map((row) => changeOf(row, last, names)),
  ];
  return {
    set: { ...set, nodes: names.all, blocks, changes, summary, report },
    merged: [...conflicts, ...brought.map(() => undefined), ...notes],
  };
}

function blockOf(text: string, rows: readonly MergeItem[], lines: readonly Row[], names: NodeIndexes) {
  const nodes = names.of([...new Set(rows.flatMap((row) => row.names))]);
  return { ...textBlock(rows[0]?.sign ?? "=", text, nodes, lines), id: `merge ${text}` };
}

function textBlock(sign: Sign, text: string, nodes: Uint32Array, rows: readonly Row[]) {
  return { id: text, sign, text, row: [signPart(sign), segment("title", text, "path")], nodes, places: [], rows };
}

function changeOf(item: MergeItem, block: number, names: NodeIndexes): ChangeRow {
  const { id, sign, title, meaning, place, value } = item;
  const { ours, merged } = value?.values ?? {};
  const isValue = value !== undefined;
  const [old, now] = [ours && inlineValue(ours, LONGEST), merged && inlineValue(merged, LONGEST)];
  const what = [segment("path", title, "path"), plainText("  "), ...arrow(old ?? "(none)", now ?? "(none)")];
  return {
    id,
    block,
    sign,
    title: isValue ? title : meaning,
    isValue,
    row: isValue ? [signPart(sign), ...what, segment("muted", `  ${meaning}`, "note")] : nodesRow(sign, title, meaning),
    old,
    now,
    isGone: isValue && merged === undefined,
    nodes: names.of(item.names),
    cause: meaning,
    place,
  };
}

/** How the nodes of two groups or two classes differ in one state, given twice: the values that only one of them has. */
export async function membersChanges(
  target: MembersTarget,
  workspace: Workspace,
  ends: Ends,
  { nodes, secrets = "mask", ...options }: CompareOptions & { readonly nodes: ReadonlySet<string> },
): Promise<SeenChanges> {
  const inventory = await workspace.load(ends[1], { signal: options.signal });
  const shown = shownValues([inventory], secrets);
  const sides = [new SharedValues(), new SharedValues()] as const;
  const list = target.of === "class" ? "classes" : "groups";
  const tests = target.names.map((name) => pathTest(readPathAndValue(`${list}=${quotedName(name)}`), "with"));
  const pace = new Pace(options, nodes.size);
  let [done, failing] = [0, 0];
  for (const { name, node } of workspace.resolve(inventory, nodes)) {
    await pace.step(done);
    done += 1;
    if (node === undefined) failing += 1;
    const whole = node && wholeNode(inventory, node);
    if (whole === undefined) continue;
    const seen = shown(whole, []);
    for (const [at, side] of sides.entries()) if (tests[at]?.found(whole, seen)[0] !== undefined) side.add(name, seen);
  }
  const found = spreads(...sides);
  const about = sides.map(({ count }, at) => `${"AB"[at]} is ${target.names[at]}, ${counted(count, "node")}`);
  const left = failing === 0 ? "" : `; not compared: ${counted(failing, "node")} that fail`;
  const set = setOf(target, found, `${target.of}: ${about.join("; ")}${left}`);
  return { set, spreads: found.map((spread) => spreadRows(spread, target.names)), ends };
}

/** The paths as changes of one block, which says what is compared. */
function setOf(target: MembersTarget, found: readonly Spread[], text: string): ChangeSet {
  const indexes = nodeIndexes([]);
  const changes = found.map((spread) => spreadRow(spread, (each) => indexes.of(each)));
  const nodes = indexes.all;
  const count = (sign: Sign): number => changes.filter((row) => row.sign === sign).length;
  const counts = { nodes: nodes.length, changed: count("~"), added: count("+"), removed: count("-") };
  const summary = changes.length === 0 ? `the same values; ${text}` : `${counted(changes.length, "path")}; ${text}`;
  const [from, to] = target.names;
  return {
    key: comparedKey(target),
    isOfCommit: false,
    from,
    to,
    subject: undefined,
    counts: { ...counts, failing: 0, resolving: 0, unknown: 0 },
    nodes,
    blocks: [textBlock("~", text, indexes.of(nodes), [[segment("muted", summary)]])],
    changes,
    files: [],
    summary,
  };
}

/** `ntp:server  A: "ntp1" (6 nodes)  B: "ntp1" (5 nodes), "ntp2" (1 node)`. */
function spreadRow(spread: Spread, indexesOf: (names: readonly string[]) => Uint32Array): ChangeRow {
  const { path, sides } = spread;
  const sign = signOf(spread);
  const names = new Set(sides.flatMap((side) => side.flatMap(({ nodes }) => nodes)));
  const [first] = [...sides[1], ...sides[0]];
  return {
    id: `${sign} ${printPath(path)}`,
    block: 0,
    sign,
    title: printPath(path),
    isValue: true,
    row: [
      signPart(sign),
      segment("path", printPath(path), "path"),
      segment("removed", `  A: ${textOfSide(spread, 0)}`, "old"),
      segment("added", `  B: ${textOfSide(spread, 1)}`, "new"),
    ],
    isGone: false,
    nodes: indexesOf([...names]),
    cause: "",
    place: first === undefined ? "" : sourceText(first.value),
  };
}

const LONGEST_SIDE = 60;
const MOST_VALUES = 3;

function textOfSide({ sides, unset }: Spread, at: 0 | 1): string {
  const side = sides[at];
  if (side.length === 0) return "not set";
  const shown = side.slice(0, MOST_VALUES);
  const more = side.slice(MOST_VALUES);
  return [
    ...shown.map(({ value, nodes }) => `${inlineValue(value, LONGEST_SIDE)} (${counted(nodes.length, "node")})`),
    ...(more.length === 0 ? [] : [`${counted(more.length, "other value")} (${counted(nodesIn(more), "node")})`]),
    ...(unset[at] === 0 ? [] : [`not set (${counted(unset[at], "node")})`]),
  ].join(", ");
}

/** The values at a path as rows, below the name of each set. */
function spreadRows({ path, sides, unset }: Spread, names: readonly [string, string]): SpreadRows {
  const rows = ([0, 1] as const).flatMap((at): readonly Row[] => [
    [segment("title", `${at === 0 ? "A" : "B"}  ${names[at]}`)],
    ...sides[at].map(({ value, nodes }): Row => {
      const shown = segment("value", inlineValue(value, LONGEST_SIDE));
      return [plainText("   "), shown, segment("muted", "  on  "), ...nodeSet(nodes, { full: true })];
    }),
    ...(unset[at] === 0 ? [] : [[segment("muted", `   not set on ${counted(unset[at], "node")}`)]]),
    [],
  ]);
  return { path, rows };
}
