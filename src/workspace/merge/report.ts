import { basename, dirname, resolve } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { createFiles } from "../../source/disk/create.ts";

/** Writes a text to a new file, its name read from `cwd` on. Throws HeirError, and writes nothing, if it is there already. */
export async function writeReport(cwd: string, name: string, text: string): Promise<void> {
  const path = resolve(cwd, name);
  const created = await createFiles(dirname(path), [{ path: basename(path), text }]);
  if (created.length > 0) return;
  throw new HeirError("usage", `${name} exists already, nothing was written`, "choose another name");
}
