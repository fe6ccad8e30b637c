import { resolve } from "node:path";
import { readText } from "../source/text-file.ts";

/** Reports that were written into files, by the names under which they were given. Throws HeirError as reading does. */
export async function readReports(
  names: readonly string[],
  cwd: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const read = names.map(async (name) => ({ name, text: await readText(resolve(cwd, name)) }));
  return Promise.all(read);
}
