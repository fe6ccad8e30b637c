import { deserialize, serialize } from "node:v8";
import { commitOutputKey, keepCommitOutput } from "../../workspace/load/listing.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ComparedStates } from "../state/compared.ts";
import type { Opening } from "./opened.ts";
import type { ChangeSet, CommitCounts, Ends } from "./rows/change-set.ts";

interface Kept {
  readonly counts: CommitCounts;
  readonly set: ChangeSet;
}

/**
 * Changes of commits that an earlier session has computed, in the cache of the workspace: a commit stays what it is. Kept are only
 * rows as they are shown, with secrets masked.
 */
export function keptChanges(workspace: Workspace, { cwd, directory, overrides, nodes, paths }: Opening) {
  const keyOf = (kind: keyof Kept, target: ComparedStates): string | undefined => {
    if (target.kind !== "commit" || target.isGrafted === true) return undefined;
    const asked = [cwd, directory ?? null, overrides, nodes, paths, target.id, target.parent ?? null];
    return commitOutputKey(workspace, `${kind} of a commit 1`, asked);
  };
  return {
    get<Kind extends keyof Kept>(kind: Kind, target: ComparedStates): Kept[Kind] | undefined {
      const key = keyOf(kind, target);
      const bytes = key && workspace.outputs.get(key);
      // What has this key and the right digest was made by `put`.
      return bytes && deserialize(bytes);
    },
    /** Keeps it, if the commits alone say what it is. */
    put<Kind extends keyof Kept>(kind: Kind, target: ComparedStates, made: Kept[Kind], ends: Ends): void {
      const key = keyOf(kind, target);
      if (key !== undefined) keepCommitOutput(workspace, key, { output: serialize(made), of: ends });
    },
  };
}
