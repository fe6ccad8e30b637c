import type { Change } from "../../model/results/change.ts";
import type { Identities } from "../identity.ts";
import type { RootedChange } from "./rooted-change.ts";

/** Indexes of the change that removes a parameter and of the one that adds it under another name. */
export interface ParameterRename {
  readonly from: number;
  readonly to: number;
}

/**
 * Parameters that were renamed: in one layer a key goes and another one comes, with the same value on the same nodes,
 * under the same parent. Where several keys fit, none is (rule V5 of docs/concepts/review.md).
 */
export function parameterRenames(changes: readonly RootedChange[], identities: Identities): readonly ParameterRename[] {
  const keyed = { removed: new Map<string, number[]>(), added: new Map<string, number[]>() };
  for (const rooted of changes) {
    const { change } = rooted;
    if (change.kind !== "added" && change.kind !== "removed") continue;
    const key = renameKey(rooted, change, identities);
    if (key === undefined) continue;
    const known = keyed[change.kind].get(key);
    if (known === undefined) keyed[change.kind].set(key, [rooted.index]);
    else known.push(rooted.index);
  }
  return [...keyed.removed].flatMap(([key, removed]) => {
    const [from, ...others] = removed;
    const [to, ...more] = keyed.added.get(key) ?? [];
    return from === undefined || to === undefined || others.length + more.length > 0 ? [] : [{ from, to }];
  });
}

type LoneChange = Extract<Change, { kind: "added" | "removed" }>;

function renameKey(rooted: RootedChange, change: LoneChange, identities: Identities): string | undefined {
  const { edit, nodes, derivedFrom } = rooted;
  const kind = change.kind === "added" ? "value-added" : "value-removed";
  if (edit.kind !== kind || derivedFrom !== undefined || change.path.length < 2) return undefined;
  const value = identities.of(change.kind === "added" ? change.after : change.before);
  return JSON.stringify([change.path.slice(0, -1), value, edit.in.layer, edit.in.name, nodes]);
}
