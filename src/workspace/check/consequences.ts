import { grouped } from "../../base/grouped.ts";
import type { DiagnosticCode } from "../../model/findings/codes.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Finding } from "../workspace.ts";
import { questionOf } from "./conflict-choices.ts";

/** A finding, and those that are there only because of it. */
export interface RootFinding {
  readonly finding: Finding;
  readonly follows: readonly Finding[];
}

/** A finding that may be the cause of others: on which nodes, and of what. */
interface Cause {
  readonly finding: Finding;
  readonly nodes: ReadonlySet<string>;
  /** Paths that have no value because of it; undefined where any may lack one. */
  readonly paths: readonly string[] | undefined;
}

/** What a value that is missing leads to. */
const MISSING_VALUE: ReadonlySet<DiagnosticCode> = new Set([
  "unresolved-reference",
  "contract-required",
  "contract-requires",
  "missing-property",
]);

/**
 * Findings in their order, each with those that follow from it: a value that is missing because groups disagree on it, or because
 * a class that all its nodes list has no file. A finding follows only where all its nodes have the cause.
 */
export function withConsequences(findings: readonly Finding[], inventory: Inventory): readonly RootFinding[] {
  const missing = findings.filter(({ diagnostic }) => MISSING_VALUE.has(diagnostic.code));
  const causes = missing.length === 0 ? [] : [...conflictCauses(findings, inventory), ...classCauses(findings)];
  const causeOf = new Map(
    missing.flatMap((each) => {
      const cause = causes.find((known) => isReached(each, known));
      return cause === undefined ? [] : [[each, cause.finding] as const];
    }),
  );
  const members = grouped([...causeOf.keys()], (each) => causeOf.get(each));
  return findings.flatMap((finding) =>
    causeOf.has(finding) ? [] : [{ finding, follows: members.get(finding) ?? [] }],
  );
}

/** The paths that a conflict leaves out. */
function conflictCauses(findings: readonly Finding[], inventory: Inventory): readonly Cause[] {
  return findings.flatMap((finding): readonly Cause[] => {
    const question = questionOf(finding, inventory);
    if (question === undefined) return [];
    const paths = question.conflict.paths.map(({ path }) => printPath(path));
    return [{ finding, nodes: new Set(finding.nodes), paths }];
  });
}

/** A class that is skipped may be listed at several places; the first finding of it stands for all. */
function classCauses(findings: readonly Finding[]): readonly Cause[] {
  const skipped = findings.filter(({ diagnostic }) => diagnostic.code === "class-skipped");
  const ofClass = [...grouped(skipped, ({ diagnostic }) => diagnostic.message).values()];
  return ofClass.flatMap((all): readonly Cause[] => {
    const [finding] = all;
    if (finding === undefined) return [];
    return [{ finding, nodes: new Set(all.flatMap(({ nodes }) => nodes)), paths: undefined }];
  });
}

function isReached({ diagnostic, nodes }: Finding, { nodes: on, paths }: Cause): boolean {
  if (nodes.length === 0 || !nodes.every((node) => on.has(node))) return false;
  if (paths === undefined) return true;
  const at = diagnostic.path?.map(String);
  const path = at === undefined ? undefined : printPath(at);
  return path !== undefined && paths.some((open) => path === open || path.startsWith(`${open}:`));
}
