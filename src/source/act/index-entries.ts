import { addTo } from "../../base/text-order.ts";
import { SUBMODULE_MODE } from "../../model/inventory/tree-entries.ts";
import { headCommit } from "../commits/head.ts";
import { git, printedPieces } from "../git/program/process.ts";
import { type GitProgram, gitPath } from "../git/program/program.ts";

/** The entries of the index by path from the top, each as `MODE ID`; conflicts have none. Throws HeirError when git fails. */
export async function indexEntries(program: GitProgram): Promise<ReadonlyMap<string, string>> {
  const stages = await indexStages(program);
  return new Map(
    [...stages].flatMap(([path, [first = ""]]) => (first.endsWith(" 0") ? [[path, first.slice(0, -2)] as const] : [])),
  );
}

/** The same with the stage, as `MODE ID STAGE`: several of a path that is not merged. Throws HeirError when git fails. */
export async function indexStages(program: GitProgram): Promise<ReadonlyMap<string, readonly string[]>> {
  const output = await git(program, ["ls-files", "--stage", "-z", "--full-name", "--", gitPath(program, "")]);
  const found = new Map<string, string[]>();
  for (const line of printedPieces(output, "\0")) {
    const tab = line.indexOf("\t");
    addTo(found, line.slice(tab + 1), line.slice(0, tab));
  }
  return found;
}

const NO_ENTRY = `0 ${"0".repeat(40)}`;

/** Sets entries of the index, as `MODE ID`; undefined removes one. Throws HeirError when git fails. */
export async function setIndexEntries(
  program: GitProgram,
  entries: Iterable<readonly [path: string, entry: string | undefined]>,
): Promise<void> {
  const stages = [...entries].map(([path, entry]) => [path, entry === undefined ? [] : [`${entry} 0`]] as const);
  await setIndexStages(program, stages);
}

/** Sets all stages of paths, as `MODE ID STAGE`; none removes one. Throws HeirError when git fails. */
export async function setIndexStages(
  program: GitProgram,
  entries: Iterable<readonly [path: string, stages: readonly string[]]>,
): Promise<void> {
  const input = [...entries].flatMap(([path, stages]) => [NO_ENTRY, ...stages].map((each) => `${each}\t${path}\0`));
  if (input.length > 0) await git(program, ["update-index", "-z", "--index-info"], { input: input.join("") });
}

/** Stores files of the disk, named by absolute paths, as they are; gives the id of each. Throws HeirError when git fails. */
export async function storeBlobs(program: GitProgram, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\n`).join("");
  const output = await git(program, ["hash-object", "-w", "--no-filters", "--stdin-paths"], { input });
  return printedPieces(output);
}

/** Stores a text as it is; gives its id. Throws HeirError when git fails. */
export async function storeText(program: GitProgram, text: string): Promise<string> {
  return (await git(program, ["hash-object", "-w", "--no-filters", "--stdin"], { input: text })).toString().trim();
}

/** The text of a blob. Throws HeirError when git fails. */
export async function storedText(program: GitProgram, id: string): Promise<string> {
  return (await git(program, ["cat-file", "blob", id])).toString();
}

/** The paths of some stages of an index, as git prints them: `MODE ID STAGE<TAB>PATH`. Never fails. */
export function stagedPaths(stages: readonly string[]): readonly string[] {
  return [...new Set(stages.map((line) => line.slice(line.indexOf("\t") + 1)))];
}

/** Those of the paths that are submodules. Never fails. */
export function stagedSubmodules(stages: readonly string[]): readonly string[] {
  return stagedPaths(stages.filter((line) => line.startsWith(SUBMODULE_MODE)));
}

/** What HEAD has at a path, as `MODE ID`; undefined if it has nothing. Throws HeirError when git fails. */
export async function headEntry(program: GitProgram, path: string): Promise<string | undefined> {
  const head = await headCommit(program);
  if (head === undefined) return undefined;
  const listed = await git(program, ["ls-tree", "-z", "--full-tree", "--end-of-options", head, path]);
  const [, mode, id] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(listed.toString()) ?? [];
  return mode === undefined || id === undefined ? undefined : `${mode} ${id}`;
}
