import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HeirError } from "../../model/findings/failure.ts";

/** A folder shipped with heir, such as `example-repo`, bundled or not. Throws HeirError if it is missing. */
export function installedFolder(name: string): Promise<string> {
  return installed(name, isPackage);
}

/** A file that the build puts beside the program, by its path in the sources. Throws HeirError if it is missing. */
export function installedFile(path: string): Promise<string> {
  return installed(path, async (folder) => existsSync(join(folder, path)));
}

/** What is in the nearest folder above this file that is the right one. */
async function installed(name: string, isRight: (folder: string) => Promise<boolean>): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!(await isRight(folder))) {
    if (dirname(folder) === folder) throw new HeirError("environment", `this installation of heir lacks ${name}`);
    folder = dirname(folder);
  }
  return join(folder, name);
}

/** The text of such a file; throws as {@link installedFile} does. */
export async function installedText(path: string): Promise<string> {
  return readFile(await installedFile(path), "utf8");
}

/** The build has a package.json without a name, which only says how Node loads its files. */
async function isPackage(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  return "name" in JSON.parse(text);
}
