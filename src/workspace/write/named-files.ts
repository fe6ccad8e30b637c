import { basename, dirname, resolve } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { changedFiles, createFiles, replaceFiles } from "../../source/disk/changed-files.ts";
import { LineFile } from "../../source/disk/read-files.ts";

/** Calls `use` with the reports in files, open until it ends. Throws HeirError for an unreadable one, and as `use`. */
export async function withReports<T>(
  { names, cwd }: { readonly names: readonly string[]; readonly cwd: string },
  use: (parts: readonly { readonly name: string; readonly file: LineFile }[]) => Promise<T>,
): Promise<T> {
  const files: LineFile[] = [];
  try {
    for (const name of names) files.push(new LineFile(resolve(cwd, name)));
    return await use(files.map((file, index) => ({ name: names[index] ?? "", file })));
  } finally {
    for (const file of files) file.close();
  }
}

/** Writes one file by renaming, unless it is there with the same text. */
export async function writeAnswer(path: string, text: string): Promise<void> {
  await replaceFiles(dirname(path), changedFiles(dirname(path), [{ path: basename(path), text }]));
}

/** Writes a text to a new file, its name read from `cwd` on. Throws HeirError, and writes nothing, if it is there already. */
export async function writeReport(cwd: string, name: string, text: string): Promise<void> {
  const path = resolve(cwd, name);
  const created = await createFiles(dirname(path), [{ path: basename(path), text }]);
  if (created.length > 0) return;
  throw new HeirError("usage", `${name} exists already, nothing was written`, "choose another name");
}
