import { isGuarding } from "../../compare/guards/policy.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { parseState } from "../../model/inventory/revision.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { noInventory } from "../../source/inventory/finder.ts";
import { policyRefIn } from "../repository/git-settings.ts";
import { openHookRepository, type TreeState } from "../repository/hook-repository.ts";
import type { CheckOptions, Workspace } from "../workspace.ts";
import { openGate, type ProofReader } from "./gate.ts";
import { judge } from "./judge.ts";

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
