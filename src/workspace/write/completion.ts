import { dirname, join } from "node:path";
import { changedFiles, replaceFiles, replaceLink } from "../../source/disk/changed-files.ts";

/** Where a shell looks for completion scripts, and the names of the one for heir. */
export interface ShellPlace {
  readonly file: string;
  /** The name of a link beside it, for shells that look for `git heir` under another name. */
  readonly link?: string;
}

/** Writes a completion script, and tells whether anything was other there or absent. Folders are made if needed. */
export async function installCompletion({ file, link }: ShellPlace, text: string): Promise<boolean> {
  const folder = dirname(file);
  const changed = changedFiles(folder, [{ path: file.slice(folder.length + 1), text }]);
  await replaceFiles(folder, changed);
  const isLinked = link !== undefined && (await replaceLink(join(folder, link), file.slice(folder.length + 1)));
  return changed.length > 0 || isLinked;
}
