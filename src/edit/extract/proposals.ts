import type { FileEdit } from "../../model/results/file-edit.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Proposal } from "../../model/values/proposal.ts";
import { ResolvedBefore } from "../../workspace/load/outcome.ts";
import type { PlanOptions } from "../plan.ts";
import { firstProved } from "../plan.ts";
import { bytesAfter } from "../text/change.ts";
import { destinations, NodeHolders } from "./destinations.ts";
import { type EqualScope, type EqualValues, equalValues } from "./equal-values.ts";
import { type ExtractScope, extraction } from "./extraction.ts";

export interface ProposalScope extends ExtractScope, EqualScope, Pick<PlanOptions, "signal"> {}

/** So many proposals are listed. */
const MOST_LISTED = 10;

/** So many are tried at most: each one is resolved. */
const MOST_TRIED = 40;

/**
 * Equal values that can move to one place, each proved, most lines saved first (rule X12 of docs/concepts/edits.md). Lines that are
 * part of a better proposal are in no further one. Throws what reading the state throws.
 */
export async function proposals(scope: ProposalScope): Promise<readonly Proposal[]> {
  const trying = { ...scope, holders: new NodeHolders(scope.inventory), resolved: new ResolvedBefore() };
  const found: Proposal[] = [];
  const taken = new Map<string, ParameterPath[]>();
  let tried = 0;
  for (const values of equalValues(scope)) {
    if (found.length === MOST_LISTED || tried === MOST_TRIED) break;
    if (values.speakers.some(({ file }) => overlaps(taken.get(file) ?? [], values.paths))) continue;
    tried += 1;
    const proposal = await proposed(values, trying);
    if (proposal === undefined) continue;
    found.push(proposal);
    for (const { file } of values.speakers) taken.set(file, [...(taken.get(file) ?? []), ...values.paths]);
  }
  return found.sort((one, other) => other.linesSaved - one.linesSaved);
}

function overlaps(some: readonly ParameterPath[], others: readonly ParameterPath[]): boolean {
  return some.some((path) => others.some((other) => isAlong(path, other)));
}

interface Trying extends ProposalScope {
  readonly holders: NodeHolders;
  readonly resolved: ResolvedBefore;
}

/** The first place at which equal values can be proved to be the same; undefined if there is none that saves a line. */
async function proposed(values: EqualValues, scope: Trying): Promise<Proposal | undefined> {
  const { paths, nodes } = values;
  const { workspace, signal, holders, resolved } = scope;
  for (const to of destinations(values, scope)) {
    const { plans, left } = await extraction({ paths, nodes: new Set(nodes), to }, scope);
    const [plan, ...others] = plans;
    if (plan === undefined || left.length > 0) continue;
    const linesSaved = -plan.files.reduce((sum, edit) => sum + linesAdded(edit), 0);
    if (linesSaved < 1) continue;
    const { proof } = await firstProved(workspace, [plan, ...others], { signal, resolved, allowUnresolved: false });
    if (proof.holds) return { paths, nodes, linesSaved, to, wanted: holders.text(values) };
  }
  return undefined;
}

function linesAdded(edit: FileEdit): number {
  return linesIn(bytesAfter(edit)) - linesIn(edit.before);
}

function linesIn(bytes: Uint8Array): number {
  return Buffer.from(bytes).toString().split("\n").length;
}
