import { resolve } from "node:path";
import {
  changedKey,
  isSameValue,
  type PolicySide,
  policyOf,
  type Weakened,
  weakenedKeys,
} from "../../compare/guards/policy.ts";
import type { GateData } from "../../model/documents/check.ts";
import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import { isMissing, type Snapshot } from "../../model/inventory/snapshot.ts";
import { exactPlace } from "../../model/values/value.ts";
import { parseSettings, writtenSettings } from "../../parse/settings/settings.ts";
import { counted } from "../../report/text/row.ts";
import { linkedFiles } from "../../source/commits/file-history.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import { inventoryLike } from "../../source/snapshot/parts.ts";
import { proposedSettings } from "../adopt/proposed-settings.ts";
import { baselineOf, entriesBeyond, readBaseline } from "../check/baseline.ts";
import type { InventoryPair } from "../commits/inventory-pairs.ts";
import { judgeWhole } from "../judge/judgement.ts";
import type { HookRepository, StepReader } from "../repository/hook-repository.ts";
import type { Gate } from "./gate.ts";

const FILE = "heir.yml";

/** The settings of the two states of an inventory, and of the file of the server's owner. */
interface Sides {
  readonly file: PolicySide | undefined;
  /** Undefined if the earlier state has no inventory. */
  readonly old: PolicySide | undefined;
  readonly now: PolicySide;
  /** The first settings file of the inventory, if it judges itself (rule J11 in docs/concepts/gates.md). */
  readonly first?: string;
}

export type PairPolicy = ReturnType<typeof policyWith>;

/** The policy for an inventory (rule J8 in docs/concepts/gates.md). Throws what reading the states throws. */
export async function readPolicy(
  gate: StepReader & Pick<Gate, "model">,
  pair: InventoryPair,
  file: PolicySide | undefined,
): Promise<PairPolicy> {
  const { before, after } = pair;
  const now = await sideOf(gate, after);
  const past = isMissing(before) && gate.model !== undefined ? inventoryLike(gate.model, after.place.folder) : before;
  const old = isMissing(past) ? undefined : await sideOf(gate, past);
  const sides = { file, old, now };
  if (old === undefined || isMissing(after)) return policyWith(sides, []);
  const all = weakenedKeys(old, now);
  if (past !== before) return policyWith(sides, all);
  const first = firstSettings(pair);
  const keys = first === undefined ? all : await refusedKeys(gate, pair, { ...sides, old }, all);
  const own = first === undefined || keys.length > 0 ? sides : { ...sides, first };
  const grown = await grownBaseline(gate, underPolicy(pair, own, new Set()));
  return policyWith(own, [...keys, ...otherFolder(pair), ...(await newLinks(gate, pair)), ...(grown ? [grown] : [])]);
}

function policyWith(sides: Sides, weakened: readonly Weakened[]) {
  const usual = sides.old === undefined || sides.first !== undefined ? "NEW" : "OLD";
  /** Whose settings judge a change: those of the earlier state, with a file of the server's owner, or its own. */
  const from: GateData["policyFrom"] = sides.file === undefined ? usual : "FILE";
  return { ...sides, weakened, from };
}

/** Another choice of the inventory that is judged, in a `heir.yml` at the top. */
function otherFolder({ before, after }: InventoryPair): readonly Weakened[] {
  const [old, now] = [before, after].map(({ place }) => place.chosen?.join(", ") ?? "not set");
  return old === now || old === undefined || now === undefined ? [] : [changedKey("folder", { old, new: now })];
}

/** A baseline that excuses what neither the earlier one does nor the earlier state has (rule J9 in docs/concepts/gates.md). */
async function grownBaseline({ workspace, signal }: StepReader, { before, after }: InventoryPair) {
  if (before.blobs.get(BASELINE_FILE) === after.blobs.get(BASELINE_FILE)) return undefined;
  const now = await readBaseline(workspace, after, { signal });
  const old = await readBaseline(workspace, before, { signal });
  const more = entriesBeyond(now?.baseline.entries ?? [], old?.baseline.entries ?? []);
  if (now === undefined || more.length === 0) return undefined;
  const { findings } = await workspace.check(before, { signal });
  const added = entriesBeyond(more, baselineOf(findings));
  if (added.length === 0) return undefined;
  const count = counted(added.length, "finding");
  const span = { file: now.baseline.file, start: 0, end: 0 };
  const values = { old: "0 more", new: `${count} more` };
  return { ...changedKey(BASELINE_FILE, values, span), text: `${BASELINE_FILE} excuses ${count} more` };
}

