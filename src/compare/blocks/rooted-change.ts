import type { CauseEdit, FoldedChange } from "../../model/results/change.ts";
import type { DefinitionRename } from "../../model/results/comparison.ts";
import { isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import { type Root, rootOf } from "../causes/key.ts";

/** A change with the edit behind it. */
export interface RootedChange extends FoldedChange, Pick<Root, "derivedFrom" | "depth"> {
  readonly index: number;
  readonly edit: CauseEdit;
  /** The path of the value that was edited. */
  readonly editedPath: ParameterPath;
}

/**
 * The change with its edit. What no cause explains is edited where it differs; so is a value that differs inside a class
 * with a new name.
 */
export function rootedChange(folded: FoldedChange, index: number, renamed: readonly DefinitionRename[]): RootedChange {
  const { cause, path } = folded.change;
  const { edit, derivedFrom, path: editedPath = path, depth } = cause === undefined ? unknownRoot : rootOf(cause);
  const rooted = { ...folded, index, edit, editedPath, depth, derivedFrom };
  return insideRename(rooted, renamed) ?? rooted;
}

const unknownRoot: Root = { edit: { kind: "unknown" }, depth: 0 };

function insideRename(rooted: RootedChange, renamed: readonly DefinitionRename[]): RootedChange | undefined {
  const { change, edit } = rooted;
  if (change.kind !== "changed" || isOfNames(change.path) || !("class" in edit)) return undefined;
  const rename = renamed.find((each) => each.kind === "class" && [each.from, each.to].includes(edit.class));
  if (rename === undefined) return undefined;
  const place = { old: change.before.origin, new: change.after.origin };
  const inside: CauseEdit = { kind: "value-edited", in: { layer: "class", name: rename.to }, ...place };
  return { ...rooted, edit: inside, places: [place] };
}
