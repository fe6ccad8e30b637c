import { createHmac, randomBytes } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { quietly } from "../model/findings/failure.ts";
import { removeUnfinished, temporaryPath } from "../source/disk/temporary.ts";
import type { Environment } from "../source/git/program/program.ts";

/** Signs what heir caches, so that nobody else can write an entry that is believed. */
export interface UserKey {
  /** The HMAC-SHA-256 of some parts, in hexadecimal digits; no two lists of parts are taken for one another. */
  sign(...parts: readonly (string | Uint8Array)[]): string;
}

const BYTES = 32;
const OTHERS = 0o077;

/** The user's `heir/key` in XDG_STATE_HOME, made if absent; undefined (no cache) if others can read it. Never fails. */
export function userKey(env: Environment = process.env): UserKey | undefined {
  const file = keyFile(env);
  if (file === undefined) return undefined;
  const secret = readKey(file) ?? makeKey(file);
  return secret && { sign: (...parts) => signature(secret, parts) };
}

function keyFile({ XDG_STATE_HOME: state, HOME: home, USERPROFILE: profile }: Environment): string | undefined {
  if (state !== undefined && isAbsolute(state)) return join(state, "heir/key");
  const own = home || profile;
  return own !== undefined && isAbsolute(own) ? join(own, ".local/state/heir/key") : undefined;
}

function readKey(file: string): Buffer | undefined {
  return quietly(() => {
    const stats = lstatSync(file);
    const isOwn = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & OTHERS) === 0);
    const bytes = stats.isFile() && isOwn ? readFileSync(file) : undefined;
    return bytes?.length === BYTES ? bytes : undefined;
  });
}

/** Of several processes that make a key at once, the first one wins. */
function makeKey(file: string): Buffer | undefined {
  const fresh = temporaryPath(file);
  // There may be one already, or none can be made.
  quietly(() => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    removeUnfinished(dirname(file));
    writeFileSync(fresh, randomBytes(BYTES), { mode: 0o600 });
    linkSync(fresh, file);
  });
  quietly(() => rmSync(fresh, { force: true }));
  return readKey(file);
}

function signature(key: Buffer, parts: readonly (string | Uint8Array)[]): string {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest("hex");
}
