import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The entry with one name in a folder of hooks. */
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
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { kind: "file", text: bytes.toString(), digest, executable: (stats.mode & ANYONE_RUNS) !== 0 };
  } catch (error) {
    return { kind: isMissing(error) ? "none" : "other" };
  }
}

/**
 * Writes a file that git or the shell runs, with its folder, and returns its digest. It replaces an existing file
 * atomically. Throws what the system throws.
 */
export async function writeProgram(path: string, text: string): Promise<string> {
  const fresh = `${path}.${process.pid}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(fresh, text, { mode: 0o755 });
    await chmod(fresh, 0o755);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return createHash("sha256").update(text).digest("hex");
}

/** Renames a file, link or folder. Throws what the system throws. */
export function moveFile(from: string, to: string): Promise<void> {
  return rename(from, to);
}

/** Deletes a file, if it is there. Throws what the system throws. */
export function removeFile(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** Whether there is a program that can be run. Never fails. */
export async function isProgram(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true && (path.endsWith(".js") || (stats.mode & ANYONE_RUNS) !== 0);
}

/** The text of a file; undefined when it is not there or cannot be read. Never fails. */
export async function optionalText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Replaces the text of a file. Throws what the system throws. */
export function replaceText(path: string, text: string): Promise<void> {
  return writeFile(path, text);
}

/** What was installed into which folder. */
export interface InstalledHooks {
  readonly folder: string;
  /** Name of each file to the digest of what was written. */
  readonly files: ReadonlyMap<string, string>;
}

const RECORD = "heir/hooks";

/** What an earlier installation wrote; undefined when there was none, or its record is gone. Never fails. */
export async function installedHooks(commonDir: string): Promise<InstalledHooks | undefined> {
  const [folder, ...lines] = ((await optionalText(join(commonDir, RECORD))) ?? "").split("\n");
  if (!folder) return undefined;
  const entries = lines.flatMap((line) => {
    const [, digest, name] = /^([0-9a-f]{64}) ([\w.-]+)$/.exec(line) ?? [];
    return digest === undefined || name === undefined ? [] : [[name, digest] as const];
  });
  return { folder, files: new Map(entries) };
}

/** Records what was installed. Throws what the system throws. */
export async function recordHooks(commonDir: string, { folder, files }: InstalledHooks): Promise<void> {
  const lines = [...files].map(([name, digest]) => `${digest} ${name}\n`);
  await mkdir(join(commonDir, dirname(RECORD)), { recursive: true });
  await writeFile(join(commonDir, RECORD), `${folder}\n${lines.join("")}`);
}

/** Forgets what was installed. Never fails. */
export async function forgetHooks(commonDir: string): Promise<void> {
  await rm(join(commonDir, RECORD), { force: true }).catch(() => undefined);
  await rmdir(join(commonDir, dirname(RECORD))).catch(() => undefined);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
