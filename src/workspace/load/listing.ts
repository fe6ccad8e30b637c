import { outputKey } from "../../cache/outputs.ts";
import { type PathSet, type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { type DiskEntry, diskEntry } from "../../source/disk/reading.ts";
import type { States } from "./states.ts";

/** A listing as data. Its ids identify the content of files, but not all of its folders: see {@link diskAnswers}. */
export function listingOf({ id, title, subject, foldersBeyond, diagnostics, place, lost }: Snapshot): unknown {
  const settings = settingsBesides(place);
  return [id, title, subject ?? null, place.folder, settings, foldersBeyond?.() ?? [], diagnostics, [...(lost ?? [])]];
}

/** Whether a commit alone makes the state: not submodules on disk, nor default settings of the user's configuration. */
export function isByCommit({ submodules, lost, place }: Snapshot): boolean {
  const isFromDisk = (submodules?.size ?? 0) + (lost?.size ?? 0) > 0;
  return !isFromDisk && place.defaults === undefined && place.keepsOne === undefined;
}

/** For each state, the folders and the unlisted files that were looked up, and whether they existed. */
export type DiskAnswers = readonly Readonly<Record<"folders" | "files", Answers>>[];

type Answers = readonly (readonly [path: string, isThere: boolean])[];

/** The lookups so far. */
export function diskAnswers(states: readonly Snapshot[]): DiskAnswers {
  return states.map(({ folders, ignored }) => {
    return { folders: [...(folders.asked ?? [])], files: [...(ignored?.asked ?? [])] };
  });
}

/** Whether states with the same listings give the same answers: only the disk can make a difference. */
export function isAsAnswered(answers: DiskAnswers, states: readonly Snapshot[]): boolean {
  const isAsWas = (some: Answers, paths: PathSet | undefined) => some.every(([path, was]) => paths?.has(path) === was);
  return states.every(({ folders, ignored }, at) => {
    const { folders: ofFolders = [], files = [] } = answers[at] ?? {};
    return isAsWas(ofFolders, folders) && isAsWas(files, ignored);
  });
}

/** Whether the disk gives the same answers for the only state, whose inventory is in a folder and has the same listing. */
export function isAsOnDisk([answers, ...more]: DiskAnswers, root: string): boolean {
  const isStill = (...kinds: readonly DiskEntry["kind"][]) => {
    return ([path, was]: Answers[number]) => kinds.includes(diskEntry(`${root}/${path}`).kind) === was;
  };
  if (answers === undefined || more.length > 0) return false;
  return answers.folders.every(isStill("folder", "link")) && answers.files.every(isStill("file"));
}

/** The key of what follows from commits and the user's settings of git; `kind` and `from` are those of `outputKey`. */
export function commitOutputKey({ source }: Pick<States, "source">, kind: string, from: readonly unknown[]): string {
  return outputKey(kind, [process.version, [...source.settings], ...from]);
}

/** Caches what follows from some states, if their commits alone say what these are. */
export function keepCommitOutput(
  { outputs, foreignFolders }: Pick<States, "outputs" | "foreignFolders">,
  key: string,
  { output, of }: { readonly output: Uint8Array; readonly of: readonly Snapshot[] },
): void {
  const isByCommits = foreignFolders.length === 0 && of.every((state) => isByCommit(state) && outputs.takes(state));
  if (isByCommits) outputs.put(key, output);
}
