import { foundFor, grouped } from "../../base/text-order.ts";
import type { DiagnosticCode } from "../../model/findings/codes.ts";
import { findingKey } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { questionOf } from "../views/conflict-choices.ts";
import type { Finding, Workspace } from "../workspace.ts";
import { type EditedContents, editedSnapshot } from "../write/worktree-files.ts";
import type { Interval } from "./judgement.ts";

/** A finding, and those that are there only because of it. */
export interface RootFinding {
  readonly finding: Finding;
  readonly follows: readonly Finding[];
}

interface Cause {
  readonly finding: Finding;
  readonly nodes: ReadonlySet<string>;
  leadsTo(finding: Finding): boolean;
}

/** What a value that is missing leads to. */
const MISSING_VALUE: ReadonlySet<DiagnosticCode> = new Set([
  "unresolved-reference",
  "contract-required",
  "contract-requires",
  "missing-property",
]);

/**
 * Findings in order, each with those that follow from it: a value is missing as groups disagree, or as a class that all
 * its nodes list has no file. A finding follows only if all its nodes have the cause. Throws what reading throws.
 */
export async function withConsequences(
  findings: readonly Finding[],
  states: JudgedInterval,
): Promise<readonly RootFinding[]> {
  const missing = findings.filter(({ diagnostic }) => MISSING_VALUE.has(diagnostic.code));
  if (missing.length === 0) return findings.map((finding) => ({ finding, follows: [] }));
  const inventory = await states.workspace.load(states.after, { signal: states.signal });
  const causes = [...conflictCauses(findings, inventory), ...(await classCauses(findings, missing, states))];
  const causeOf = foundFor(missing, (each) => {
    const isOnAll = ({ nodes }: Cause) => each.nodes.length > 0 && each.nodes.every((node) => nodes.has(node));
    return causes.find((known) => isOnAll(known) && known.leadsTo(each))?.finding;
  });
  const members = grouped([...causeOf.keys()], (each) => causeOf.get(each));
  const roots = findings.filter((finding) => !causeOf.has(finding));
  return roots.map((finding) => ({ finding, follows: members.get(finding) ?? [] }));
}

/** The paths that a conflict leaves out have no value because of it. */
function conflictCauses(findings: readonly Finding[], inventory: Inventory): readonly Cause[] {
  return findings.flatMap((finding): readonly Cause[] => {
    const question = questionOf(finding, inventory);
    if (question === undefined) return [];
    const open = question.conflict.paths.map(({ path }) => printPath(path));
    const leadsTo = ({ diagnostic }: Finding): boolean => {
      const path = diagnostic.path && printPath(diagnostic.path.map(String));
      return path !== undefined && open.some((each) => path === each || path.startsWith(`${each}:`));
    };
    return [{ finding, nodes: new Set(finding.nodes), leadsTo }];
  });
}

/**
 * A class that is skipped may be listed at several places; the first finding of it stands for all. Of a class that the state before
 * has, only that follows which its file would put right; of another one, all that nothing defines.
 */
async function classCauses(findings: readonly Finding[], missing: readonly Finding[], states: JudgedInterval) {
  const skipped = findings.filter(({ diagnostic }) => diagnostic.code === "class-skipped");
  if (skipped.length === 0) return [];
  const ofClass = grouped(skipped, ({ diagnostic }) => diagnostic.missingClass ?? "");
  const former = await withFormerClasses([...ofClass.keys()], missing, states);
  return [...ofClass].flatMap(([name, all]): readonly Cause[] => {
    const [finding] = all;
    const leadsTo = (each: Finding): boolean => former.get(name)?.(each) !== true;
    return finding === undefined ? [] : [{ finding, nodes: new Set(all.flatMap(({ nodes }) => nodes)), leadsTo }];
  });
}

/** The state that findings are of, and the one before it. */
interface JudgedInterval extends Interval, Abortable {
  readonly workspace: Workspace;
}

/** So many classes are put back one by one; each takes a check of the nodes in question. More of them, all at once. */
const MOST = 8;

/**
 * Classes without a file that the state before has, each with whether a finding stays when the file is there again. A
 * finding that goes follows from the loss of the class, no other does: so references in class names, groups that select
 * by values and what the class brings count as in resolving. What neither state has is unknown. Throws what
 * reading the states throws.
 */
async function withFormerClasses(
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
  return foundFor(old.classNames, (name) => (isThere.has(name) ? undefined : old.fileOf("class", name)));
}

/** The findings of nodes in the later state with some files of the state before. */
async function findingsWith(
  paths: readonly string[],
  nodes: ReadonlySet<string>,
  { workspace, before, after, signal }: JudgedInterval,
): Promise<readonly Finding[]> {
  const blobs = paths.flatMap((path) => before.blobs.get(path) ?? []);
  const read = await before.read(blobs, { signal });
  const contents: EditedContents = foundFor(paths, (path) => read.get(before.blobs.get(path) ?? ""));
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
