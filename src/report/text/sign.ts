import { recordKeys } from "../../base/text-order.ts";
import type { EffectKind } from "../../model/results/comparison.ts";
import { type Label, type Row, type Segment, segment } from "./row.ts";

/**
 * `+` added, `-` removed, `~` changed, `>` renamed, `=` no value differs, `!` newly fails, lost to a conflict, or a warning, `*`
 * newly resolves, `?` cannot be compared; of a merge also `✗` conflict of files or error, `≠` on neither side, `∩` one side's change is
 * lost, `·` note.
 */
export type Sign = "+" | "-" | "~" | ">" | "=" | "!" | "*" | "?" | "✗" | "≠" | "∩" | "·";

const LABELS: Readonly<Record<Sign, Label>> = {
  "+": "added",
  "-": "removed",
  "~": "changed",
  ">": "moved",
  "=": "moved",
  "!": "error",
  "*": "added",
  "?": "warning",
  "✗": "error",
  "≠": "error",
  "∩": "warning",
  "·": "muted",
};

/** The sign of a row, with the blank behind it. */
export function signPart(sign: Sign): Segment {
  return segment(LABELS[sign], `${sign} `, "sign");
}

/** Both sides of a change, with an arrow between them. */
export function arrow(old: string, now: string): readonly Segment[] {
  return [segment("removed", old, "old"), segment("muted", ARROW), segment("added", now, "new")];
}

/** Between two sides; a terminal may have a sign for it. */
export const ARROW = " -> ";

/** What signs of changes mean, in the order in which they are explained: that of docs/signs.md. */
const MEANINGS = {
  "~": "changed",
  "+": "added",
  "-": "removed",
  ">": "moved",
  "!": "newly fails",
  "?": "not compared",
};

/** Says of rows what the signs mean that are in them and in none before: in one row, or undefined if there are none. */
export function createLegend(): (rows: Iterable<Row>) => Row | undefined {
  let unsaid = recordKeys(MEANINGS);
  return (rows) => {
    const found = new Set<string>();
    for (const row of rows) for (const { text, label } of row) found.add(`${label} ${text.trim()}`);
    const meant = unsaid.filter((sign) => found.has(`${LABELS[sign]} ${sign}`));
    unsaid = unsaid.filter((each) => !meant.includes(each));
    if (meant.length === 0) return undefined;
    return [segment("muted", meant.map((sign) => `${sign} ${MEANINGS[sign]}`).join("  "))];
  };
}

/** The sign of each effect that an edit has on a value. */
export const effectSigns: Readonly<Record<EffectKind, Sign>> = {
  added: "+",
  removed: "-",
  changed: "~",
  retyped: "~",
  reordered: "~",
  renamed: ">",
  moved: ">",
  conflict: "!",
};
