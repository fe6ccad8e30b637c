import { digest } from "../base/digest.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";
import { isOn } from "../speed/table.ts";
import type { PackFolder } from "./cache-packs.ts";
import { LIMITS } from "./limits.ts";
import type { Kept } from "./pack.ts";

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

/** The cache in some packs; without one, or where outputs are not to be kept, nothing is cached. `takesAll` as for the store. */
export function outputStore(packs: PackFolder | undefined, takesAll: boolean): OutputStore | undefined {
  return packs === undefined || !isOn("answers") ? undefined : new OutputStore(packs, takesAll);
}

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
    if (bytes.length > LIMITS.output) return;
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
