import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { BlamedLeaf } from "../../model/results/log.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { linePairs } from "../../report/text/line-pairs.ts";
import type { LineCommit, LinesRequest } from "../../source/history/blame.ts";
import type { Source } from "../../source/open.ts";
import { pathIn } from "../../source/snapshot/folder-paths.ts";
import type { BlameRequest } from "./request.ts";

/** What says who wrote the lines of a commit. */
export type WrittenLines = Pick<Source, "lines" | "committedText">;

/**
 * Who wrote the line of each value; nobody yet for a line of the work tree that HEAD does not have. Throws what git
 * throws.
 */
export async function lineWriters(
  source: WrittenLines,
  { commit, snapshot }: BlameRequest,
  values: readonly Value[],
): Promise<(value: Value) => BlamedLeaf["line"]> {
  const byFile = new Map<string, BlamedFile>();
  for (const { origin } of values) {
    const { file, line } = placeOf(origin);
    const known = byFile.get(file) ?? { text: origin.file.text, lines: [] };
    known.lines.push(line);
    byFile.set(file, known);
  }
  const written = new Map<string, LineCommit & Pick<HistoryPlace, "repository">>();
  for (const [path, { text, lines }] of byFile) {
    const at = placeInHistory(snapshot, path, commit);
    const old = commit === undefined ? ((await source.committedText(at)) ?? "") : text;
    const unchanged = unchangedLines(old, text);
    const asked = lines.flatMap((line) => unchanged(line) ?? []);
    const by = asked.length === 0 ? new Map<number, LineCommit>() : await source.lines({ ...at, lines: asked });
    for (const line of lines) {
      const writer = by.get(unchanged(line) ?? 0);
      if (writer !== undefined) written.set(`${line} ${path}`, { ...writer, ...at });
    }
  }
  return (value) => {
    const { file, line } = placeOf(value.origin);
    const by = written.get(`${line} ${file}`);
    if (by === undefined) return undefined;
    const { id, author, email, date, subject, repository } = by;
    return { id, author, email, date, subject, ...(repository !== undefined && { repository }) };
  };
}

interface BlamedFile {
  readonly text: string;
  readonly lines: number[];
}

/** The number of a line in the old text; undefined for a line that is new. */
function unchangedLines(old: string, now: string): (line: number) => number | undefined {
  if (old === now) return (line) => line;
  const places = new Map<number, number>();
  let [before, after] = [0, 0];
  for (const pair of linePairs(old.split(LINE_END), now.split(LINE_END))) {
    if (pair.old !== undefined) before += 1;
    if (pair.now !== undefined) after += 1;
    if (pair.old === pair.now) places.set(after, before);
  }
  return (line) => places.get(line);
}

const LINE_END = /\r?\n/;

/** Where the lines of a file have their history: in this repository, or in that of a submodule. */
interface HistoryPlace extends Pick<LinesRequest, "commit" | "path"> {
  /** The path of the submodule from the top. */
  readonly repository?: string;
}

function placeInHistory(
  { place: { folder }, submodules = new Map() }: Snapshot,
  path: string,
  commit = "HEAD",
): HistoryPlace {
  const fromTop = (each: string) => pathIn(folder, each);
  const [inner] = [...submodules]
    .filter(([each]) => path.startsWith(`${each}/`))
    .sort(([one], [other]) => other.length - one.length);
  if (inner === undefined) return { commit, path: fromTop(path) };
  const [submodule, pinned] = inner;
  return { commit: pinned, path: path.slice(submodule.length + 1), repository: fromTop(submodule) };
}
