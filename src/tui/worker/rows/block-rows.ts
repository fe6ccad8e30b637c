import { clip } from "../../../base/terminal-text.ts";
import type { Block, Effect, EffectKind, ReviewedComparison } from "../../../model/results/block.ts";
import type { Change } from "../../../model/results/change.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { isMarker } from "../../../model/secrets/secrets.ts";
import { placeOf } from "../../../model/values/origin.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { blockBody, blockSign } from "../../../report/diff/block-rows.ts";
import { causeParts } from "../../../report/diff/cause.ts";
import { editText } from "../../../report/diff/edit-text.ts";
import { changeSegments, effectWords } from "../../../report/diff/effect-rows.ts";
import { sourceText, typeChange } from "../../../report/diff/parts.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { nodeSet } from "../../../report/text/node-set.ts";
import { type Row, rowText } from "../../../report/text/row.ts";
import { type IgnoredKind, ignoredKind } from "../../../workspace/compare/ignored.ts";
import { diagnosticPlace } from "./finding-row.ts";

/** Longer values are shown when the change is opened. */
const LONGEST = 400;
const MOST_PLACES = 100;

/**
 * `+` added, `-` removed, `~` changed, `>` renamed, `=` no value differs, `!` newly fails, lost to a conflict, or a warning, `*`
 * newly resolves, `?` cannot be compared; of a merge also `✗` conflict of files or error, `≠` on neither side, `∩` one side's change is
 * lost, `·` note.
 */
export type Sign = "+" | "-" | "~" | ">" | "=" | "!" | "*" | "?" | "✗" | "≠" | "∩" | "·";

/** One edit with all its effects (rules V1 to V8 of docs/concepts/review.md). */
export interface BlockRow {
  /** Unique in the set, and the same if the set is computed again. */
  readonly id: string;
  readonly sign: Sign;
  /** What was done. */
  readonly text: string;
  readonly nodes: Uint32Array;
  /** `file:line` of the places where it was done; of very many the first. */
  readonly places: readonly string[];
  /** The block as `heir diff` prints it, below its first line. */
  readonly rows: readonly Row[];
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
  /** Both sides, where they are the same on all nodes and one line shows them. */
  readonly old: string | undefined;
  readonly now: string | undefined;
  /** Otherwise what happens in words: `order change`, `2 values`; of whole nodes their set. */
  readonly words: string;
  /** What else is to be said: `type change: integer -> string`, `by ${site:owner}`. */
  readonly note: string;
  /** Whether the value follows from another one, through a reference. */
  readonly isDerived: boolean;
  /** Whether only the older state has it, under any name. */
  readonly isGone: boolean;
  readonly nodes: Uint32Array;
  /** What the edit and the cause of the first change say, to be searched; empty if unknown. */
  readonly cause: string;
  /** `file:line` of the cause, else of the value. */
  readonly place: string;
  /** If only this differs: the order of a list, or the type of the same text, such as `"1"` and `1`. */
  readonly only?: IgnoredKind;
}

