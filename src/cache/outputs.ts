import { join } from "node:path";
import { digest } from "../base/digest.ts";
import type { Kept } from "./pack.ts";
import { PackFolder } from "./pack-folder.ts";
import { cacheFolder } from "./parsed-files.ts";

/** A digest of all that heir is made of, its version too, which the build puts in: what another build found counts for nothing. */
declare const HEIR_BUILD: string | undefined;

/** Bytes that all answers may take; beyond it the oldest go. */
export const OUTPUTS_LIMIT: number = 256_000_000;
/** Larger ones are not kept: to write them would take longer than to work them out again. */
export const LARGEST_OUTPUT: number = 64_000_000;
/** So much is held back before it is written in one pack. */
const MOST_HELD = 32_000_000;

/** What was worked out before, by a digest of all that it was worked out from. */
export interface OutputCache {
  get(key: string): Uint8Array | undefined;
  put(key: string, answer: Uint8Array): void;
}

/** Nothing is kept. */
export const noOutputs: OutputCache = { get: () => undefined, put: () => undefined };

/**
 * The key of an answer: `kind` names the question and the form of the answer, with a number that grows whenever that
 * form changes; `from` is everything that the answer depends on, as data that JSON can write.
 */
export function outputKey(kind: string, from: readonly unknown[]): string {
  return digest(JSON.stringify([kind, ...from]));
}

/** Answers kept in packs from one run to the next. What is damaged, or cannot be written, is as good as not there. */
export class AnswerStore implements OutputCache {
  private readonly packs: PackFolder;
  private readonly fresh = new Map<string, Kept>();
  private held = 0;

  constructor(packs: PackFolder) {
    this.packs = packs;
  }

  get(key: string): Uint8Array | undefined {
    return (this.fresh.get(key) ?? this.packs.read([key]).get(key))?.bytes;
  }

  put(key: string, bytes: Uint8Array): void {
    if (bytes.length > LARGEST_OUTPUT) return;
    this.fresh.set(key, { bytes, record: new Uint8Array() });
    this.held += bytes.length;
    if (this.held > MOST_HELD) this.keep();
  }

  /** Writes what is new; the store can still be used. */
  keep(): void {
    this.packs.add(this.fresh);
    this.packs.close();
    this.fresh.clear();
    this.held = 0;
  }
}

/** The packs in which answers are kept. */
export function answerPacks(commonDir: string): PackFolder {
  const stamp = typeof HEIR_BUILD === "undefined" ? "sources" : HEIR_BUILD;
  return new PackFolder({ folder: join(cacheFolder(commonDir), "answers"), stamp, limit: OUTPUTS_LIMIT });
}
