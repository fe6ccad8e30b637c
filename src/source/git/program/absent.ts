import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { diskEntry } from "../../disk/disk-entry.ts";
import type { GitFacts } from "../store.ts";
import { fromTop, type GitProgram } from "./call.ts";
import { runGit } from "./process.ts";

/** Of paths from the top that a state lacks, why: git ignores what is there, or it is on disk alone. Never fails. */
export async function whyAbsent(
  program: GitProgram,
  { topLevel }: Pick<GitFacts, "topLevel">,
  { paths, ...options }: { readonly paths: readonly string[] } & Abortable,
): Promise<ReadonlyMap<string, string>> {
  if (topLevel === undefined) return new Map();
  const args = ["ls-files", "-z", "--full-name", "--others", "--ignored", "--exclude-standard", "--directory", "--"];
  const { stdout } = await runGit(program, [...args, ...paths.map((path) => fromTop(program, path))], options);
  // A folder that is ignored as a whole ends in a slash.
  const ignored = stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "");
  return new Map(
    paths.flatMap((path): readonly (readonly [string, string])[] => {
      if (ignored.some((each) => `${path}/`.startsWith(each))) return [[path, "git ignores"]];
      return diskEntry(`${topLevel}/${path}`).kind === "none" ? [] : [[path, "git does not track"]];
    }),
  );
}