/** The blocks of a comparison and their effects as rows. */
export class BlockRows {
  readonly blocks: BlockRow[] = [];
  readonly changes: ChangeRow[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly comparison: Masked<ReviewedComparison>;

  constructor(comparison: Masked<ReviewedComparison>, command: string | undefined) {
    this.comparison = comparison;
    for (const block of comparison.blocks) this.addBlock(block, command);
    const { stillFailing } = comparison.nodes;
    if (stillFailing.length > 0)
      this.addNodes(
        { sign: "?", title: "not compared" },
        stillFailing.map(({ name }) => name),
      );
  }

  names(): readonly string[] {
    return [...this.indexes.keys()];
  }

  private addBlock(block: Block, command: string | undefined): void {
    const { changes } = this.comparison;
    const at = this.blocks.length;
    const { edit, nodes, effects, failing } = block;
    const text = editText(block);
    const places = placesOf(block);
    this.blocks.push({
      id: ["block", text, places[0] ?? "", nodes[0] ?? "", ...(effects[0]?.path ?? [])].join("\n"),
      sign: blockSign(block).text,
      text,
      nodes: this.indexed(nodes),
      places,
      rows: blockBody({ block, number: at + 1, changes }, command === undefined ? { full: true } : { command }),
    });
    for (const { diagnostic, nodes: names } of failing) {
      const title = `fails: ${diagnostic.code}: ${diagnostic.message}`;
      this.addNodes({ sign: "!", title, block: at, cause: text, place: diagnosticPlace(diagnostic.span) }, names);
    }
    const state = failing.length > 0 ? undefined : wholeNodes(block);
    if (state !== undefined) this.addNodes({ ...state, block: at, place: places[0] ?? "" }, nodes);
    for (const effect of effects) this.addEffect(effect, at, edit.kind === "unknown" ? "" : text);
  }

  private addNodes(row: Pick<ChangeRow, "sign" | "title"> & Partial<ChangeRow>, names: readonly string[]): void {
    const words = rowText(nodeSet(names));
    this.changes.push({ ...bare, ...row, id: `${row.sign} ${row.title}`, words, nodes: this.indexed(names) });
  }

  private addEffect(effect: Effect, block: number, edit: string): void {
    const first = this.comparison.changes[effect.changes[0] ?? -1];
    if (first === undefined) return;
    const { change, nodes } = first;
    const sign = signs[effect.kind];
    const path = printPath(effect.path);
    const only = ignoredKind(change);
    const cause = change.cause === undefined ? { words: "", place: "" } : causeParts(change.cause, nodes);
    this.changes.push({
      id: `${sign} ${path} ${effect.nodes[0] ?? ""}`,
      block,
      sign,
      title: path,
      ...(effect.toPath !== undefined && { otherName: printPath(effect.toPath) }),
      isValue: true,
      ...this.texts(effect, change),
      isDerived: effect.derivedFrom !== undefined,
      isGone: change.kind === "removed" && effect.toPath === undefined,
      nodes: this.indexed(effect.nodes),
      cause: [edit, cause.words].filter((text) => text !== "").join("  "),
      place: cause.place === "" ? sourceText("after" in change ? change.after : change.before) : cause.place,
      ...(only !== undefined && { only }),
    });
  }

  private texts(effect: Effect, change: Change): Pick<ChangeRow, "old" | "now" | "words" | "note"> {
    const { kind, toPath, derivedFrom, values } = effect;
    const by = derivedFrom === undefined ? [] : [`by ${derivedFrom.reference}`];
    const retyped = kind === "retyped" && change.kind === "changed" ? [typeChange(change)] : [];
    const isSecret = change.kind === "changed" && isMarker(change.before) && isMarker(change.after);
    const note = [...retyped, ...(isSecret ? ["changed"] : []), ...by].join("  ");
    const isPlain = values === 1 && kind !== "conflict" && kind !== "reordered" && kind !== "renamed";
    if (!isPlain || (change.kind === "changed" && change.items.length > 0)) {
      const items = isPlain ? rowText(changeSegments(change)) : undefined;
      const words =
        kind === "renamed"
          ? `renamed to ${printPath(toPath ?? [])}`
          : (items ?? effectWords(effect, this.comparison.changes));
      return { old: undefined, now: undefined, words: clip(words, LONGEST), note };
    }
    const [old, now] = ["before" in change ? change.before : undefined, "after" in change ? change.after : undefined];
    return { old: old && shortText(old), now: now && shortText(now), words: "", note };
  }

  private indexed(names: readonly string[]): Uint32Array {
    return Uint32Array.from(names, (name) => this.index(name));
  }

  private index(name: string): number {
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const index = this.indexes.size;
    this.indexes.set(name, index);
    return index;
  }
}

/** What rows of whole nodes have in common. */
const bare = {
  block: undefined,
  isValue: false,
  old: undefined,
  now: undefined,
  note: "",
  isDerived: false,
  isGone: false,
  cause: "",
  place: "",
} as const;

const signs: Readonly<Record<EffectKind, Sign>> = {
  added: "+",
  removed: "-",
  changed: "~",
  retyped: "~",
  reordered: "~",
  renamed: ">",
  moved: ">",
  conflict: "!",
};

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
  return places.slice(0, MOST_PLACES).flatMap(({ old, new: now }) => {
    const span = now ?? old;
    if (span === undefined) return [];
    const { file, line } = placeOf(span);
    return [`${file}:${line}`];
  });
}

function shortText(value: Value): string {
  const text = inlineValue(value, LONGEST);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
