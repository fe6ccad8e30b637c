import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { lstat, readFile, readlink, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { digest } from "../../base/digest.ts";
import { hasCode } from "../../model/findings/failure.ts";
import { regularFileText } from "../disk/read-files.ts";
import { removeUnfinished, replaceBy, syncFolder, writeDurably } from "../disk/temporary.ts";
import { sharedModes } from "../repository/without-git.ts";

export type HookFile =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly text: string; readonly digest: string; readonly executable: boolean }
  /** A link, a folder, or something that cannot be read. */
  | { readonly kind: "other" };

const ANYONE_RUNS = 0o111;

/** Examines one file; links are not followed. Never fails. */
export async function hookFile(path: string): Promise<HookFile> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) return { kind: "other" };
    const bytes = await readFile(path);
    const executable = (stats.mode & ANYONE_RUNS) !== 0;
    return { kind: "file", text: bytes.toString(), digest: digest(bytes), executable };
  } catch (error) {
    return { kind: hasCode(error, "ENOENT", "ENOTDIR") ? "none" : "other" };
  }
}

/** Writes a program with its folder; if interrupted, the old or the new one is there. Throws what the system throws. */
export function writeProgram(path: string, text: string): void {
  writeDurably(path, text, { file: 0o755 });
}

/**
 * Gives a file, link or folder a second name, so that it keeps the first one until another file takes that. A folder is
 * renamed. Throws what the system throws.
 */
export function keepFile(path: string, kept: string): void {
  const stats = lstatSync(path);
  if (stats.isDirectory()) renameSync(path, kept);
  else if (stats.isSymbolicLink()) symlinkSync(readlinkSync(path), kept);
  else {
    try {
      linkSync(path, kept);
    } catch {
      copyDurably(path, kept, stats.mode & MODE);
    }
  }
  syncFolder(dirname(kept));
}

const MODE = 0o7777;

/** For a system that has no second names. */
function copyDurably(path: string, kept: string, mode: number): void {
  replaceBy(kept, (fresh) => {
    copyFileSync(path, fresh);
    chmodSync(fresh, mode);
    const descriptor = openSync(fresh, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
  });
}

/** Whether two names stand for one file, or for equal ones. Never fails. */
export async function isEqualFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await hookFile(one), await hookFile(other)];
  if (a.kind === "file" && b.kind === "file") return a.digest === b.digest;
  const [from, to] = await Promise.all([one, other].map((path) => readlink(path).catch(() => undefined)));
  return from !== undefined && from === to;
}

/** Puts a file into the place of another one. Throws what the system throws. */
export function restoreFile(kept: string, path: string): void {
  renameSync(kept, path);
  syncFolder(dirname(path));
}

/** Deletes a file, if it is there. Throws what the system throws. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** Whether there is a program that can be run. Never fails. */
export async function isProgram(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true && (path.endsWith(".js") || (stats.mode & ANYONE_RUNS) !== 0);
}

export interface InstalledHooks {
  readonly folder: string;
  /** Name of each file to the digest of what was written. */
  readonly files: ReadonlyMap<string, string>;
  /** What was begun with some of them and not ended, if the process was killed. */
  readonly begun?: { readonly work: "install" | "uninstall"; readonly names: readonly string[] };
}

const RECORD = "heir/hooks";

/** What an earlier installation wrote; undefined when there was none, or its record is gone. Never fails. */
export async function installedHooks(commonDir: string): Promise<InstalledHooks | undefined> {
  const [recorded, ...lines] = (regularFileText(join(commonDir, RECORD)) ?? "").split("\n");
  if (!recorded) return undefined;
  const folder = resolve(commonDir, recorded);
  const entries = lines.flatMap((line) => {
    const [, written, name] = /^([0-9a-f]{64}) ([\w.-]+)$/.exec(line) ?? [];
    return written === undefined || name === undefined ? [] : [[name, written] as const];
  });
  const [work, ...names] = lines.find((line) => /^(?:un)?install( |$)/.test(line))?.split(" ") ?? [];
  const files = new Map(entries);
  return work === "install" || work === "uninstall" ? { folder, files, begun: { work, names } } : { folder, files };
}

/**
 * Records what was installed, or is about to be. A folder of the repository itself is recorded relative to it, so that a
 * copy of the repository means its own. Throws what the system throws.
 */
export function recordHooks(commonDir: string, { folder, files, begun }: InstalledHooks): void {
  const inside = relative(commonDir, folder);
  const recorded = inside.startsWith("..") ? folder : inside;
  const lines = [recorded, ...[...files].map(([name, written]) => `${written} ${name}`)];
  if (begun !== undefined) lines.push([begun.work, ...begun.names].join(" "));
  writeDurably(join(commonDir, RECORD), `${lines.join("\n")}\n`, sharedModes(commonDir));
}

/** Deletes what killed processes left among hooks and their record. Never fails. */
export function removeUnfinishedHooks(commonDir: string, folder: string): void {
  for (const each of [folder, join(commonDir, dirname(RECORD))]) removeUnfinished(each);
}

/** How long git may take to write its settings. */
const WRITING_MS = 500;

/**
 * Deletes the lock of git's settings that a killed git left in an installation that was begun: it is not older than the
 * record of that, and nobody has ended with it a moment later. Never fails.
 */
export async function removeAbandonedLock(commonDir: string): Promise<void> {
  const lock = join(commonDir, "config.lock");
  const [record, before] = [await entryAt(join(commonDir, RECORD)), await entryAt(lock)];
  if (record === undefined || before === undefined || before.mtimeMs < record.mtimeMs) return;
  await setTimeout(WRITING_MS);
  const after = await entryAt(lock);
  if (after?.ino === before.ino && after.mtimeMs === before.mtimeMs)
    await rm(lock, { force: true }).catch(() => undefined);
}

async function entryAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

/** Forgets what was installed. Never fails. */
export async function forgetHooks(commonDir: string): Promise<void> {
  await rm(join(commonDir, RECORD), { force: true }).catch(() => undefined);
  await rmdir(join(commonDir, dirname(RECORD))).catch(() => undefined);
}
