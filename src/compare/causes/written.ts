import { runtimeNodeOf } from "../../model/inventory/folders.ts";
import type { CauseEdit, CauseOwner } from "../../model/results/cause.ts";
import type { Change } from "../../model/results/change.ts";
import { leavesOf } from "../../model/values/inside.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import type { CauseSides } from "./side.ts";

type Sided = Partial<Record<"before" | "after", Value>>;

/** The edit of a value that nothing merges: what files write is what the node gets. `owner` is that of a file. */
export function writtenEdit({ before, after }: Sided, owner: (file: SourceFile) => CauseOwner): CauseEdit | undefined {
  const value = after ?? before;
  if (value === undefined) return undefined;
  const kind = before === undefined ? "value-added" : after === undefined ? "value-removed" : "value-edited";
  const places = { ...(before && { old: before.origin }), ...(after && { new: after.origin }) };
  return { kind, in: owner(value.origin.file), ...places };
}

/**
 * The edits of files of `properties.d` behind a change of what the agent finds. A property that a file sets on one side
 * only came or went with that file; where another file takes over, one edit took the value away.
 */
export function runtimeEdits(change: Sided & Pick<Change, "path">, sides: CauseSides): readonly CauseEdit[] {
  const { settings } = sides.new.inventory;
  const isFile = ({ origin: { file } }: Value): boolean => runtimeNodeOf(file.path, settings) !== undefined;
  const owner = ({ path }: SourceFile): CauseOwner => ({ layer: "local", name: path });
  const [old, now] = [change.before, change.after].map((value) => filesOf(value).filter(isFile));
  const pairs = pairedByFile(old ?? [], now ?? []);
  return pairs.flatMap((pair) => writtenEdit(pair, owner) ?? []);
}

/** The first value of each file. */
function filesOf(value: Value | undefined): readonly Value[] {
  const leaves = value === undefined ? [] : [value, ...leavesOf(value, []).map((leaf) => leaf.value)];
  return [...new Map(leaves.toReversed().map((leaf) => [leaf.origin.file.path, leaf])).values()];
}

function pairedByFile(old: readonly Value[], now: readonly Value[]): readonly Sided[] {
  const pairs = new Map<string, Sided>();
  for (const before of old) pairs.set(before.origin.file.path, { before });
  for (const after of now) pairs.set(after.origin.file.path, { ...pairs.get(after.origin.file.path), after });
  return [...pairs.values()];
}
