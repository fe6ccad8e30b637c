import { runtimeNodeOf } from "../../model/inventory/settings.ts";
import type { CauseEdit, CauseOwner } from "../../model/results/change.ts";
import { leavesOf } from "../../model/values/inside.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import type { CauseSide, CauseSides } from "./side.ts";

/** What an owner says on one side or on both; undefined if on neither. */
export function writtenEdit(owner: CauseOwner, old: Span | undefined, now: Span | undefined): CauseEdit | undefined {
  if (old === undefined && now === undefined) return undefined;
  const kind = old === undefined ? "value-added" : now === undefined ? "value-removed" : "value-edited";
  return { kind, in: owner, old, new: now };
}

/** A value on two sides; absent where there is none. */
export interface Sided {
  readonly before?: Value;
  readonly after?: Value;
}

/**
 * The edits of files of `properties.d` behind a change of what the agent finds. A file that is the same on both sides
 * has done nothing: its value was covered on one of them.
 */
export function runtimeEdits({ before, after }: Sided, { old, new: now }: CauseSides): readonly CauseEdit[] {
  const { settings } = now.inventory;
  const [blobs, nowBlobs] = [old, now].map(runtimeBlobs);
  const places = (value: Value | undefined): ReadonlyMap<string, Span> => {
    const edited = firstPlaces(value).filter(({ file: { path } }) => {
      return runtimeNodeOf(path, settings) !== undefined && blobs?.get(path) !== nowBlobs?.get(path);
    });
    return new Map(edited.map((place) => [place.file.path, place]));
  };
  const [from, to] = [places(before), places(after)];
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths].flatMap((path) => writtenEdit({ layer: "local", name: path }, from.get(path), to.get(path)) ?? []);
}

/** The blob of each file of `properties.d` of the node, by path. */
function runtimeBlobs({ inventory, node }: CauseSide): ReadonlyMap<string, string> {
  return new Map(inventory.runtimeFiles(node.name).map(({ file }) => [file.path, file.blob]));
}

/** Where the first value of each file stands, the value itself before those inside it. */
function firstPlaces(value: Value | undefined): readonly Span[] {
  const places = value === undefined ? [] : [value, ...leavesOf(value, []).map((leaf) => leaf.value)];
  return [...new Map(places.toReversed().map(({ origin }) => [origin.file.path, origin])).values()];
}
