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
import { isOfOther, type Kept, openPack, type Pack, packBytes } from "./pack.ts";

/** Where packs lie, and how much of them may. */
export interface PackPlace {
  readonly folder: string;
  /** Tells whose records they are: what another stamp has left counts for nothing. */
  readonly stamp: string;
  /** Bytes that all packs may take together. */
  readonly limit: number;
}

/** What lies in a folder of packs. */
export interface PackStatistics {
  readonly files: number;
  readonly bytes: number;
  /** Blobs of which something is kept. */
  readonly blobs: number;
}

/** What one pack holds. */
export type PackContent =
  /** It cannot be read at all, or another version of heir has written it. */
  | { readonly kind: "damaged" | "other"; readonly name: string }
  /** `sound` is what is undamaged of its `count` blobs. */
  | { readonly kind: "pack"; readonly name: string; readonly count: number; readonly sound: ReadonlyMap<string, Kept> };

/** So many packs are looked through without being joined. */
const MOST_PACKS = 8;
/** A file that was not finished in this time belongs to a process that ended. */
const ABANDONED_MS = 60 * 60 * 1000;
const PACK = /^[0-9a-f]{16}\.pack$/;
const UNFINISHED = /^[0-9a-f]{16}\.tmp$/;

/**
 * What is kept of blobs from one run to the next: packs in a folder, each written by one process and put in its place
 * by a rename. Any number of processes may read and write at once. What is damaged or cannot be read counts as not
 * there, what cannot be written is done without. Never fails.
 */
export class PackFolder {
  private readonly place: PackPlace;
  private opened: readonly Pack[] | undefined;

  constructor(place: PackPlace) {
    this.place = place;
  }

  /** Those of the blobs of which something is kept. */
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

  /** Adds a pack. Joins small ones where there are many, and makes room where there is too little. */
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

  /** What each pack holds. */
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

  /** Deletes all packs, of every stamp, and what was left unfinished. */
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

  /** The smaller half of the packs, once there are many: so each blob is copied only now and then. */
  private joinable(): readonly string[] {
    const names = this.names();
    if (names.length < MOST_PACKS) return [];
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

  /** Takes away the oldest packs until the rest keeps to the limit, and what ended processes have left. */
  private sweep(): void {
    const files = this.listed().flatMap((name) => {
      const stats = quietly(() => statSync(join(this.place.folder, name)));
      return stats === undefined ? [] : [{ name, size: stats.size, age: Date.now() - stats.mtimeMs }];
    });
    let room = this.place.limit;
    for (const { name, size, age } of files.sort((one, other) => one.age - other.age)) {
      if (PACK.test(name)) room -= size;
      const isOver = PACK.test(name) ? room < 0 : UNFINISHED.test(name) && age > ABANDONED_MS;
      if (isOver) remove(join(this.place.folder, name));
    }
  }
}

/** Parts that one call of the system takes. */
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

/** What the system refuses is not there. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
