import { isSameValue, type PolicySide, type Weakened } from "../../compare/guards/policy.ts";
import { pathIn } from "../../source/snapshot/folder-paths.ts";
import { proposedSettings } from "../adopt/proposed-settings.ts";
import { judgeWhole } from "../check/judgement.ts";
import type { Gate } from "./gate.ts";
import { type InventoryPair, isMissing } from "./pairs.ts";

/** The settings file that an inventory gets in a step; undefined where it has one already, or gets none. */
export function firstSettings({ before, after }: InventoryPair): string | undefined {
  const isFirst = !isMissing(before) && !before.blobs.has(FILE) && after.blobs.has(FILE);
  return isFirst ? pathIn(after.place.folder, FILE) : undefined;
}

const FILE = "heir.yml";

/**
 * The weakened keys that a first settings file may not have (rule J11 in docs/concepts/gates.md). `strict` are the states of
 * the pair as the settings of the earlier one judge them. Throws what reading the states throws.
 */
export async function refusedKeys(
  { workspace, signal }: Pick<Gate, "workspace" | "signal">,
  { pair, strict }: { readonly pair: InventoryPair; readonly strict: InventoryPair },
  {
    old,
    now,
    weakened,
  }: { readonly old: PolicySide; readonly now: PolicySide; readonly weakened: readonly Weakened[] },
): Promise<readonly Weakened[]> {
  if (weakened.length === 0) return weakened;
  const proposed = await proposedSettings(workspace, pair.before, { signal });
  const others = weakened.filter(({ key }) => !isSameValue(key, now.settings, proposed));
  const isOpen = ({ key, hasOrder }: Weakened) => hasOrder && !old.written.has(key);
  if (!others.some(isOpen)) return others;
  const { fresh } = await judgeWhole(workspace, strict, { signal });
  const isHiding = fresh.some(({ diagnostic }) => diagnostic.severity === "error");
  return isHiding ? others : others.filter((each) => !isOpen(each));
}
