import { findingKey } from "../../model/findings/finding.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { Finding, Workspace } from "../workspace.ts";
import { type EditedContents, editedSnapshot } from "../write/edited-snapshot.ts";
import type { Interval } from "./judgement.ts";

/** The state that findings are of, and the one before it. */
export interface JudgedInterval extends Interval, Abortable {
  readonly workspace: Workspace;
}

/** So many classes are put back one by one; each takes a check of the nodes in question. More of them, all at once. */
const MOST = 8;

/**
 * Of classes without a file those that the state before has, each with whether a finding stays when the file is there again. A
 * finding that goes follows from the loss of the class, and no other one does: so references in names of classes, groups that select
 * by values, and what the class brings along count as they do when nodes are resolved. What stands in a file that neither state has
 * nobody knows. Throws what reading the states throws.
 */
export async function withFormerClasses(
  classes: readonly string[],
  findings: readonly Finding[],
  states: JudgedInterval,
): Promise<ReadonlyMap<string, (finding: Finding) => boolean>> {
  const gone = await goneFiles(states);
  const missed = classes.filter((name) => gone.has(name));
  const nodes = new Set(findings.flatMap((finding) => finding.nodes));
  const stays = async (...names: readonly string[]): Promise<(finding: Finding) => boolean> => {
    const kept = new Set(missed.filter((name) => !names.includes(name)));
    const files = [...gone].flatMap(([name, path]) => (kept.has(name) ? [] : [path]));
    return isAmong(await findingsWith(files, nodes, states));
  };
  const atOnce = missed.length > MOST ? await stays(...missed) : undefined;
  const found = new Map<string, (finding: Finding) => boolean>();
  for (const name of missed) found.set(name, atOnce ?? (await stays(name)));
  return found;
}

/** The paths of the classes that only the state before has. */
async function goneFiles({ workspace, before, after, signal }: JudgedInterval): Promise<ReadonlyMap<string, string>> {
  const names = { scope: "names", signal } as const;
  const [old, now] = [await workspace.load(before, names), await workspace.load(after, names)];
  const isThere = new Set(now.classNames);
  return new Map(
    old.classNames.flatMap((name) => {
      const path = isThere.has(name) ? undefined : old.fileOf("class", name);
      return path === undefined ? [] : [[name, path] as const];
    }),
  );
}

/** The findings of nodes in the later state with some files of the state before. */
async function findingsWith(
  paths: readonly string[],
  nodes: ReadonlySet<string>,
  { workspace, before, after, signal }: JudgedInterval,
): Promise<readonly Finding[]> {
  const blobs = paths.flatMap((path) => before.blobs.get(path) ?? []);
  const read = await before.read(blobs, { signal });
  const contents: EditedContents = new Map(
    paths.flatMap((path) => {
      const bytes = read.get(before.blobs.get(path) ?? "");
      return bytes === undefined ? [] : [[path, bytes] as const];
    }),
  );
  return (await workspace.check(editedSnapshot(after, contents), { nodes, signal })).findings;
}

/** Whether some node of a finding has it among others. */
function isAmong(others: readonly Finding[]): (finding: Finding) => boolean {
  const known = new Map(others.map(({ diagnostic, nodes }) => [findingKey(diagnostic), new Set(nodes)]));
  return ({ diagnostic, nodes }) => {
    const has = known.get(findingKey(diagnostic));
    return has !== undefined && nodes.some((node) => has.has(node));
  };
}
