import { keptAt } from "../base/made-once.ts";
import { pathIn } from "../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../model/inventory/settings.ts";
import type { Abortable, InventoryPlace } from "../model/inventory/snapshot.ts";
import type { LeftOut } from "../model/results/left-out.ts";
import { git } from "./git/program/process.ts";
import { type GitProgram, gitPath } from "./git/program/program.ts";
import type { GitStore } from "./git/store.ts";

interface BorderSource {
  readonly store: GitStore;
  readonly program: GitProgram | undefined;
}

/**
 * Whether states without settings are read although HEAD has some, and where these begin (rule F9 in
 * docs/concepts/inventories.md): answers about such commits leave that out. Git is asked once for each
 * folder. Throws what git throws.
 */
export function settingsBorder(
  source: BorderSource,
): (inventory: InventoryPlace, options?: Abortable) => Promise<readonly LeftOut[]> {
  const known = new Map<string, Promise<readonly LeftOut[]>>();
  return async ({ folder, hasSettings, defaults, missing }, options) => {
    if (hasSettings === true || defaults !== undefined || missing !== undefined) return [];
    return keptAt(known, folder, () => borderOf(folder, source, options));
  };
}

async function borderOf(
  folder: string,
  { store, program }: BorderSource,
  options?: Abortable,
): Promise<readonly LeftOut[]> {
  if (program === undefined) return [];
  const files = SETTINGS_FILES.map((name) => pathIn(folder, name));
  const found = await Promise.all(files.map((path) => store.entryAt("HEAD", path, options)));
  const file = files.findLast((_, at) => found[at] !== undefined);
  if (file === undefined) return [];
  const paths = files.map((path) => gitPath(program, path));
  const lines = (await git(program, ["rev-list", "--topo-order", "HEAD", "--", ...paths], options)).toString();
  const commit = lines.trimEnd().split("\n").at(-1) ?? "";
  const count = (await git(program, ["rev-list", "--count", commit], options)).toString();
  return [{ kind: "settings", commit, commits: Number(count) - 1, file }];
}
