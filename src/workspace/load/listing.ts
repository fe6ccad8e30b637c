import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { LateFolders } from "../../source/snapshot/late-folders.ts";

/**
 * The listing of a state, as data. The ids in it also identify the content of files, but it omits empty folders. A
 * folder with a file is covered by the file, whose path is part of the id.
 */
export function listingOf(state: Snapshot): unknown {
  const { mark, title, subject, folders, diagnostics, place, lost } = state;
  const folderNames = folders instanceof LateFolders ? folders.beyond() : [...folders].sort();
  return [
    mark ?? state.id,
    title,
    subject ?? null,
    place.folder,
    settingsBesides(place),
    folderNames,
    diagnostics,
    [...(lost?.keys() ?? [])],
  ];
}

/** For each state, the unlisted folders that were looked up on disk, and whether they existed. */
export type AskedFolders = readonly (readonly (readonly [string, boolean])[])[];

/** The lookups on disk so far; undefined where all folders of a state were read. */
export function askedFolders(states: readonly Snapshot[]): AskedFolders | undefined {
  const late = states.map(({ folders }) => (folders instanceof LateFolders ? folders : undefined));
  if (late.some((folders) => folders?.isComplete)) return undefined;
  return late.map((folders) => [...(folders?.asked ?? [])]);
}

/** Whether the disk gives the same answers for states with the same listings. */
export function isAsAsked(asked: AskedFolders, states: readonly Snapshot[]): boolean {
  return states.every(({ folders }, at) => isAsWas(asked[at], folders));
}

/** Where the listings are equal, only the disk can make a difference. */
function isAsWas(asked: AskedFolders[number] = [], folders: Snapshot["folders"]): boolean {
  return asked.every(([path, was]) => folders instanceof LateFolders && folders.isThere(path) === was);
}
