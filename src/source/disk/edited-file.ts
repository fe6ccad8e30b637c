import { lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { HeirError } from "../../model/findings/failure.ts";

/**
 * The text of a file that is to be edited; undefined when there is none. Throws HeirError for a link, a folder, and
 * bytes that are no UTF-8: writing would not leave the rest as it is.
 */
export async function editableText(path: string, name: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new HeirError("environment", `${name} is no plain file`, "edit what it leads to by hand");
  const bytes = await readFile(path);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw new HeirError("environment", `${name} is not valid UTF-8`);
  return text;
}

/**
 * Puts a new text in the place of the one that was read, in one step and with the same permissions. Gives false, and
 * changes nothing, when the file holds another text by now.
 */
export async function replaceEdited(
  path: string,
  name: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<boolean> {
  if ((await editableText(path, name)) !== before) return false;
  if (before === undefined) return createdAs(path, after);
  const { mode } = await lstat(path);
  const fresh = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(fresh, after, { mode });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return true;
}

async function createdAs(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
