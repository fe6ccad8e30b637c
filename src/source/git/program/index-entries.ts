import { fromTop, type GitProgram } from "./call.ts";
import { git } from "./process.ts";

/** The entries of the index by path from the top, each as `MODE ID`; conflicts have none. Throws HeirError when git fails. */
export async function indexEntries(program: GitProgram): Promise<ReadonlyMap<string, string>> {
  const output = await git(program, ["ls-files", "--stage", "-z", "--full-name", "--", fromTop(program, "")]);
  const lines = output.toString().split("\0").slice(0, -1);
  const entries = lines.flatMap((line) => {
    const [, entry, path] = /^(\d+ [0-9a-f]+) 0\t(.*)$/s.exec(line) ?? [];
    return entry === undefined || path === undefined ? [] : [[path, entry] as const];
  });
  return new Map(entries);
}

/** Sets entries of the index, as `MODE ID`; undefined removes one. Throws HeirError when git fails. */
export async function setIndexEntries(
  program: GitProgram,
  entries: Iterable<readonly [path: string, entry: string | undefined]>,
): Promise<void> {
  const removed = `0 ${"0".repeat(40)}`;
  const input = [...entries].map(([path, entry = removed]) => `${entry}\t${path}\0`).join("");
  if (input !== "") await git(program, ["update-index", "-z", "--index-info"], { input });
}

/** Stores files of the disk, named by absolute paths, as they are; gives the id of each. Throws HeirError when git fails. */
export async function storeBlobs(program: GitProgram, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\n`).join("");
  const output = await git(program, ["hash-object", "-w", "--no-filters", "--stdin-paths"], { input });
  return output.toString().split("\n").slice(0, -1);
}
