import { keptAt } from "../../../base/made-once.ts";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { Change, EditPlaces } from "../../../model/results/change.ts";
import type { Block, Comparison, Effect, ReviewedComparison } from "../../../model/results/comparison.ts";
import { differingNodes } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { placeOf, spanPlace } from "../../../model/values/value.ts";
import { blockAbout, blockBody, blockHead, blockSign, editText } from "../../../report/blocks/block-rows.ts";
import { causeParts } from "../../../report/blocks/cause.ts";
import { effectRow } from "../../../report/blocks/effect-rows.ts";
import { summaryText } from "../../../report/diff/summary.ts";
import { spanLines } from "../../../report/text/frame.ts";
import { sourceText } from "../../../report/text/origin.ts";
import { nodeSet, plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import { effectSigns, type Sign, signPart } from "../../../report/text/sign.ts";
import type { EditedLines } from "../../../workspace/act/acts.ts";
import { type IgnoredKind, ignoredKind } from "../../../workspace/evidence/reviewed.ts";
import type { MergeItem } from "./merge-items.ts";
import { lineOfValue } from "./node-tree.ts";

/** Longer values are shown when the change is opened. */
const LONGEST = 400;
const MOST_PLACES = 100;

export interface ChangeSet {
  /** `comparedKey` of what was asked for. */
  readonly key: string;
  /** Whether it is what a commit changes, which stays as it is. */
  readonly isOfCommit: boolean;
  readonly from: string;
  readonly to: string;
  readonly subject: string | undefined;
  readonly counts: CommitCounts;
  /** Blocks and changes refer to them by index. */
  readonly nodes: readonly string[];
  readonly blocks: Readonly<BlockRows["blocks"]>;
  /** The effects of each block in turn, then nodes of which nothing is known. */
  readonly changes: readonly ChangeRow[];
  readonly files: readonly string[];
  /** What was compared, in one sentence. */
  readonly summary: string;
  /** Whether it is about one node, or two as one: no edits, and no numbers of nodes. */
  readonly isOfOne?: true;
  /** Of a merge: the output of `heir merge-check --full`. */
  readonly report?: string;
  /** How many nodes were compared, as long as that are not all: numbers may still grow. */
  readonly soFar?: { readonly done: number; readonly total: number };
}

/** A set of changes, as rows without values: what a row does on one node is compared again. */
export interface MadeChangeSet {
  readonly set: ChangeSet;
  /** Of a merge, by row: what it says about the merge, if that is no edit. */
  readonly merged?: readonly (MergeItem | undefined)[];
  /** Of two groups or classes, by row: the values of both. */
  readonly spreads?: readonly SpreadRows[];
}

/** A path and each value of both sets with its nodes. */
export interface SpreadRows {
  readonly path: ParameterPath;
  readonly rows: readonly Row[];
}

/** The set as a table of paths, with both sides of each. */
export function asTable(set: ChangeSet): ChangeSet {
  const changes = set.changes.map(({ follows: _, ...row }) => ({ ...row, block: undefined }));
  changes.sort((one, other) => compareText(one.title, other.title));
  return { ...set, blocks: [], changes, isOfOne: true };
}

export type Ends = readonly [Snapshot, Snapshot];

export interface SeenChanges extends MadeChangeSet {
  readonly ends: Ends;
}

export type CommitCounts = ReturnType<typeof countsOf>;

/** How much a comparison changes: nodes touched, unique values, nodes that newly fail or resolve, and those that could not be compared. */
export function countsOf(comparison: Comparison) {
  const { changes, nodes } = comparison;
  const count = (kind: Change["kind"]): number => changes.filter(({ change }) => change.kind === kind).length;
  return {
    nodes: differingNodes(comparison).size,
    changed: count("changed"),
    added: count("added"),
    removed: count("removed"),
    failing: nodes.newlyFailing.length,
    resolving: nodes.newlyResolving.length,
    unknown: nodes.stillFailing.length,
  };
}

/** A comparison as blocks in the order of `heir diff`; `command` prints effects left out, without it none are. */
export function changeSet(
  { key, isOfCommit }: Pick<ChangeSet, "key" | "isOfCommit">,
  comparison: Masked<ReviewedComparison>,
  command: string | undefined,
): ChangeSet {
  const { from, to, lookedAt } = comparison;
  const { blocks, changes, indexes } = new BlockRows(comparison, command);
  const made = { nodes: indexes.all, blocks, changes, counts: countsOf(comparison), files: lookedAt.files };
  const summary = terminalSafe(summaryText(comparison));
  return { key, isOfCommit, from: from.title, to: to.title, subject: to.subject, summary, ...made };
}

/** One effect of an edit and the nodes that have it; or nodes that differ as a whole. */
export interface ChangeRow {
  /** Unique in the set, and the same if the set is computed again. */
  readonly id: string;
  /** The index of its block; undefined for nodes that fail on both sides. */
  readonly block: number | undefined;
  readonly sign: Sign;
  /** The path of a value, or what happened to the nodes: `newly fails: class-not-found`. */
  readonly title: string;
  /** Of something renamed its other name: of a node the older one, of a value the path in the newer state. */
  readonly otherName?: string;
  readonly isValue: boolean;
  readonly row: Row;
  /** Both sides, where they are the same on all nodes. */
  readonly old?: string | undefined;
  readonly now?: string | undefined;
  /** The reference through which it follows from another value, and from nothing else. */
  readonly follows?: string;
  /** Whether only the older state has it, under any name. */
  readonly isGone: boolean;
  readonly nodes: Uint32Array;
  /** What the edit and the cause of the first change say, to be searched; empty if unknown. */
  readonly cause: string;
  /** `file:line` of the cause, else of the value. */
  readonly place: string;
  /** The lines that make it, with paths from the top of the inventory; none if it is made elsewhere than in lines. */
  readonly edits?: readonly EditedLines[];
  /** If only this differs: the order of a list, or the type of the same text, such as `"1"` and `1`. */
  readonly only?: IgnoredKind;
}

/** A row of nodes as a whole: `! proxy01.par fails: class-not-found: …  nodes/proxy01.yml:3`. */
export function nodesRow(sign: Sign, names: string, title: string, place = ""): Row {
  const lead = signPart(sign);
  const what = [plainText(" "), segment(lead.label, title, "new"), plainText("  ")];
  return [lead, segment("node", names, "path"), ...what, segment("source", place, "where")];
}

/** The blocks of a comparison and their effects as rows. */
class BlockRows {
  /** Each is one edit with all its effects (rules V1 to V8 of docs/concepts/review.md). */
  readonly blocks: {
    /** Unique in the set, and the same if the set is computed again. */
    readonly id: string;
    /** As `heir diff` counts it; undefined for what is said of a merge. */
    readonly number?: number;
    readonly sign: Sign;
    /** What was done. */
    readonly text: string;
    /** The same as a row; and without what its only effect says. */
    readonly row: Row;
    readonly about?: Row;
    readonly nodes: Uint32Array;
    /** `file:line` of the places where it was done; of very many the first. */
    readonly places: readonly string[];
    /** The block as `heir diff` prints it, below its first line. */
    readonly rows: readonly Row[];
  }[] = [];
  readonly changes: ChangeRow[] = [];
  readonly indexes: NodeIndexes = nodeIndexes([]);
  private readonly comparison: Masked<ReviewedComparison>;

  constructor(comparison: Masked<ReviewedComparison>, command: string | undefined) {
    this.comparison = comparison;
    for (const { at, isAlone } of exceptionsFirst(comparison.blocks)) {
      const block = comparison.blocks[at];
      if (block !== undefined) this.addBlock(block, at + 1, command, isAlone);
    }
    const still = comparison.nodes.stillFailing.map(({ name }) => name);
    if (still.length > 0) this.addNodes({ sign: "?", title: "not compared", block: undefined }, still);
  }

  private addBlock(block: Block, number: number, command: string | undefined, isAlone: boolean): void {
    const { changes } = this.comparison;
    const at = this.blocks.length;
    const { edit, nodes, effects, failing } = block;
    const text = editText(block);
    const places = placesOf(block);
    const edits = edit.places.flatMap(editedLines);
    const numbered = { block, number, changes };
    const [, ...row] = blockHead(numbered);
    this.blocks.push({
      id: ["block", text, places[0] ?? "", nodes[0] ?? "", ...(effects[0]?.path ?? [])].join("\n"),
      number,
      sign: blockSign(block),
      text,
      row,
      about: blockAbout(block),
      nodes: this.indexes.of(nodes),
      places,
      rows: blockBody(numbered, command === undefined ? { full: true } : { command }),
    });
    for (const { diagnostic, nodes: names } of failing) {
      const title = `fails: ${diagnostic.code}: ${diagnostic.message}`;
      this.addNodes({ sign: "!", title, block: at, cause: text, edits, place: spanPlace(diagnostic.span) }, names);
    }
    const state = failing.length > 0 ? undefined : wholeNodes(block);
    if (state !== undefined) this.addNodes({ ...state, block: at, edits, place: places[0] ?? "" }, nodes);
    for (const effect of effects) this.addEffect(effect, at, edit.kind === "unknown" ? "" : text, isAlone);
  }

  private addNodes(
    given: Pick<ChangeRow, "sign" | "title" | "block"> & Partial<ChangeRow>,
    names: readonly string[],
  ): void {
    const { sign, title, place = "" } = given;
    const own = { isValue: false, isGone: false, cause: "", edits: [], place, nodes: this.indexes.of(names) };
    const row = nodesRow(sign, rowText(nodeSet(names)), title, place);
    this.changes.push({ ...own, row, ...given, id: `${sign} ${title}` });
  }

  private addEffect(effect: Effect, block: number, edit: string, isAlone: boolean): void {
    const { derivedFrom, ...own } = effect;
    const first = this.comparison.changes[effect.changes[0] ?? -1];
    if (first === undefined) return;
    const { change, nodes } = first;
    const sign = effectSigns[effect.kind];
    const path = printPath(effect.path);
    const cause = change.cause === undefined ? { words: "", place: "" } : causeParts(change.cause, nodes);
    const row = effectRow(own, this.comparison.changes, LONGEST);
    const isFollower = derivedFrom !== undefined && effect.kind !== "conflict" && change.cause?.also === undefined;
    this.changes.push({
      id: `${sign} ${path} ${effect.nodes[0] ?? ""}`,
      block,
      sign,
      title: path,
      otherName: effect.toPath && printPath(effect.toPath),
      isValue: true,
      row: isAlone && !isFollower ? [...row, segment("muted", "  alone", "note")] : row,
      ...sidesIn(effect, change),
      follows: isFollower ? derivedFrom.reference : undefined,
      isGone: change.kind === "removed" && effect.toPath === undefined,
      nodes: this.indexes.of(effect.nodes),
      edits: effect.changes.flatMap((index) => this.comparison.changes[index]?.places ?? []).flatMap(editedLines),
      cause: [edit, cause.words].filter((text) => text !== "").join("  "),
      place: cause.place === "" ? sourceText("after" in change ? change.after : change.before) : cause.place,
      only: ignoredKind(change),
    });
  }
}

/**
 * The blocks as they are read: failures, then exceptions to an edit of the same path that reaches more nodes, the
 * smallest first, then the others, those that reach most nodes first.
 */
function exceptionsFirst(blocks: readonly Block[]): readonly { readonly at: number; readonly isAlone: boolean }[] {
  const most = new Map<string, number>();
  const paths = blocks.map(({ effects }) =>
    effects.flatMap(({ path, derivedFrom }) => (derivedFrom === undefined ? [printPath(path)] : [])),
  );
  for (const [at, block] of blocks.entries())
    for (const path of paths[at] ?? []) most.set(path, Math.max(most.get(path) ?? 0, block.nodes.length));
  const ranked = blocks.map(({ nodes, failing, effects }, at) => {
    const isAlone = (paths[at] ?? []).some((path) => (most.get(path) ?? 0) > nodes.length);
    const isBad = failing.length > 0 || effects.some(({ kind }) => kind === "conflict");
    return { at, isAlone, rank: isBad ? 0 : isAlone ? 1 : 2, weight: isAlone && !isBad ? nodes.length : -nodes.length };
  });
  return ranked.sort((one, other) => one.rank - other.rank || one.weight - other.weight);
}

/** Both sides of a value, where one line shows them. */
function sidesIn({ kind, values }: Effect, change: Change): Pick<ChangeRow, "old" | "now"> {
  const isPlain = values === 1 && kind !== "conflict" && kind !== "reordered" && kind !== "renamed";
  if (!isPlain || (change.kind === "changed" && change.items.length > 0)) return {};
  return {
    old: "before" in change ? lineOfValue(change.before, LONGEST) : undefined,
    now: "after" in change ? lineOfValue(change.after, LONGEST) : undefined,
  };
}

/** What happens to the nodes of a block that has no other row. */
function wholeNodes({ edit, effects }: Block): Pick<ChangeRow, "sign" | "title" | "otherName"> | undefined {
  switch (edit.kind) {
    case "node-added":
      return { sign: "+", title: "new" };
    case "node-removed":
      return { sign: "-", title: "gone" };
    case "node-renamed":
      return { sign: ">", title: `renamed from ${edit.renamed?.from ?? ""}`, otherName: edit.renamed?.from ?? "" };
    default:
      return effects.length === 0 ? { sign: "*", title: "resolves again" } : undefined;
  }
}

function placesOf({ edit: { places, cause } }: Block): readonly string[] {
  if (cause?.kind === "settings-changed") return cause.files.slice(0, MOST_PLACES);
  return places.slice(0, MOST_PLACES).flatMap(({ old, new: now }) => spanPlace(now ?? old) || []);
}

function editedLines({ old, new: now }: EditPlaces): readonly EditedLines[] {
  const span = now ?? old;
  if (span === undefined) return [];
  return [{ path: placeOf(span).file, old: old && spanLines(old), now: now && spanLines(now) }];
}

export type NodeIndexes = ReturnType<typeof nodeIndexes>;

/** Names of nodes as indexes; those that are new come last. */
export function nodeIndexes(names: readonly string[]) {
  const all = [...names];
  const known = new Map(all.map((name, index) => [name, index]));
  const of = (some: readonly string[]): Uint32Array =>
    Uint32Array.from(some, (name) => keptAt(known, name, () => all.push(name) - 1));
  return { all, of };
}
