import { join } from "node:path";
import { regularFileText } from "../disk/regular-file.ts";
import { configValues } from "../repository/config-text.ts";

/** So many submodules are listed at a time. */
export const MOST_AT_ONCE = 8;

/** The paths in the `.gitmodules` of the work tree that are inside it. */
export function submodulePaths(topLevel: string): readonly string[] {
  return submodulesOf(topLevel).map(({ path }) => path);
}

/** The submodules in the `.gitmodules` of the work tree. A name or path that leads out has no place here. */
export function submodulesOf(topLevel: string): readonly { readonly name: string; readonly path: string }[] {
  const values = configValues(regularFileText(join(topLevel, ".gitmodules")) ?? "");
  return [...values].flatMap(([key, path]) => {
    const [, name = ""] = /^submodule\.(.*)\.path$/s.exec(key) ?? [];
    return name !== "" && isInside(name) && isInside(path) ? [{ name, path }] : [];
  });
}

function isInside(path: string): boolean {
  return !path.startsWith("/") && !path.split("/").includes("..");
}
