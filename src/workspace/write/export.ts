import { type NewFile, replaceFiles } from "../../source/disk/create.ts";

/** Writes exported files below a folder that is made if need be; files that were there are replaced one by one. */
export async function writeExport(folder: string, files: readonly NewFile[]): Promise<void> {
  await replaceFiles(folder, files);
}
