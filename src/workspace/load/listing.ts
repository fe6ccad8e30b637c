import { outputKey } from "../../cache/outputs.ts";
import { type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { type DiskEntry, diskEntry } from "../../source/disk/disk-entry.ts";
import { AskedOnDisk } from "../../source/snapshot/asked-on-disk.ts";
import { LateFolders } from "../../source/snapshot/late-folders.ts";
import type { States } from "./states.ts";

/**
 * The listing of a state, as data. The ids in it also identify the content of files, but it omits empty folders. A
 * folder with a file is covered by the file, whose path is part of the id.
 */
export function listingOf(state: Snapshot): unknown {
  const { id, title, subject, folders, diagnostics, place, lost } = state;
  const folderNames = folders instanceof LateFolders ? folders.beyond() : [...folders].sort();
  return [
    id,
    title,
    subject ?? null,
    place.folder,
    settingsBesides(place),
    folderNames,
    diagnostics,
    [...(lost ?? [])],
  ];
}

/**
 * Whether a state is what it is by its commit alone: not by submodules, which are on disk, nor by default settings, which
 * the user's configuration names.
 */
export function isByCommit({ submodules, lost, place }: Snapshot): boolean {
  return (
    (submodules?.size ?? 0) === 0 &&
    (lost?.size ?? 0) === 0 &&
    place.defaults === undefined &&
    place.keepsOne === undefined
  );
}

/** For each state, the unlisted folders and files that were looked up on disk, and whether they existed. */
export type DiskAnswers = readonly Readonly<Record<"folders" | "files", Answers>>[];

type Answers = readonly (readonly [path: string, isThere: boolean])[];

/** The lookups on disk so far; undefined if all folders of a state were read. */
export function diskAnswers(states: readonly Snapshot[]): DiskAnswers | undefined {
  if (states.some(({ folders }) => folders instanceof LateFolders && folders.isComplete)) return undefined;
  return states.map(({ folders, ignored }) => ({ folders: askedOf(folders), files: askedOf(ignored) }));
}

/** Whether the disk gives the same answers for states with the same listings: only the disk can make a difference. */
export function isAsAnswered(answers: DiskAnswers, states: readonly Snapshot[]): boolean {
  return states.every(({ folders, ignored }, at) => {
    const { folders: ofFolders = [], files = [] } = answers[at] ?? {};
    return isAsWas(ofFolders, folders) && isAsWas(files, ignored);
  });
}

/** Whether the disk gives the same answers for the only state, whose inventory is in a folder. */
export function isAsOnDisk([answers, ...more]: DiskAnswers, root: string): boolean {
  const isStill = (kind: DiskEntry["kind"]) => {
    return ([path, was]: Answers[number]) => (diskEntry(`${root}/${path}`).kind === kind) === was;
  };
  if (answers === undefined || more.length > 0) return false;
  return answers.folders.every(isStill("folder")) && answers.files.every(isStill("file"));
}

function askedOf(paths: Snapshot["folders"] | Snapshot["ignored"]): Answers {
  return paths instanceof AskedOnDisk ? [...paths.asked] : [];
}

function isAsWas(answers: Answers, paths: Snapshot["folders"] | Snapshot["ignored"]): boolean {
  return answers.every(([path, was]) => paths instanceof AskedOnDisk && paths.isThere(path) === was);
}

type OutputStates = Pick<States, "outputs" | "source" | "foreignFolders">;

/** The key of what follows from commits and the user's settings of git; `kind` and `from` are those of `outputKey`. */
export function commitOutputKey({ source }: Pick<States, "source">, kind: string, from: readonly unknown[]): string {
  return outputKey(kind, [process.version, [...source.settings], ...from]);
}

/** Caches what follows from some states, if their commits alone say what these are. */
export function keepCommitOutput(
  { outputs, foreignFolders }: OutputStates,
  key: string,
  { output, of }: { readonly output: Uint8Array; readonly of: readonly Snapshot[] },
): void {
  const isByCommits = foreignFolders.length === 0 && of.every((state) => isByCommit(state) && outputs.takes(state));
  if (isByCommits) outputs.put(key, output);
}
