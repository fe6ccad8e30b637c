import { madeOnce } from "../../base/made-once.ts";
import { isGuarding, type PolicySide } from "../../compare/guards/policy.ts";
import { findingKey } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { parseState } from "../../model/inventory/revision.ts";
import { type Abortable, isMissing, type Snapshot } from "../../model/inventory/snapshot.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import { fromTop } from "../../report/ci/finding.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { noInventory } from "../../source/inventory/finder.ts";
import { excuse, readBaseline } from "../check/baseline.ts";
import { type GateStep, type InventoryPair, inventoryPairs } from "../commits/inventory-pairs.ts";
import { type Judgement, judgeChange, judgeWhole, stoppedAt } from "../judge/judgement.ts";
import { lossAllowance, numberIn, policyRefIn, wordIn } from "../repository/git-settings.ts";
import { openHookRepository, type TreeState } from "../repository/hook-repository.ts";
import type { CheckOptions, CheckResult, Finding, Workspace } from "../workspace.ts";
import { acceptWords, type Consents, consentTo, noConsent, readConsents, TRAILERS } from "./consent.ts";
import type { Gate, GateWork, ProofReader } from "./gate.ts";
import { findLosses, type Losses } from "./losses.ts";
import { judgeMerges } from "./merges.ts";
import {
  findingOf,
  inventoryLost,
  nodesLost,
  type Objection,
  policyWeakened,
  reachExceeded,
  refuses,
} from "./objections.ts";
import { type PairPolicy, readPolicy, readPolicyFile, underPolicy } from "./policy.ts";

/** A gate by the settings of a repository. Throws HeirError for a setting that is not valid. */
export function openGate(work: GateWork): Gate {
  const settings = work.repository?.settings ?? new Map<string, string>();
  return {
    ...work,
    blocks: stoppedAt(wordIn(settings, "failLevel", ["error", "warning"])),
    maxLost: lossAllowance(settings),
    maxNodes: numberIn(settings, "maxNodes"),
    accepted: wordIn(settings, "acceptTrailers", acceptWords),
    isSigned: wordIn(settings, "requireSigned", ["false", "true"]) === "true",
  };
}

/**
 * Judges the step from one state to another, for all hooks that guard and `heir check NEW --new-since OLD`
 * (docs/concepts/gates.md). Undefined if neither state has an inventory. Throws what reading the states throws.
 */
export async function judge(gate: Gate, step: GateStep): Promise<Verdict | undefined> {
  const pairs = await inventoryPairs(gate, step);
  if (pairs.length === 0) return undefined;
  const consents = consentReader(gate, step);
  const file = await readPolicyFile(gate.repository);
  const parts: JudgedInventory[] = [];
  for (const pair of pairs) {
    const losses = await findLosses(gate, pair, pairs);
    parts.push(await judgeInventory(gate, { ...pair, losses }, file, consents));
  }
  return verdictOn(gate, step, merged(parts), consents);
}

/** The two states of `heir check NEW --new-since OLD`. */
export interface GateQuestion {
  readonly now: string;
  readonly old: string;
  /** `--set KEY=VALUE` of this run. */
  readonly overrides: readonly string[];
}

/** What else a gate is given, and how proofs that commits state are read; absent where they are not proved. */
export interface GateOptions extends Pick<CheckOptions, "signal" | "infos" | "progress" | "causes"> {
  readonly proofs?: ProofReader;
}

/**
 * Judges two states as the hooks do (rule J1 in docs/concepts/gates.md). Throws HeirError where neither has an inventory,
 * for an override of a guarding key, and what reading the states throws. `snapshot` is the later state.
 */
export async function checkGate(
  workspace: Workspace,
  { now, old, overrides }: GateQuestion,
  { signal, proofs, ...check }: GateOptions,
) {
  const guarding = overrides.map((text) => text.split("=", 1)[0] ?? "").find(isGuarding);
  if (guarding !== undefined) {
    const hint = "the policy of a gate is that of the earlier state, or of git config heir.policyFile";
    throw new HeirError("usage", `--set cannot change ${guarding} in a gate`, hint);
  }
  const after = await stateOf(workspace, now, { signal });
  const before = await stateOf(workspace, old, { signal });
  const { source } = workspace;
  const isOfGit = source.git !== undefined && source.program !== undefined;
  const repository = isOfGit ? await openHookRepository(source, source.top) : undefined;
  const gate = openGate({ workspace, repository, depth: "whole", firmness: "refuses", signal, check, proofs });
  const ref = repository && policyRefIn(repository.settings, "refs/remotes/origin/HEAD");
  const policyTip = ref && (await commitIds(repository.program, [ref], { signal }))[0];
  const verdict = await judge({ ...gate, policyTip }, { before, after });
  const [snapshot] = after.snapshots;
  const parts = verdict?.parts ?? [];
  const part = parts.find(({ after: { place } }) => place.folder === snapshot.place.folder) ?? parts[0];
  if (verdict === undefined || part === undefined) throw noInventory(snapshot);
  const { comparison, lookedAt = { nodes: 0, files: 0, leftOut: [] } } = part;
  return { verdict, comparison, lookedAt, snapshot };
}

