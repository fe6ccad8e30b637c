import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { HeirError, quietly } from "../model/findings/failure.ts";
import { makeFolder } from "../source/disk/temporary.ts";
import { OWN, type SharedModes, sharedModes } from "../source/repository/modes.ts";
import { LIMITS } from "./limits.ts";
import { PackFolder } from "./pack-folder.ts";
import { userKey } from "./user-key.ts";

/** A digest of the YAML reader, set by the build: what another reader parsed is not used. */
declare const HEIR_PARSER: string | undefined;

/** A digest of all sources and versions, set by the build: what another build cached is not used. */
declare const HEIR_BUILD: string | undefined;

/** What packs hold, and the name of their folder: parsed files, or outputs, dependencies and findings. */
type PackKind = "parse" | "answers";

const SOURCES = "sources";

const KINDS: Readonly<Record<PackKind, { readonly stamp: string; readonly limit: number }>> = {
  parse: { stamp: typeof HEIR_PARSER === "undefined" ? SOURCES : HEIR_PARSER, limit: LIMITS.parsedFiles },
  answers: { stamp: typeof HEIR_BUILD === "undefined" ? SOURCES : HEIR_BUILD, limit: LIMITS.outputs },
};

type Variables = Readonly<Record<string, string | undefined>>;

export interface CachePlace {
  readonly folder: string;
  readonly modes: () => SharedModes;
  /** Whether the user names the folder, and so agrees that it also holds what git does not have. */
  readonly isNamed: boolean;
}

/**
 * The folder that HEIR_CACHE names, else one under the git directory, which all work trees share; undefined if there is neither.
 * What is pushed to a repository is judged without the variable. Throws HeirError for a folder that is not absolute.
 */
export function cachePlace(commonDir: string | undefined, env: Variables = process.env): CachePlace | undefined {
  const named = env["GIT_QUARANTINE_PATH"] === undefined ? env["HEIR_CACHE"] : undefined;
  if (named) {
    if (isAbsolute(named)) return { folder: named, modes: () => OWN, isNamed: true };
    throw new HeirError(
      "environment",
      `HEIR_CACHE is not an absolute path: ${named}`,
      "the cache must not depend on the folder",
    );
  }
  if (commonDir === undefined) return undefined;
  return { folder: join(commonDir, "heir"), modes: () => sharedModes(commonDir), isNamed: false };
}

/** Whether a run caches: never, where there is a cache, or also where it has to make one. */
export type CacheUse = boolean | "asked";

/**
 * The cache of a run, and the only place that decides whether it has one: a cache that is there, or is asked for. The first
 * run in a repository makes the empty folder by which the second one knows that it was not the last, and has none: a clone
 * that is asked once, as in CI, pays for nothing. Throws as {@link cachePlace}.
 */
export function cacheOfRun(commonDir: string | undefined, use: CacheUse = true): CachePlace | undefined {
  const place = use === false ? undefined : cachePlace(commonDir);
  if (place === undefined || isThere(place)) return place;
  quietly(() => makeFolder(place.folder, place.modes().folder));
  return use === "asked" ? place : undefined;
}

/** Whether something may be cached there; the folder that HEIR_CACHE names need not be made yet. */
export function isThere({ folder, isNamed }: CachePlace): boolean {
  return isNamed || existsSync(folder);
}

export function cachePacks(place: CachePlace, kind: PackKind): PackFolder {
  const { folder, modes } = place;
  const isWanted = () => isThere(place);
  return new PackFolder({ ...KINDS[kind], kind, folder: join(folder, kind), key: userKey(), modes, isWanted });
}
