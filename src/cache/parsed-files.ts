import { join } from "node:path";
import { PackFolder } from "./pack-folder.ts";

/** A digest of what reads YAML, which the build puts in: what another parser made counts for nothing. */
declare const HEIR_PARSER: string | undefined;

/** Hundreds of thousands of files; beyond it the oldest go. */
export const CACHE_LIMIT: number = 256_000_000;

/** Where all lies that is kept: under the git directory that all work trees share. */
export function cacheFolder(commonDir: string): string {
  return join(commonDir, "heir");
}

/** The files that were parsed, kept for the next run. */
export function parseCache(commonDir: string): PackFolder {
  const stamp = typeof HEIR_PARSER === "undefined" ? "sources" : HEIR_PARSER;
  return new PackFolder({ folder: join(cacheFolder(commonDir), "parse"), stamp, limit: CACHE_LIMIT });
}
