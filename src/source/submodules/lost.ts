import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { unmergedFault } from "../snapshot/unmerged.ts";
import { UNMERGED } from "./mode.ts";

/** The findings for submodules whose objects are not there, by path in the inventory (rule U4 in docs/concepts/submodules.md). */
export function lostSubmodules(
  lost: ReadonlyMap<string, string>,
  { folder }: InventoryPlace,
): ReadonlyMap<string, Diagnostic> {
  return new Map(
    [...lost].map(([path, commit]) => {
      if (commit === UNMERGED) return [path, unmergedFault(path)];
      const fromTop = pathIn(folder, path);
      const message = `submodule ${fromTop} is not here: commit ${commit.slice(0, 7)} is pinned`;
      const hint = `git submodule update --init ${fromTop} (in a bare repository: git config --add heir.objects DIR)`;
      return [path, finding("submodule-missing", undefined, message, { hint })];
    }),
  );
}
