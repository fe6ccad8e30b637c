import { join } from "node:path";
import { sharedModes } from "../source/repository/modes.ts";
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

/** The folder of the cache: under the git directory, which all work trees share. */
export function cacheFolder(commonDir: string): string {
  return join(commonDir, "heir");
}

/** The packs of one kind. */
export function cachePacks(commonDir: string, kind: PackKind): PackFolder {
  const folder = join(cacheFolder(commonDir), kind);
  return new PackFolder({ ...KINDS[kind], kind, folder, key: userKey(), modes: () => sharedModes(commonDir) });
}
