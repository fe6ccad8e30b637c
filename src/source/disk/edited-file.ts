import { writeFileSync } from "node:fs";
import { lstat, readFile, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { createFiles } from "./changed-files.ts";
import { removeUnfinished, replaceBy } from "./temporary.ts";

/**
 * The text of a file to edit; undefined when there is none. Throws HeirError for a link, a folder, and bytes that are
 * not UTF-8: writing would not preserve the rest.
 */
export async function editableText(path: string, name: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new HeirError("environment", `${name} is not a regular file`, "edit its target by hand");
  const bytes = await readFile(path);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw new HeirError("environment", `${name} is not valid UTF-8`);
  return text;
}

/**
 * Replaces the text of a file atomically, with the same permissions. Returns false, and changes nothing, when the file
 * has another text by now.
 */
export async function replaceEdited(
  path: string,
  name: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<boolean> {
  if ((await editableText(path, name)) !== before) return false;
  if (before === undefined) {
    return (await createFiles(dirname(path), [{ path: basename(path), text: after }])).length > 0;
  }
  const { mode } = await lstat(path);
  removeUnfinished(dirname(path));
  replaceBy(path, (fresh) => writeFileSync(fresh, after, { mode }));
  return true;
}

/** Removes a file that has this text. Returns false, and changes nothing, when it has another one. Throws as {@link editableText}. */
export async function removeEdited(path: string, name: string, text: string): Promise<boolean> {
  if ((await editableText(path, name)) !== text) return false;
  await rm(path);
  return true;
}
