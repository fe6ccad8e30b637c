import { basename, dirname, resolve } from "node:path";
import { changedFiles, replaceFiles } from "../../source/disk/changed-files.ts";
import { LineFile } from "../../source/disk/reading.ts";

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
