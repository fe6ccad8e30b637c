import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import { isDefinitionPath } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { counted } from "../../report/text/row.ts";
import { filesOfDriver } from "../../source/attributes/check-attr.ts";
import { type GitProgram, gitPath } from "../../source/git/program/program.ts";
import type { Source } from "../../source/open.ts";
import { hasMergeDriver } from "../../source/repository/settings.ts";
import type { Workspace } from "../workspace.ts";

/** The line that git's attributes lack for heir to merge all; undefined if none. Throws HeirError if git fails. */
export async function lackingAttributes(workspace: Workspace, options: Abortable = {}) {
  const { source } = workspace;
  const isBare = source.git?.topLevel === undefined;
  const snapshot = await workspace.snapshot(isBare ? "HEAD" : "WORKTREE", options);
  const { settings } = await workspace.load(snapshot, { scope: "names", ...options });
  const { folder } = snapshot.place;
  const files = [...snapshot.blobs.keys()].filter((path) => isDefinitionPath(path, settings));
  const driven = source.program && (await drivenFiles(source.program, snapshot, files, options));
  if (driven === undefined || driven.size === files.length) return undefined;
  const pattern = folder === "" ? "*.yml" : `${folder}/**/*.yml`;
  const quoted = /\s/.test(pattern) ? JSON.stringify(pattern) : pattern;
  return { file: isBare ? "info/attributes" : ".gitattributes", line: `${quoted} merge=heir` };
}

/** The finding where attributes let heir merge files of a state, and git has no such driver. Throws HeirError when git fails. */
export async function driverFaults(
  { program }: Pick<Source, "program">,
  snapshot: Snapshot,
  options: Abortable = {},
): Promise<readonly Diagnostic[]> {
  if (program === undefined || (await hasMergeDriver(program))) return [];
  const { size } = await drivenFiles(program, snapshot, [...snapshot.blobs.keys()], options);
  if (size === 0) return [];
  const text = `${counted(size, "file")} ${size === 1 ? "has" : "have"} the attribute merge=heir, but git has no such merge driver`;
  const hint = "heir hooks install --merge-driver registers it";
  return [finding("merge-driver-missing", undefined, text, { hint })];
}

function drivenFiles(
  program: GitProgram,
  { place: { folder } }: Snapshot,
  files: readonly string[],
  options: Abortable,
): Promise<ReadonlySet<string>> {
  const paths = files.map((path) => gitPath(program, folder === "" ? path : `${folder}/${path}`));
  return filesOfDriver(program, paths, options);
}
