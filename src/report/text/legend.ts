import { type Label, type Row, segment } from "./row.ts";

/** The signs of changes with their meanings, in the order in which they are explained: those of docs/signs.md. */
const SIGNS: readonly (readonly [sign: string, label: Label, meaning: string])[] = [
  ["~", "changed", "changed"],
  ["+", "added", "added"],
  ["-", "removed", "removed"],
  [">", "moved", "moved"],
  ["!", "error", "newly fails"],
  ["?", "warning", "not compared"],
];

/** A row that says what the signs in some rows mean; undefined where there are none. */
export function legendRow(rows: Iterable<Row>): Row | undefined {
  const found = new Set<string>();
  for (const row of rows) for (const { text, label } of row) found.add(`${label} ${text.trim()}`);
  const meant = SIGNS.filter(([sign, label]) => found.has(`${label} ${sign}`));
  if (meant.length === 0) return undefined;
  return [segment("muted", meant.map(([sign, , meaning]) => `${sign} ${meaning}`).join("  "))];
}
