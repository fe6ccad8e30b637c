import { type Label, type Segment, segment } from "./row.ts";

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
