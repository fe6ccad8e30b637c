import type { FileEdit } from "../../model/results/file-edit.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Proposal } from "../../model/values/proposal.ts";
import { type EditPlan, type EditPlanOptions, firstProved } from "../plan.ts";
import { bytesAfter } from "../text/change.ts";
import { destinations, NodeHolders } from "./destinations.ts";
import { type EqualScope, type EqualValues, equalValues } from "./equal-values.ts";
import { type ExtractScope, extraction, POSITIONS } from "./extraction.ts";

export interface ProposalScope extends ExtractScope, EqualScope, Pick<EditPlanOptions, "signal"> {}

/** The most proposals to list. */
const MOST_LISTED = 10;

/** The most to try: each one is resolved. */
const MOST_TRIED = 40;

/**
 * Equal values that can move to one place, each proved, most lines saved first (rule X12 of docs/concepts/edits.md). Lines that are
 * part of a better proposal are in no further one. Throws what reading the state throws.
 */
export async function proposals(scope: ProposalScope): Promise<readonly Proposal[]> {
  const trying = { ...scope, holders: new NodeHolders(scope.inventory) };
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
}

/** The first place at which equal values can be proved to be the same; undefined if there is none that saves a line. */
async function proposed(values: EqualValues, scope: Trying): Promise<Proposal | undefined> {
  const { paths, nodes } = values;
  for (const to of destinations(values, scope)) {
    for (const position of POSITIONS) {
      const { plans, left } = await extraction({ paths, nodes: new Set(nodes), to }, scope, [position]);
      const [plan] = plans;
      if (plan === undefined || left.length > 0) break;
      const linesSaved = -plan.files.reduce((sum, edit) => sum + linesAdded(edit), 0);
      if (linesSaved < 1) break;
      if (await isProved(plan, nodes, scope)) {
        return { paths, nodes, linesSaved, to, wanted: scope.holders.text(values) };
      }
      const isNew = plan.claim.kind === "same" && plan.claim.but !== undefined;
      if (!isNew) break;
    }
  }
  return undefined;
}

/** What does not hold for a few of the nodes does not hold: most plans that fail do so there. */
async function isProved(plan: EditPlan, nodes: readonly string[], scope: Trying): Promise<boolean> {
  const { workspace, signal } = scope;
  const options = { signal, allowUnresolved: false };
  const few = new Set([nodes[0], nodes[nodes.length >> 1], nodes.at(-1)].flatMap((name) => name ?? []));
  const first = await firstProved(workspace, [plan], { ...options, nodes: few });
  return first.proof.holds && (await firstProved(workspace, [plan], options)).proof.holds;
}

function linesAdded(edit: FileEdit): number {
  return linesIn(bytesAfter(edit)) - linesIn(edit.before);
}

function linesIn(bytes: Uint8Array): number {
  return Buffer.from(bytes).toString().split("\n").length;
}
