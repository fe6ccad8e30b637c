import { grouped } from "../../base/grouped.ts";
import type { DiagnosticCode } from "../../model/findings/codes.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Finding } from "../workspace.ts";
import { questionOf } from "./conflict-choices.ts";
import { type JudgedInterval, withFormerClasses } from "./former-classes.ts";

/** A finding, and those that are there only because of it. */
export interface RootFinding {
  readonly finding: Finding;
  readonly follows: readonly Finding[];
}

/** A finding that may be the cause of others. */
interface Cause {
  readonly finding: Finding;
  /** The nodes that have it. */
  readonly nodes: ReadonlySet<string>;
  /** Whether it can be the cause of a finding on such nodes. */
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
 * Findings in their order, each with those that follow from it: a value that is missing because groups disagree on it, or because
 * a class that all its nodes list has no file. A finding follows only where all its nodes have the cause. Throws what reading the
 * states throws.
 */
export async function withConsequences(
  findings: readonly Finding[],
  states: JudgedInterval,
): Promise<readonly RootFinding[]> {
  const missing = findings.filter(({ diagnostic }) => MISSING_VALUE.has(diagnostic.code));
  const causes = missing.length === 0 ? [] : await causesIn(findings, missing, states);
  const causeOf = new Map(
    missing.flatMap((each) => {
      const cause = causes.find((known) => isOnAll(each, known) && known.leadsTo(each));
      return cause === undefined ? [] : [[each, cause.finding] as const];
    }),
  );
  const members = grouped([...causeOf.keys()], (each) => causeOf.get(each));
  return findings.flatMap((finding) =>
    causeOf.has(finding) ? [] : [{ finding, follows: members.get(finding) ?? [] }],
  );
}

function isOnAll({ nodes }: Finding, { nodes: on }: Cause): boolean {
  return nodes.length > 0 && nodes.every((node) => on.has(node));
}

async function causesIn(
  findings: readonly Finding[],
  missing: readonly Finding[],
  states: JudgedInterval,
): Promise<readonly Cause[]> {
  const inventory = await states.workspace.load(states.after, { signal: states.signal });
  return [...conflictCauses(findings, inventory), ...(await classCauses(findings, missing, states))];
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
async function classCauses(
  findings: readonly Finding[],
  missing: readonly Finding[],
  states: JudgedInterval,
): Promise<readonly Cause[]> {
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
