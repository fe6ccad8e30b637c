import { isListed, leadsOut } from "../../model/inventory/folder-paths.ts";
import { rooted, runtimeNodeOf, SETTINGS_FILES, type Settings } from "../../model/inventory/settings.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { LINK_MODE } from "../../model/inventory/tree-entries.ts";
import type { FileDifference } from "../../model/results/history.ts";
import { pathNames, sharedFormOf } from "./listing-names.ts";

/** The step made by the differences; undefined when none of them can matter. Not for trees with symbolic links. */
export function stepOf(differences: readonly FileDifference[], settings: Settings): HistoryStep | undefined {
  const step = new HistoryStep(settings);
  for (const { path, before, after } of differences) {
    if (leadsOut(path)) continue;
    if (before === undefined || after === undefined) step.oneSided(path, before !== undefined);
    else if (before.id !== after.id) step.edited(path);
  }
  return step.touches ? step : undefined;
}

/** As {@link stepOf}, for two listings whose links were followed. */
export function stepBetween(parent: Snapshot, commit: Snapshot, settings: Settings): HistoryStep | undefined {
  const step = new HistoryStep(settings);
  for (const [path, blob] of parent.blobs) {
    const other = commit.blobs.get(path);
    if (other === undefined) step.oneSided(path, true);
    else if (other !== blob) step.edited(path);
  }
  for (const path of commit.blobs.keys()) if (!parent.blobs.has(path)) step.oneSided(path, false);
  const roots = [settings.nodes_uri, settings.classes_uri].map((folder) => rooted(settings, folder).slice(0, -1));
  for (const root of roots) if (parent.folders.has(root) !== commit.folders.has(root)) step.oneSided(`${root}/`, true);
  return step.touches ? step : undefined;
}

/** Whether a symbolic link is among what differs. */
export function touchesLinks(differences: readonly FileDifference[]): boolean {
  return differences.some(({ before, after }) => before?.mode === LINK_MODE || after?.mode === LINK_MODE);
}

/** What the files that differ between a commit and one of its parents can touch, read under the commit's settings. */
export class HistoryStep {
  /** Files whose content differs, at the paths at which they appear. */
  readonly paths = new Set<string>();
  /** Classes of files that only the parent has. */
  readonly newClasses = new Set<string>();
  /** Names of nodes whose files came, went, or are on one side only under this path. */
  readonly nodes = new Set<string>();
  /** Nodes with a file of `properties.d` that differs. */
  readonly runtimeNodes = new Set<string>();
  /** A file that settings are read from. */
  settings = false;
  groups = false;
  policies = false;
  contracts = false;
  /** Whether files were added or removed that can decide whether the inventory can be read at all. */
  structure = false;
  private readonly under: Settings;

  constructor(settings: Settings) {
    this.under = settings;
  }

  get touches(): boolean {
    return this.paths.size > 0 || this.structure;
  }

  edited(path: string): void {
    if (!isListed(path)) return;
    this.paths.add(path);
    if (SETTINGS_FILES.includes(path)) this.settings = true;
    const node = runtimeNodeOf(path, this.under);
    if (node !== undefined) this.runtimeNodes.add(node);
    const form = sharedFormOf(path, this.under);
    if (form !== undefined) this[form] = true;
  }

  oneSided(path: string, inParent: boolean): void {
    this.edited(path);
    if (path === "heir.yml") this.structure = true;
    const names = pathNames(path, this.under);
    if (names === undefined) return;
    this.structure = true;
    if (names.node !== undefined) this.nodes.add(names.node);
    if (names.class !== undefined && inParent) this.newClasses.add(names.class);
  }
}
