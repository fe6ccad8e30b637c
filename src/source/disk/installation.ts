import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HeirError } from "../../model/findings/failure.ts";

/**
 * The path of what is shipped with heir, such as `example-repo`: next to the package.json above this file, bundled or
 * not. Throws HeirError when there is no package.json.
 */
export async function installedPath(name: string): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!(await exists(join(folder, "package.json")))) {
    if (dirname(folder) === folder) throw new HeirError("environment", `this installation of heir lacks ${name}`);
    folder = dirname(folder);
  }
  return join(folder, name);
}

/** The text of a file that is shipped with heir. Throws HeirError when the installation lacks it. */
export async function installedText(path: string): Promise<string> {
  try {
    return await readFile(await installedPath(path), "utf8");
  } catch {
    throw new HeirError("environment", `this installation of heir lacks ${path}`);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
