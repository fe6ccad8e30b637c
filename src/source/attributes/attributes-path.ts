import { join } from "node:path";
import { parentOf, pathIn } from "../snapshot/folder-paths.ts";

export const ATTRIBUTES = ".gitattributes";

/** Whether a path is one of a file of attributes. */
export function isAttributes(path: string): boolean {
  return path.endsWith(ATTRIBUTES) && (path.length === ATTRIBUTES.length || path.at(-ATTRIBUTES.length - 1) === "/");
}

/** The paths at which the folders above a folder may have files of attributes. */
export function attributesAbove(folder: string): readonly string[] {
  const paths: string[] = [];
  for (let at = folder; at !== ""; at = parentOf(at)) paths.push(pathIn(parentOf(at), ATTRIBUTES));
  return paths;
}

/** The own file of attributes of a repository, which holds for all its states. */
export function infoFile(commonDir: string): string {
  return join(commonDir, "info/attributes");
}
