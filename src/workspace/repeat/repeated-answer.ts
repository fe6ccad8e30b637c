import { hash } from "node:crypto";
import { cachePlace, isThere, type OutputCache, outputKey, outputsIn } from "../../cache/run-cache.ts";
import { quietly } from "../../model/findings/failure.ts";
import { type InventoryPlace, type PathSet, type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { type DiskEntry, diskEntry } from "../../source/disk/read-files.ts";
import { readingInputs } from "../../source/early-listing.ts";
import { isKnownByListing } from "../../source/git/binary/checkout-listing.ts";
import type { States } from "../load/states.ts";
import type { Prefetch } from "./begun-listing.ts";

/** A run of a command on the work tree, by all that it is given. */
export interface RepeatedRun {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many columns the terminal has; undefined for standard output that is none. */
  readonly width: number | undefined;
  readonly isErrorTerminal: boolean;
}

/** A cached output that is the answer to a run. */
export interface RepeatedAnswer extends Pick<Known, "root" | "pager"> {
  readonly entry: Uint8Array;
}

/** Variables that change from one command to the next, and say nothing to heir or git. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(["_", "OLDPWD", "PWD", "SHLVL"]);

function given({ argv, cwd, env, width, isErrorTerminal }: RepeatedRun, { inputs }: Prefetch): readonly unknown[] {
  const variables = Object.entries(env).filter(([name]) => !OF_THE_SHELL.has(name));
  return [process.version, argv, cwd, variables.sort(), width ?? null, isErrorTerminal, inputs];
}

interface Known {
  /** The key of the cached output. */
  readonly entry: string;
  /** The folder of the inventory on disk. */
  readonly root: string;
  /** Whether a pager may show it. */
  readonly pager: boolean;
}

/** The key of what says that an answer is known, before git has listed the work tree. */
function expectedKey(run: RepeatedRun, prefetch: Prefetch): string {
  return outputKey("expected 2", given(run, prefetch));
}

function knownKey(run: RepeatedRun, prefetch: Prefetch, printed: Uint8Array): string {
  return outputKey("known 2", [...given(run, prefetch), hash("sha256", printed)]);
}

/** The cached answer to a run if git's listing, settings, variables and words are equal; or undefined. Never fails. */
export async function repeatedAnswer(run: RepeatedRun, prefetch: Prefetch): Promise<RepeatedAnswer | undefined> {
  const { location, inputs } = prefetch;
  const place = inputs && quietly(() => cachePlace(location.git?.commonDir, run.env));
  const outputs = outputsIn(place && isThere(place) ? place : undefined);
  if (outputs?.get(expectedKey(run, prefetch)) === undefined) return undefined;
  const printed = (await prefetch.done())?.checkout;
  if (printed === undefined || !isKnownByListing(printed, location.top)) return undefined;
  const bytes = outputs.get(knownKey(run, prefetch, printed));
  if (bytes === undefined) return undefined;
  // What has this key and the right digest was made by `keepRepeated`.
  const known: Known = JSON.parse(Buffer.from(bytes).toString());
  const entry = outputs.get(known.entry);
  return entry && { ...known, entry };
}

/** What the answer to a run is known by. */
export interface RepeatableAnswer extends Omit<Known, "root"> {
  /** What git printed in advance. */
  readonly seen: Uint8Array;
  readonly place: InventoryPlace;
}

/** Keeps what a run is known by, so that {@link repeatedAnswer} gives its answer. Never fails. */
export function keepRepeated(
  run: RepeatedRun,
  prefetch: Prefetch,
  {
    outputs,
    answer: { seen, place, entry, pager },
  }: { readonly outputs: OutputCache; readonly answer: RepeatableAnswer },
): void {
  const { location, inputs } = prefetch;
  if (inputs === undefined || !isFoundInListing(prefetch, place)) return;
  // Settings that changed meanwhile may or may not have been read.
  if (JSON.stringify(readingInputs(location, process.env)) !== JSON.stringify(inputs)) return;
  if (!isKnownByListing(seen, location.top)) return;
  const root = place.folder === "" ? location.top : `${location.top}/${place.folder}`;
  const known: Known = { entry, root, pager };
  outputs.put(expectedKey(run, prefetch), Buffer.from("1"));
  outputs.put(knownKey(run, prefetch, seen), Buffer.from(JSON.stringify(known)));
}

/** Whether nothing but the listing of the nearest folder says where the inventory is. */
function isFoundInListing({ location }: Prefetch, { folder }: InventoryPlace): boolean {
  const nearest = location.git?.nearest ?? "";
  return nearest === "" || (isAbove(nearest, folder) && isAbove(folder, location.start));
}

function isAbove(folder: string, other: string): boolean {
  return `${other}/`.startsWith(`${folder}/`);
}

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
