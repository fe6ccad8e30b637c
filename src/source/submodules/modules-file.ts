import { join } from "node:path";
import { regularFileText } from "../disk/regular-file.ts";
import { configValues } from "../repository/find.ts";

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
