import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { EndChange } from "../../model/results/comparison.ts";
import type { SourceFile } from "../../model/values/value.ts";
import { datedLines, linesIn } from "../../parse/dated-lines.ts";
import type { Workspace } from "../workspace.ts";

/** Ends that are new, moved, or dropped while their line stays, in changed files (rule H5 of docs/concepts/ends.md). */
export async function changedEnds(
  workspace: Pick<Workspace, "filesAt">,
  [from, to]: readonly [Snapshot, Snapshot],
  paths: readonly string[],
  options?: Abortable,
): Promise<readonly EndChange[]> {
  const yaml = paths.filter((path) => /\.ya?ml$/.test(path));
  const before = await workspace.filesAt(from, yaml, options);
  const after = await workspace.filesAt(to, yaml, options);
  return [...after].flatMap(([path, file]) => {
    const [old, now] = [datesIn(before.get(path)), datesIn(file)];
    if (old.size + now.size === 0) return [];
    return linesIn(file).flatMap(({ id, span }) => {
      const [was, is] = [old.get(id), now.get(id)];
      return was === is ? [] : [{ place: span, old: was, new: is }];
    });
  });
}

function datesIn(file: SourceFile | undefined): ReadonlyMap<string | undefined, string> {
  return new Map(file && datedLines(file).map(({ id, date }) => [id, date]));
}
