import { join } from "node:path";
import { command } from "../../base/command.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../disk/regular-file.ts";
import { UNLISTED, UNMERGED } from "../git/tree-entries.ts";
import { configValues } from "../repository/find.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { unmergedFault } from "../snapshot/path-findings.ts";

/** The file that says where submodules come from, at the top of a tree. */
export const MODULES_FILE = ".gitmodules";

/** So many submodules are listed at a time. */
export const MOST_AT_ONCE = 8;

/** The paths in the `.gitmodules` of the work tree that are inside it. */
export function submodulePaths(topLevel: string): readonly string[] {
  return submodulesOf(topLevel).map(({ path }) => path);
}

/** The submodules in the `.gitmodules` of the work tree. A name or path that leads out has no place here. */
export function submodulesOf(topLevel: string): readonly { readonly name: string; readonly path: string }[] {
  return submodulesIn(modulesText(topLevel)).filter(({ name, path }) => isInside(name) && isInside(path));
}

/** The text of the `.gitmodules` of the work tree; empty if there is none. */
export function modulesText(topLevel: string): string {
  return regularFileText(join(topLevel, MODULES_FILE)) ?? "";
}

/** The paths of the submodules that a clone can get, by the text of a `.gitmodules`: those with a path and a URL. */
export function clonedPaths(text: string): ReadonlySet<string> {
  return new Set(submodulesIn(text).flatMap(({ path, url }) => (url === "" ? [] : [path])));
}

function submodulesIn(text: string): readonly { readonly name: string; readonly path: string; readonly url: string }[] {
  const values = configValues(text);
  return [...values].flatMap(([key, path]) => {
    const [, name = ""] = /^submodule\.(.*)\.path$/s.exec(key) ?? [];
    return name === "" ? [] : [{ name, path, url: values.get(`submodule.${name}.url`) ?? "" }];
  });
}

function isInside(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}

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
