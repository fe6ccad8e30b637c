import type { Abortable } from "../model/inventory/snapshot.ts";
import { isExact, type ValuePlace } from "../model/values/value-place.ts";
import { EditableFiles } from "../workspace/write/editable-files.ts";
import { PlaceSearch } from "./find/place.ts";
import { type Unsetting, unsetting } from "./find/unset.ts";
import type { EditPlan } from "./plan.ts";
import { bytesAfter } from "./text/change.ts";
import { isSecret, type WantedValue, wantedSource } from "./wanted-value.ts";

/** A value for the wanted nodes. */
export interface ValueToSet {
  /** As a file would have it; undefined for a name in a list. */
  readonly source: string | undefined;
  /** The end of its line: `DATE (reason)`; none when absent. */
  readonly until?: string | undefined;
  /** The only file to write to; the best place when absent. */
  readonly file: string | undefined;
  /** Other nodes that may change. */
  readonly also: readonly string[];
}

/** The edit that writes a value, or why there is none. */
export interface SetPlan {
  readonly plan: EditPlan;
  /** Whether the wanted nodes have the value `already`, a place is `chosen`, or `none` is exact. */
  readonly outcome: "already" | "chosen" | "none";
  /** The best places; of a given file, the one that it is. */
  readonly places: readonly ValuePlace[];
  readonly search: PlaceSearch;
}

/**
 * The edit that writes a value at the first place if that is exact (rule X11 of docs/concepts/edits.md). Throws HeirError for a value
 * that is not YAML, as `wantedSource` does, and for a file that is never edited.
 */
export async function planSet(
  wanted: WantedValue,
  { source, until, file, also }: ValueToSet,
  { signal }: Abortable = {},
): Promise<SetPlan> {
  const { workspace, snapshot, inventory, nodes, path } = wanted;
  const files = await EditableFiles.of(workspace, snapshot);
  const question = { path, source: wantedSource(path, source), until, nodes, isSecret: isSecret(wanted) };
  const search = new PlaceSearch(question, { workspace, snapshot, inventory, files, signal });
  const planned = (place: ValuePlace | undefined) => setting(wanted, place, also);
  if (until === undefined && (await search.alreadyThere()).length === nodes.length) {
    return { plan: planned(undefined), outcome: "already", places: [], search };
  }
  const places = file === undefined ? await search.all() : await inFile(search, file, files);
  const chosen = places.find((place) => isExact({ ...place, also: place.also.filter((name) => !also.includes(name)) }));
  return { plan: planned(chosen ?? places[0]), outcome: chosen === undefined ? "none" : "chosen", places, search };
}

/** The place that a file is, if it is one. Throws HeirError for a file that is never edited. */
async function inFile(search: PlaceSearch, file: string, files: EditableFiles): Promise<readonly ValuePlace[]> {
  await files.bytes(file);
  const place = await search.inFile(file);
  return place === undefined ? [] : [place];
}

function setting(
  { nodes, path, snapshot, inventory }: WantedValue,
  place: ValuePlace | undefined,
  also: readonly string[],
): EditPlan {
  const named = new Set([...nodes.map(({ name }) => name), ...also]);
  const claim = { kind: "only", path, nodes: inventory.nodeNames.filter((name) => named.has(name)) } as const;
  // Some files of a place may say the value already.
  const files = (place?.edits ?? []).filter((edit) => Buffer.compare(bytesAfter(edit), edit.before) !== 0);
  return { verb: "set", claim, snapshot, files, notFollowed: [], patterns: [] };
}

/** The edit that takes the lines of a value out, and what stays. */
export interface UnsetPlan {
  readonly plan: EditPlan;
  readonly found: Unsetting;
}

/** The edit that takes out the lines that say a value for the wanted nodes alone. Throws as {@link planSet} does. */
export async function planUnset(
  wanted: WantedValue,
  file: string | undefined,
  { signal }: Abortable = {},
): Promise<UnsetPlan> {
  const { workspace, snapshot, inventory, nodes, path } = wanted;
  const files = await EditableFiles.of(workspace, snapshot);
  if (file !== undefined) await files.bytes(file);
  const question = { path, nodes, file, isSecret: isSecret(wanted) };
  const found = await unsetting(question, { workspace, snapshot, inventory, files, signal });
  const claim = { kind: "only", path, nodes: nodes.map(({ name }) => name) } as const;
  return { plan: { verb: "unset", claim, snapshot, files: found.edits, notFollowed: [], patterns: [] }, found };
}
