import { entriesIn } from "../../source/disk/disk-entry.ts";

/** The names in a folder, those of folders with a slash behind them; none if it cannot be read. */
export function filesIn(folder: string): readonly string[] {
  return entriesIn(folder).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}
