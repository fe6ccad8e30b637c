import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { digest } from "../base/digest.ts";
import { HeirError, quietly } from "../model/findings/failure.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";
import { makeFolder } from "../source/disk/temporary.ts";
import type { Environment } from "../source/git/program/program.ts";
import { OWN, type SharedModes, sharedModes } from "../source/repository/without-git.ts";
import { isOn } from "../speed/on.ts";
import { LIMITS } from "./limits.ts";
import type { Kept } from "./pack.ts";
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

export interface CachePlace {
  readonly folder: string;
  readonly modes: () => SharedModes;
  /** Whether the user names the folder, and so agrees that it also holds what git does not have. */
  readonly isNamed: boolean;
}

/**
 * The folder that HEIR_CACHE names, else one under the git directory; undefined if there is neither. The variable is
 * ignored where a push is checked. Throws HeirError for a folder that is not absolute.
 */
export function cachePlace(commonDir: string | undefined, env: Environment = process.env): CachePlace | undefined {
  const named = env["GIT_QUARANTINE_PATH"] === undefined ? env["HEIR_CACHE"] : undefined;
  if (named) {
    if (isAbsolute(named)) return { folder: named, modes: () => OWN, isNamed: true };
    const message = `HEIR_CACHE is not an absolute path: ${named}`;
    throw new HeirError("environment", message, "the cache must not depend on the folder");
  }
  if (commonDir === undefined) return undefined;
  return { folder: join(commonDir, "heir"), modes: () => sharedModes(commonDir), isNamed: false };
}

/** Whether a run caches: never, where there is a cache, or also where it has to make one. */
export type CacheUse = boolean | "asked";

/**
 * The cache of a run, and the only place that decides whether it has one. The first run in a repository only makes the
 * empty folder: a clone that is used once, as in CI, pays for nothing. Throws as {@link cachePlace}.
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

/** Bytes by a digest of everything they depend on. */
export interface OutputCache {
  get(key: string): Uint8Array | undefined;
  put(key: string, output: Uint8Array): void;
  /** Whether results of a state may be cached: where git has all content of it, or the user named the folder of the cache. */
  takes(state: Pick<Snapshot, "unstored">): boolean;
}

export const noOutputs: OutputCache = { get: () => undefined, put: () => undefined, takes: () => false };

/** `kind` names what is cached and its format's number, raised by each change; `from` is all it depends on, as JSON. */
export function outputKey(kind: string, from: readonly unknown[]): string {
  return digest(JSON.stringify([kind, ...from]));
}

/** The outputs of a cache; undefined without one, or where outputs are not to be kept: then nothing is cached. */
export function outputsIn(place: CachePlace | undefined): OutputStore | undefined {
  if (place === undefined || !isOn("answers")) return undefined;
  return new OutputStore(cachePacks(place, "answers"), place.isNamed);
}

/** Bytes of one output: writing a larger one would take longer than making it again. */
export const MOST_OUTPUT = 64_000_000;

/** A cache in packs on disk. Damaged entries count as missing; what cannot be written is not cached. */
export class OutputStore implements OutputCache {
  private readonly packs: PackFolder;
  private readonly takesAll: boolean;
  private readonly fresh = new Map<string, Kept>();
  private held = 0;

  /** `takesAll`: also results of content that git does not have. */
  constructor(packs: PackFolder, takesAll: boolean) {
    this.packs = packs;
    this.takesAll = takesAll;
  }

  takes({ unstored }: Pick<Snapshot, "unstored">): boolean {
    return this.takesAll || unstored === undefined || unstored.size === 0;
  }

  get(key: string): Uint8Array | undefined {
    return (this.fresh.get(key) ?? this.packs.read([key]).get(key))?.bytes;
  }

  put(key: string, bytes: Uint8Array): void {
    if (bytes.length > MOST_OUTPUT) return;
    this.fresh.set(key, { bytes, record: new Uint8Array() });
    this.held += bytes.length;
    if (this.held > LIMITS.unwritten) this.keep();
  }

  /** Writes new entries to disk; the cache can still be used. */
  keep(): void {
    this.packs.add(this.fresh);
    this.packs.close();
    this.fresh.clear();
    this.held = 0;
  }
}
