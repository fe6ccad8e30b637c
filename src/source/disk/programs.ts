import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import { diskEntry } from "./read-files.ts";

/** What a system without PATH searches. */
const STANDARD = ["/usr/local/bin", "/usr/bin", "/bin"];

/** The endings of programs that can be started without a shell. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];

/**
 * The folders of PATH in which programs are looked up: absolute ones outside the work tree around `folder`. A repository
 * could put programs into any other: an empty or relative entry is the current folder. Never fails.
 */
export function programFolders(path: string | undefined, folder: string): readonly string[] {
  const top = workTreeAround(folder);
  const entries = path === undefined ? STANDARD : path.split(delimiter);
  return entries.filter((entry) => isAbsolute(entry) && (top === undefined || !isInside(real(entry), top)));
}

/** The absolute path of a program, by its name or an absolute path; undefined if no folder has it. Never fails. */
export function programIn(folders: readonly string[], name: string): string | undefined {
  if (isAbsolute(name)) return canRun(name) ? name : undefined;
  if (name.includes("/") || name.includes(sep)) return undefined;
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const path = join(folder, name + ending);
      if (canRun(path)) return path;
    }
  }
  return undefined;
}

/** The nearest folder going up that has a `.git`, links followed. */
function workTreeAround(folder: string): string | undefined {
  for (let at = real(folder); ; at = dirname(at)) {
    if (diskEntry(join(at, ".git")).kind !== "none") return at;
    if (at === dirname(at)) return undefined;
  }
}

function real(path: string): string {
  return quietly(() => realpathSync(path)) ?? path;
}

/** Whether a path on disk is a folder or inside it. */
export function isInside(path: string, top: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

function canRun(path: string): boolean {
  const isFile = quietly(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });
  return isFile ?? false;
}