async function stateOf(workspace: Workspace, revision: string, options: Abortable): Promise<TreeState> {
  const snapshot = await workspace.formerSnapshot(revision, options);
  const id = parseState(revision).kind === "commit" ? await workspace.commitOf(revision) : undefined;
  return { snapshots: [snapshot], tree: snapshot.tree ?? "", parents: [], id };
}

async function verdictOn(gate: Gate, step: GateStep, parts: readonly JudgedInventory[], consents: ConsentReader) {
  const { blocks } = gate;
  const { before, after } = step;
  const all = parts.flatMap((part) => [
    ...named(part.fresh, part.after, parts.length),
    ...named(part.left ?? [], part.before, parts.length),
  ]);
  const blocking = all.filter(blocks);
  const checked = parts.filter(({ older }) => older !== undefined);
  const older = checked.flatMap((part) => named(part.older ?? [], part.after, parts.length));
  const reach = reachOf(parts);
  const { merges, objections: met } = await judgeMerges(gate, before.id, after.id);
  const objected = [...(await objectionsTo(gate, step, parts, reach)), ...met];
  const given = objected.length === 0 ? noConsent : await consents();
  const objections = objected.filter((objection) => consentTo(objection, given) === undefined);
  return {
    ...step,
    /** One for each inventory. */
    parts,
    /** Findings in the data that the earlier state does not have and that refuse the change. */
    blocking,
    /** All that it does not have; those that refuse come first. */
    fresh: [...blocking, ...all.filter((finding) => !blocks(finding))],
    /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
    older: checked.length === 0 ? undefined : older,
    /** What else speaks against the change, and has nobody's consent. */
    objections,
    /** What new commits made of two lines of work, and neither has written. */
    merges,
    /** What consents to the rest: `heir.allow`, or trailers. */
    consent: [...new Set(objected.flatMap((objection) => consentTo(objection, given) ?? []))],
    /** How many nodes differ. */
    reach,
    isRefused: blocking.length > 0 || objections.some(refuses),
  };
}

/** The consents to a change. They are read once, and only if there is something to consent to. */
type ConsentReader = () => Promise<Consents>;

function consentReader({ repository, firmness, accepted, isSigned }: Gate, { before, after }: GateStep): ConsentReader {
  const { id: now } = after;
  if (repository === undefined || firmness === "warns" || now === undefined) return async () => noConsent;
  return madeOnce(() => readConsents(repository, { old: before.id, now, accepted, isSigned }));
}

/** Where several inventories are continued in one, a finding is new if it is new to each; it is reported once. */
function merged(parts: readonly JudgedInventory[]): readonly JudgedInventory[] {
  return parts.map((part, at) => {
    const others = parts.filter((each) => each !== part && each.after === part.after);
    if (others.length === 0 || isMissing(part.after)) return part;
    const isFirst = parts.findIndex((each) => each.after === part.after) === at;
    const known = others.map(({ fresh }) => new Set(fresh.map(({ diagnostic }) => findingKey(diagnostic))));
    const isNew = ({ diagnostic }: Finding) => known.every((keys) => keys.has(findingKey(diagnostic)));
    return { ...part, fresh: isFirst ? part.fresh.filter(isNew) : [] };
  });
}

/** How many nodes differ; in an inventory that continues several, those that differ from each of them. */
function reachOf(parts: readonly JudgedInventory[]): number {
  const differing = new Map<Snapshot, ReadonlySet<string>>();
  for (const { before, after, comparison } of parts) {
    const nodes = differingNodes(comparison);
    const side = isMissing(after) ? before : after;
    const known = differing.get(side) ?? nodes;
    differing.set(side, new Set([...nodes].filter((name) => known.has(name))));
  }
  return [...differing.values()].reduce((sum, nodes) => sum + nodes.size, 0);
}