/** Settings files that became symbolic links: what such a file says is decided elsewhere. */
async function newLinks({ repository, signal }: StepReader, { before, after }: InventoryPair) {
  const there = SETTINGS_FILES.filter((path) => after.blobs.has(path));
  if (repository === undefined) return [];
  const linkedIn = (tree: string, paths: readonly string[]) =>
    linkedFiles(repository.program, { tree, paths }, { signal });
  const now = await linkedIn(after.id, there);
  const old = await linkedIn(before.id, now);
  const fresh = now.filter((path) => !old.includes(path));
  return fresh.map((path) => changedKey(path, { old: "a file", new: "a symbolic link" }));
}

async function sideOf({ workspace, signal }: StepReader, snapshot: Snapshot): Promise<PolicySide> {
  const { settings } = await workspace.load(snapshot, { scope: "names", signal });
  const { place } = snapshot;
  const files = [...(await workspace.filesAt(snapshot, SETTINGS_FILES, { signal })).values()];
  return { settings, written: writtenSettings(place.defaults === undefined ? files : [place.defaults, ...files]) };
}

/** The states of an inventory as the policy sees them: with its guarding settings in place of their own. */
export function underPolicy(
  { before, after }: InventoryPair,
  { file, old, now, first }: Sides,
  consented: ReadonlySet<string>,
): InventoryPair {
  const base = first === undefined ? (old ?? now) : now;
  const guards = policyOf({ file, old: base.settings, now: now.settings, consented });
  const guarded = (snapshot: Snapshot, side: PolicySide | undefined): Snapshot => {
    if (side === undefined || isMissing(snapshot)) return snapshot;
    const own = policyOf({ file: undefined, old: side.settings, now: side.settings, consented: new Set() });
    if (own.key === guards.key) return snapshot;
    return { ...snapshot, place: { ...snapshot.place, guards } };
  };
  return { before: guarded(before, old), after: guarded(after, now) };
}

/** The settings of `heir.policyFile`; undefined if not set. Throws HeirError if unreadable or invalid. */
export async function readPolicyFile(
  repository: Pick<HookRepository, "settings" | "gitDir"> | undefined,
): Promise<PolicySide | undefined> {
  const path = repository?.settings.get("policyfile");
  if (repository === undefined || path === undefined) return undefined;
  const text = regularFileText(resolve(repository.gitDir, path));
  if (text === undefined) throw badPolicyFile(path, "cannot be read");
  const diagnostics: Diagnostic[] = [];
  const file = { path, blob: "", text };
  const settings = parseSettings([file], (diagnostic) => diagnostics.push(diagnostic));
  const fault = diagnostics.find(isError);
  if (fault !== undefined) {
    const where = fault.span === undefined ? "" : ` at ${exactPlace(fault.span)}`;
    throw badPolicyFile(path, `is not valid${where}: ${fault.message}`);
  }
  return { settings, written: writtenSettings([file]) };
}

function badPolicyFile(path: string, fault: string): HeirError {
  return new HeirError("environment", `git config heir.policyFile is ${path}, which ${fault}`);
}

/** The settings file that an inventory gets in a step; undefined if it has one already, or gets none. */
function firstSettings({ before, after }: InventoryPair): string | undefined {
  const isFirst = !isMissing(before) && !before.blobs.has(FILE) && after.blobs.has(FILE);
  return isFirst ? pathIn(after.place.folder, FILE) : undefined;
}

/** The weakened keys a first settings file may not have (rule J11, docs/concepts/gates.md). Throws as reading does. */
async function refusedKeys(
  { workspace, signal }: StepReader,
  pair: InventoryPair,
  sides: Sides & { readonly old: PolicySide },
  weakened: readonly Weakened[],
): Promise<readonly Weakened[]> {
  if (weakened.length === 0) return weakened;
  const proposed = await proposedSettings(workspace, pair.before, { signal });
  const others = weakened.filter(({ key }) => !isSameValue(key, sides.now.settings, proposed));
  const isOpen = ({ key, hasOrder }: Weakened) => hasOrder && !sides.old.written.has(key);
  if (!others.some(isOpen)) return others;
  const { fresh } = await judgeWhole(workspace, underPolicy(pair, sides, new Set()), { signal });
  const isHiding = fresh.some(({ diagnostic }) => diagnostic.severity === "error");
  return isHiding ? others : others.filter((each) => !isOpen(each));
}
