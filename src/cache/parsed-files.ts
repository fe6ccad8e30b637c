import { join } from "node:path";
import { sharedModes } from "../source/repository/modes.ts";
import { LIMITS } from "./limits.ts";
import { PackFolder } from "./pack-folder.ts";
import { userKey } from "./user-key.ts";

/** A digest of the YAML reader, set by the build: what another reader parsed is not used. */
declare const HEIR_PARSER: string | undefined;

/** The folder of the cache: under the git directory, which all work trees share. */
export function cacheFolder(commonDir: string): string {
  return join(commonDir, "heir");
}

/** The packs of parsed files. */
export function parseCache(commonDir: string): PackFolder {
  const stamp = typeof HEIR_PARSER === "undefined" ? "sources" : HEIR_PARSER;
  return new PackFolder({
    folder: join(cacheFolder(commonDir), "parse"),
    kind: "parse",
    stamp,
    limit: LIMITS.parsedFiles,
    key: userKey(),
    modes: () => sharedModes(commonDir),
  });
}
