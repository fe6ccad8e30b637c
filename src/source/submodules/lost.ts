import { command } from "../../base/command.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import { UNLISTED, UNMERGED } from "../git/tree-entries.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { unmergedFault } from "../snapshot/path-findings.ts";

/** The findings for submodules whose objects are not there, by path in the inventory (rule U4 in docs/concepts/submodules.md). */
export function lostSubmodules(
  lost: ReadonlyMap<string, string>,
  { folder }: InventoryPlace,
): ReadonlyMap<string, Diagnostic> {
  return new Map(
    [...lost].map(([path, commit]) => {
      if (commit === UNMERGED) return [path, unmergedFault(path)];
      if (commit === UNLISTED) return [path, unlistedSubmodule(pathIn(folder, path))];
      const fromTop = pathIn(folder, path);
      const message = `submodule ${fromTop} is not here: commit ${commit.slice(0, 7)} is pinned`;
      const update = command(["git", "submodule", "update", "--init"], [fromTop]);
      const hint = `${update} (in a bare repository: git config --add heir.objects DIR)`;
      return [path, finding("submodule-missing", undefined, message, { hint })];
    }),
  );
}

/**
 * The finding for a submodule, by its path from the top, that no `.gitmodules` lists (rule U4 in docs/concepts/submodules.md).
 * It is a fault of the state, whoever uses it.
 */
export function unlistedSubmodule(path: string, as?: "warning"): Diagnostic {
  const message = `submodule ${path} has no URL in .gitmodules: no clone gets its files`;
  const add = command(["git", "submodule", "add"], ["URL", path]);
  const hint = `${add}, or ${command(["git", "rm", "--cached"], [path])} and add its files`;
  return finding("submodule-missing", undefined, message, { as, hint });
}
