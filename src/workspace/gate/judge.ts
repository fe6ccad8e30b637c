import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import { fromTop } from "../../report/ci/finding.ts";
import { judgeChange, judgeWhole } from "../check/judgement.ts";
import type { TreeState } from "../hook-repository.ts";
import type { Finding } from "../workspace.ts";
import { type ConsentQuestion, type Consents, consentTo, noConsent, readConsents } from "./consent.ts";
import type { Gate } from "./gate.ts";
import { findLosses, type Losses } from "./losses.ts";
import { inventoryLost, nodesLost, type Objection, refuses } from "./objections.ts";
import { type InventoryPair, inventoryPairs, isMissing } from "./pairs.ts";
import type { JudgedInventory, Verdict } from "./verdict.ts";

/** What is to become of a state. */
export interface Step {
  readonly before: TreeState;
  readonly after: TreeState;
}

/**
 * Judges the step from one state to another: the one function behind all hooks that guard, and behind `heir check NEW
 * --new-since OLD` (docs/concepts/gates.md). Undefined where neither state has an inventory. Throws what reading the
 * states throws.
 */
export async function judge(gate: Gate, { before, after }: Step): Promise<Verdict | undefined> {
  const pairs = inventoryPairs(before.snapshots, after.snapshots);
  if (pairs.length === 0) return undefined;
  const parts: JudgedInventory[] = [];
  for (const pair of pairs) parts.push(await judgeInventory(gate, pair));
  const { blocks } = gate;
  const all = parts.flatMap((part) => named(part.fresh, part.after, parts.length));
  const blocking = all.filter(blocks);
  const checked = parts.filter(({ older }) => older !== undefined);
  const older = checked.flatMap((part) => named(part.older ?? [], part.after, parts.length));
  const reach = parts.reduce((sum, { comparison }) => sum + differingNodes(comparison).size, 0);
  const { objections, consent } = await withoutConsent(gate, objectionsTo(gate, parts, reach), { before, after });
  return {
    before,
    after,
    parts,
    blocking,
    fresh: [...blocking, ...all.filter((finding) => !blocks(finding))],
    older: checked.length === 0 ? undefined : older,
    objections,
    consent,
    reach,
    isRefused: blocking.length > 0 || objections.some(refuses),
  };
}

async function judgeInventory(gate: Gate, pair: InventoryPair): Promise<JudgedInventory> {
  const { workspace, depth, signal, check } = gate;
  if (isMissing(pair.after)) {
    const comparison = await workspace.compare(pair.before, pair.after, { signal });
    return { ...pair, comparison, fresh: [], older: [], losses: await lossesOf(gate, pair) };
  }
  const judgement = await (depth === "whole"
    ? judgeWhole(workspace, pair, { ...check, signal })
    : judgeChange(workspace, pair, { signal }));
  return { ...pair, ...judgement, losses: await lossesOf(gate, pair) };
}

async function lossesOf({ workspace, repository, signal }: Gate, { before, after }: InventoryPair): Promise<Losses> {
  const side = async (snapshot: Snapshot) => {
    return { snapshot, inventory: await workspace.load(snapshot, { scope: "names", signal }) };
  };
  const renames = async () => (await repository?.renamedFiles(before.id, after.id, { signal })) ?? new Map();
  return findLosses(await side(before), await side(after), renames);
}

function objectionsTo(gate: Gate, parts: readonly JudgedInventory[], reach: number): readonly Objection[] {
  const { maxLost, maxNodes, firmness } = gate;
  const lost = parts.flatMap(({ before, after, losses }): readonly Objection[] => {
    if (isMissing(after)) return [inventoryLost(before.place.folder)];
    const objection = nodesLost(losses, maxLost(losses.before), firmness);
    return objection === undefined ? [] : [objection];
  });
  // Before a commit has its message, the number of nodes is for the hook of the message.
  const isTooMany = firmness === "refuses" && maxNodes !== undefined && reach > maxNodes;
  return isTooMany ? [...lost, { kind: "reach", nodes: reach, limit: maxNodes }] : lost;
}

interface Consented {
  readonly objections: readonly Objection[];
  readonly consent: readonly string[];
}

/** The objections that nobody consented to, and the consents to others. Trailers are read only if there is an objection. */
async function withoutConsent(gate: Gate, all: readonly Objection[], step: Step): Promise<Consented> {
  if (all.length === 0 || gate.firmness === "warns") return { objections: all, consent: [] };
  const consents = await consentsTo(gate, step);
  const consent = new Set(all.flatMap((objection) => consentTo(objection, consents) ?? []));
  return { objections: all.filter((objection) => consentTo(objection, consents) === undefined), consent: [...consent] };
}

async function consentsTo({ repository, accepted, isSigned }: Gate, { before, after }: Step): Promise<Consents> {
  if (repository === undefined || after.id === undefined) return noConsent;
  const question: ConsentQuestion = { old: before.id, now: after.id, accepted, isSigned };
  return readConsents(repository, question);
}

/** Where there are several inventories, paths say which one a finding is in. */
function named(findings: readonly Finding[], { place: { folder } }: Snapshot, count: number): readonly Finding[] {
  return count === 1 || folder === "" ? findings : findings.map((finding) => fromTop(finding, folder));
}