/** Judges one inventory: what changes, by its own settings; what is wrong, by the policy. */
async function judgeInventory(
  gate: Gate,
  pair: InventoryPair & Pick<JudgedInventory, "losses">,
  file: PolicySide | undefined,
  consents: ConsentReader,
): Promise<JudgedInventory> {
  const { workspace, signal, check } = gate;
  const policy = await readPolicy(gate, pair, file);
  const compared = () => workspace.compare(pair.before, pair.after, { ...check, signal });
  if (isMissing(pair.after)) {
    return { ...pair, policy, comparison: await compared(), fresh: [], older: [], excused: 0 };
  }
  const judged = underPolicy(pair, policy, await consentedKeys(gate, policy, consents));
  const judgement: Judgement =
    gate.depth === "whole"
      ? await judgeWhole(workspace, judged, { ...check, signal })
      : await judgeChange(workspace, judged, { signal });
  const isOwn = judged.before === pair.before && judged.after === pair.after;
  const comparison = isOwn ? judgement.comparison : await compared();
  const known = await readBaseline(workspace, policy.old === undefined ? pair.after : pair.before, { signal });
  const { entries = [] } = known?.baseline ?? {};
  const { kept: fresh, excused } = excuse(judgement.fresh, { entries });
  const older = judgement.older && excuse(judgement.older, { entries });
  const all = excused + (older?.excused ?? 0);
  return { ...pair, policy, ...judgement, fresh, older: older?.kept, excused: all, comparison };
}

/** Weakened keys on which the later state decides: those with consent; before there is a message, all of them. */
async function consentedKeys({ firmness }: Gate, { weakened }: PairPolicy, consents: ConsentReader) {
  const keys = weakened.map(({ key }) => key);
  if (keys.length === 0 || firmness === "warns") return new Set(keys);
  const given = await consents();
  const isNamed = (key: string) => consentTo({ needs: { name: TRAILERS.policy, value: key } }, given) !== undefined;
  return new Set(keys.filter(isNamed));
}

async function objectionsTo(
  gate: Gate,
  { before, after }: GateStep,
  parts: readonly JudgedInventory[],
  reach: number,
): Promise<readonly Objection[]> {
  const { maxNodes, firmness, proofs, repository, workspace, signal } = gate;
  const objections: Objection[] = [];
  for (const part of parts) objections.push(...(await objectionsToPart(gate, part)));
  // Before a commit has its message, the number of nodes is for the hook of the message.
  if (firmness === "refuses" && maxNodes !== undefined && reach > maxNodes)
    objections.push(reachExceeded(reach, maxNodes));
  if (proofs === undefined || repository === undefined || after.id === undefined) return objections;
  const doubted = await proofs({ old: before.id, now: after.id }, { workspace, repository, signal });
  return [...objections, ...doubted.map((fault): Objection => ({ kind: "proof", finding: findingOf(fault) }))];
}

async function objectionsToPart(
  { workspace, maxLost, firmness, signal }: Gate,
  { before, after, losses, policy, instead }: JudgedInventory,
): Promise<readonly Objection[]> {
  if (isMissing(after)) return [inventoryLost(before.place.folder, instead)];
  const lost = nodesLost(losses, maxLost(losses.before), firmness);
  const others = lost === undefined ? [] : [lost];
  if (policy.weakened.length === 0) return others;
  const { secrets } = await workspace.load(after, { scope: "names", signal });
  return [...policy.weakened.map((weakened) => policyWeakened(weakened, secrets, firmness)), ...others];
}

/** Where there are several inventories, paths say which one a finding is in. */
function named(findings: readonly Finding[], { place: { folder } }: Snapshot, count: number): readonly Finding[] {
  return count === 1 || folder === "" ? findings : findings.map((finding) => fromTop(finding, folder));
}

/** What one inventory is in two states, checked. */
export interface JudgedInventory extends Judgement, InventoryPair {
  readonly losses: Losses;
  readonly policy: PairPolicy;
  /** How many findings the baseline of the earlier state excuses. */
  readonly excused: number;
  /** Present where the later state was checked as a whole. */
  readonly lookedAt?: CheckResult["lookedAt"];
}

/** The verdict of a gate on a change (rule J1 in docs/concepts/gates.md). */
export type Verdict = Awaited<ReturnType<typeof verdictOn>>;
