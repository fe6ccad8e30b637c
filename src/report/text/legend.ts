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

/** Says of rows what the signs mean that are in them and in none before: in one row, or undefined where there are none. */
export type Legend = (rows: Iterable<Row>) => Row | undefined;

export function createLegend(): Legend {
  let unsaid = SIGNS;
  return (rows) => {
    const found = new Set<string>();
    for (const row of rows) for (const { text, label } of row) found.add(`${label} ${text.trim()}`);
    const isFound = ([sign, label]: (typeof SIGNS)[number]) => found.has(`${label} ${sign}`);
    const meant = unsaid.filter(isFound);
    unsaid = unsaid.filter((each) => !meant.includes(each));
    if (meant.length === 0) return undefined;
    return [segment("muted", meant.map(([sign, , meaning]) => `${sign} ${meaning}`).join("  "))];
  };
}
