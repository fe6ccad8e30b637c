import { differentPaths } from "../../compare/affected.ts";
import { findingKey } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { joinedSecrets } from "../../model/secrets/secrets.ts";
import { formPaths } from "../../parse/inventory.ts";
import type { CheckOptions, CompareOptions, Finding, Workspace } from "../workspace.ts";
import { listingFindings } from "./findings.ts";
import { type Moves, splitFindings } from "./new-findings.ts";
import { providerFindings } from "./provider-findings.ts";

export interface Judgement {
  readonly comparison: Masked<Comparison>;
  /** Findings that the earlier state does not have. */
  readonly fresh: readonly Finding[];
  /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
  readonly older: readonly Finding[] | undefined;
}

export interface Interval {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * Checks a state as a whole, and says which findings an earlier state does not have. The earlier one is checked only if
 * there are findings to compare; a missing one has none. Throws what reading the states throws.
 */
export async function judgeWhole(workspace: Workspace, { before, after }: Interval, options: CheckOptions) {
  const comparison = await workspace.compare(before, after, options);
  const { findings: later, lookedAt } = await workspace.check(after, options);
  const isSame = before.id === after.id && settingsBesides(before.place) === settingsBesides(after.place);
  const moves = movesOf(comparison, after);
  if (isSame) return { comparison, ...splitFindings(later, later, moves), lookedAt };
  const ofChange = await changeFindings(workspace, { before, after }, options);
  const isNeeded = later.length > 0 && before.place.missing === undefined;
  const earlier = isNeeded ? (await workspace.check(before, options)).findings : [];
  const { fresh, older } = splitFindings(earlier, later, moves);
  return { comparison, fresh: [...ofChange, ...fresh], older, lookedAt };
}

/** Checks a step as far as the change reaches; reads only what that needs. Throws what reading the states throws. */
export async function judgeChange(
  workspace: Workspace,
  { before, after }: Interval,
  options: CompareOptions = {},
): Promise<Judgement> {
  const known = await workspace.knownFindings(before, options);
  const comparison = await workspace.compare(before, after, options);
  if (comparison.lookedAt.files.length === 0 && (await isSameListing(workspace, { before, after }))) {
    return { comparison, fresh: [], older: undefined };
  }
  const ofChange = await changeFindings(workspace, { before, after }, options);
  // A finding in an unchanged file that no node uses is not new: such files need not be read.
  const scope = { ...options, unused: differentPaths(before.blobs, after.blobs), known };
  const later = (await workspace.check(after, scope)).findings;
  const earlier = later.length === 0 ? [] : (await workspace.check(before, scope)).findings;
  const { fresh, older } = splitFindings(earlier, later, movesOf(comparison, after));
  for (const snapshot of [before, after]) await workspace.keepFindings(snapshot, known);
  return { comparison, fresh: [...ofChange, ...fresh], older };
}

/** The nodes and paths that moved between two states. */
export function movesOf({ nodes }: Comparison, { blobs }: Snapshot): Moves {
  return { renamed: new Map(nodes.renamed.map(({ from, to }) => [to, from])), isGone: (path) => !blobs.has(path) };
}

/** Whether two states with equal files are equal in everything else that findings depend on. */
async function isSameListing(workspace: Workspace, { before, after }: Interval): Promise<boolean> {
  if (before.diagnostics.length + after.diagnostics.length > 0) return false;
  const [old, now] = [before.lost, after.lost].map((lost) => [...(lost?.keys() ?? [])].join("\0"));
  if (old !== now) return false;
  const found = async (state: Snapshot) =>
    listingFindings(state, await workspace.load(state, { scope: "names" })).map(findingKey);
  return (await found(before)).join("\n") === (await found(after)).join("\n");
}

/** Findings about a change itself, which neither of its two states has alone: who changed what belongs to a provider. */
export async function changeFindings(
  workspace: Workspace,
  { before, after }: Interval,
  options: CheckOptions = {},
): Promise<readonly Finding[]> {
  if (before.id === after.id) return [];
  const changed = differentPaths(before.blobs, after.blobs);
  const read = { scope: "shared", files: changed, signal: options.signal } as const;
  const [old, now] = [await workspace.load(before, read), await workspace.load(after, read)];
  const found = providerFindings(old, now, changed);
  const secrets = joinedSecrets([old.secrets, now.secrets]);
  return maskFindings(found, secrets).map((diagnostic) => ({ diagnostic, nodes: [] }));
}

/**
 * The inventory of a state, with the files prefetched that a check of the nodes needs of which the findings are not known; with
 * all files where that is not known of any. Where the nodes are checked `elsewhere`, the files of all classes.
 */
export async function loadChecked(
  workspace: Pick<Workspace, "load">,
  snapshot: Snapshot,
  { elsewhere, known, unused, signal }: CheckOptions & { readonly elsewhere: boolean },
): Promise<Inventory> {
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  const { nodeNames, classNames, settings, fileOf } = inventory;
  const found = unused && known?.in({ snapshot, inventory });
  if (!elsewhere && found === undefined) return workspace.load(snapshot, { signal });
  const nodes = elsewhere ? [] : nodeNames.filter((name) => found?.of(name) === undefined);
  const others = elsewhere ? classNames.flatMap((name) => fileOf("class", name) ?? []) : (unused ?? []);
  // Groups and policies are checked against all nodes.
  const isShared = formPaths(snapshot.blobs, settings).length > 0;
  const nodeFiles = isShared ? nodeNames.flatMap((name) => fileOf("node", name) ?? []) : [];
  return workspace.load(snapshot, { scope: "shared", nodes, files: [...nodeFiles, ...others], signal });
}
