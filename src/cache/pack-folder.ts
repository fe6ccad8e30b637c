import { randomBytes } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writevSync,
} from "node:fs";
import { join } from "node:path";
import { LIMITS } from "./limits.ts";
import { isOfOther, type Kept, openPack, type Pack, packBytes } from "./pack.ts";

/** A folder of packs. */
export interface PackPlace {
  readonly folder: string;
  /** Identifies the writer: packs with another stamp are not read. */
  readonly stamp: string;
  /** Bytes of all packs together. */
  readonly limit: number;
}

/** The size of a folder of packs. */
export interface PackStatistics {
  readonly files: number;
  readonly bytes: number;
  /** Number of entries. */
  readonly blobs: number;
}

/** The content of one pack. */
export type PackContent =
  /** The pack cannot be read, or another version of heir wrote it. */
  | { readonly kind: "damaged" | "other"; readonly name: string }
  /** `sound`: the undamaged ones of its `count` entries. */
  | { readonly kind: "pack"; readonly name: string; readonly count: number; readonly sound: ReadonlyMap<string, Kept> };

const PACK = /^[0-9a-f]{16}\.pack$/;
const UNFINISHED = /^[0-9a-f]{16}\.tmp$/;

/**
 * Entries in packs on disk. Each pack is written by one process and renamed into place, so any number of processes may
 * read and write at once. Damaged and unreadable entries count as missing, and failures to write are ignored. Never fails.
 */
export class PackFolder {
  private readonly place: PackPlace;
  private opened: readonly Pack[] | undefined;

  constructor(place: PackPlace) {
    this.place = place;
  }

  /** The entries with these ids, as far as there are any. */
  read(ids: Iterable<string>): ReadonlyMap<string, Kept> {
    const found = new Map<string, Kept>();
    const left = new Set(ids);
    for (const pack of this.packs()) {
      if (left.size === 0) break;
      for (const [id, kept] of pack.read(left)) {
        found.set(id, kept);
        left.delete(id);
      }
    }
    return found;
  }

  /** Adds a pack. Joins small packs if there are many, and deletes the oldest ones beyond the limit. */
  add(entries: ReadonlyMap<string, Kept>): void {
    if (entries.size === 0) return;
    quietly(() => {
      const { folder, limit } = this.place;
      mkdirSync(folder, { recursive: true });
      const all = new Map(entries);
      const joined = this.joinable();
      for (const name of joined) {
        const pack = openPack(join(folder, name), this.place.stamp);
        for (const [id, kept] of pack?.read(pack.ids()) ?? []) if (!all.has(id)) all.set(id, kept);
        pack?.close();
      }
      if (this.write(all, limit)) for (const name of joined) remove(join(folder, name));
      this.sweep();
    });
  }

  statistics(): PackStatistics {
    const names = this.names();
    const blobs = new Set(this.packs().flatMap((pack) => pack.ids()));
    return { files: names.length, bytes: names.reduce((sum, name) => sum + this.size(name), 0), blobs: blobs.size };
  }

  /** The content of each pack. */
  *contents(): Generator<PackContent> {
    const { folder, stamp } = this.place;
    for (const name of this.names()) {
      const path = join(folder, name);
      const pack = openPack(path, stamp);
      if (pack === undefined) yield { kind: isOfOther(path, stamp) ? "other" : "damaged", name };
      else {
        const sound = pack.read(pack.ids());
        pack.close();
        yield { kind: "pack", name, count: pack.count, sound };
      }
    }
  }

  /** Deletes all packs, whatever their stamp, and unfinished files. */
  clear(): void {
    this.close();
    for (const name of this.listed().filter((each) => PACK.test(each) || UNFINISHED.test(each))) {
      remove(join(this.place.folder, name));
    }
    quietly(() => rmdirSync(this.place.folder));
  }

  close(): void {
    for (const pack of this.opened ?? []) pack.close();
    this.opened = undefined;
  }

  private packs(): readonly Pack[] {
    this.opened ??= this.names().flatMap((name) => openPack(join(this.place.folder, name), this.place.stamp) ?? []);
    return this.opened;
  }

  private listed(): readonly string[] {
    return quietly(() => readdirSync(this.place.folder)) ?? [];
  }

  private names(): readonly string[] {
    return this.listed().filter((name) => PACK.test(name));
  }

  private size(name: string): number {
    return quietly(() => statSync(join(this.place.folder, name)).size) ?? 0;
  }

  /** The smaller half of the packs once there are many, so that an entry is copied only now and then. */
  private joinable(): readonly string[] {
    const names = this.names();
    if (names.length < LIMITS.packs) return [];
    const bySize = names.map((name) => ({ name, size: this.size(name) })).sort((one, other) => one.size - other.size);
    return bySize.slice(0, Math.ceil(names.length / 2)).map(({ name }) => name);
  }

  private write(entries: ReadonlyMap<string, Kept>, limit: number): boolean {
    const parts = packBytes(entries, this.place.stamp);
    if (parts.reduce((sum, part) => sum + part.length, 0) > limit) return false;
    const name = randomBytes(8).toString("hex");
    const fresh = join(this.place.folder, `${name}.tmp`);
    try {
      const descriptor = openSync(fresh, "wx");
      try {
        writeAll(descriptor, parts);
      } finally {
        closeSync(descriptor);
      }
      renameSync(fresh, join(this.place.folder, `${name}.pack`));
      return true;
    } catch (error) {
      remove(fresh);
      throw error;
    }
  }

  /** Deletes the oldest packs until the rest is within the limit, and unfinished files of ended processes. */
  private sweep(): void {
    const files = this.listed().flatMap((name) => {
      const stats = quietly(() => statSync(join(this.place.folder, name)));
      return stats === undefined ? [] : [{ name, size: stats.size, age: Date.now() - stats.mtimeMs }];
    });
    let room = this.place.limit;
    for (const { name, size, age } of files.sort((one, other) => one.age - other.age)) {
      if (PACK.test(name)) room -= size;
      const isOver = PACK.test(name) ? room < 0 : UNFINISHED.test(name) && age > LIMITS.unfinished;
      if (isOver) remove(join(this.place.folder, name));
    }
  }
}

/** Parts of one system call. */
const BATCH = 512;

function writeAll(descriptor: number, parts: readonly Uint8Array[]): void {
  for (let at = 0; at < parts.length; at += BATCH) {
    const batch = parts.slice(at, at + BATCH);
    const length = batch.reduce((sum, part) => sum + part.length, 0);
    if (writevSync(descriptor, batch) !== length) throw new Error("the disk is full");
  }
}

function remove(path: string): void {
  quietly(() => rmSync(path, { force: true }));
}

/** The result, or undefined if the system refuses. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
