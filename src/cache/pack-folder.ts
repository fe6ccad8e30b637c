import { randomBytes } from "node:crypto";
import { closeSync, fchmodSync, openSync, readdirSync, rmdirSync, rmSync, statSync, writevSync } from "node:fs";
import { dirname, join } from "node:path";
import { quietly } from "../model/findings/failure.ts";
import { isUnfinished, makeFolder, replaceBy } from "../source/disk/temporary.ts";
import type { SharedModes } from "../source/repository/without-git.ts";
import { LIMITS } from "./limits.ts";
import { isOfOther, type Kept, openPack, type Pack, packBytes, type Seal } from "./pack.ts";
import type { UserKey } from "./user-key.ts";

export interface PackPlace {
  readonly folder: string;
  readonly kind: string;
  /** Identifies the build of the writer: packs with another stamp are not read. */
  readonly stamp: string;
  /** Of the user; without one nothing is read or written. */
  readonly key: UserKey | undefined;
  readonly modes: () => SharedModes;
  /** Whether packs may still be written there: not where the repository has gone away. */
  readonly isWanted: () => boolean;
  /** Bytes of all packs together. */
  readonly limit: number;
}

type PackContent =
  /** The pack cannot be read, or another version of heir wrote it. */
  | { readonly kind: "damaged" | "other"; readonly name: string }
  /** `sound`: the undamaged ones of its `count` entries. */
  | { readonly kind: "pack"; readonly name: string; readonly count: number; readonly sound: ReadonlyMap<string, Kept> };

const PACK = /^[0-9a-f]{16}\.pack$/;

/** Entries in packs, for many processes at once. Never fails: damaged ones are missing, failed writes are ignored. */
export class PackFolder {
  private readonly place: PackPlace;
  private readonly seal: Seal | undefined;
  private opened: readonly Pack[] | undefined;

  constructor(place: PackPlace) {
    this.place = place;
    this.seal = place.key && sealOf(place.key, place);
  }

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
    const { seal } = this;
    if (entries.size === 0 || seal === undefined || !this.place.isWanted()) return;
    quietly(() => {
      const { folder } = this.place;
      for (const each of [dirname(folder), folder]) makeFolder(each, this.place.modes().folder);
      const all = new Map(entries);
      const joined = this.joinable();
      for (const name of joined) {
        const pack = openPack(join(folder, name), seal);
        for (const [id, kept] of pack?.read(pack.ids()) ?? []) if (!all.has(id)) all.set(id, kept);
        pack?.close();
      }
      if (this.write(all, seal)) for (const name of joined) remove(join(folder, name));
      this.sweep();
    });
  }

  /** Of the entries their number, of the packs number and bytes, and the most bytes that they take. */
  statistics() {
    const files = this.files();
    const ids = new Set(this.packs().flatMap((pack) => pack.ids()));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { count: ids.size, packs: files.length, bytes, limit: this.place.limit } as const;
  }

  *contents(): Generator<PackContent> {
    const { seal } = this;
    for (const name of this.names()) {
      const path = join(this.place.folder, name);
      const pack = seal && openPack(path, seal);
      if (pack === undefined) yield { kind: isOfOther(path, seal?.stamp) ? "other" : "damaged", name };
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
    for (const name of this.listed().filter((each) => PACK.test(each) || isUnfinished(each))) {
      remove(join(this.place.folder, name));
    }
    quietly(() => rmdirSync(this.place.folder));
  }

  close(): void {
    for (const pack of this.opened ?? []) pack.close();
    this.opened = undefined;
  }

  private packs(): readonly Pack[] {
    const { seal } = this;
    if (seal === undefined) return [];
    this.opened ??= this.names().flatMap((name) => openPack(join(this.place.folder, name), seal) ?? []);
    return this.opened;
  }

  private listed(): readonly string[] {
    return quietly(() => readdirSync(this.place.folder)) ?? [];
  }

  /** Deletes what ended processes did not finish. */
  private names(): readonly string[] {
    const names = this.listed();
    for (const name of names) if (isUnfinished(name)) remove(join(this.place.folder, name));
    return names.filter((name) => PACK.test(name));
  }

  private files(): readonly { readonly name: string; readonly size: number; readonly madeAt: number }[] {
    return this.names().flatMap((name) => {
      const stats = quietly(() => statSync(join(this.place.folder, name)));
      return stats === undefined ? [] : [{ name, size: stats.size, madeAt: stats.mtimeMs }];
    });
  }

  /** The smaller half of the packs once there are many, so that an entry is copied only now and then. */
  private joinable(): readonly string[] {
    const files = this.files();
    if (files.length < LIMITS.packs) return [];
    const bySize = files.toSorted((one, other) => one.size - other.size);
    return bySize.slice(0, Math.ceil(files.length / 2)).map(({ name }) => name);
  }

  private write(entries: ReadonlyMap<string, Kept>, seal: Seal): boolean {
    const parts = packBytes(entries, seal);
    if (parts.reduce((sum, part) => sum + part.length, 0) > this.place.limit) return false;
    const path = join(this.place.folder, `${randomBytes(8).toString("hex")}.pack`);
    const { file: mode } = this.place.modes();
    replaceBy(path, (fresh) => {
      const descriptor = openSync(fresh, "wx", mode);
      try {
        fchmodSync(descriptor, mode);
        writeAll(descriptor, parts);
      } finally {
        closeSync(descriptor);
      }
    });
    return true;
  }

  /** Deletes the oldest packs until the rest is within the limit. */
  private sweep(): void {
    let room = this.place.limit;
    for (const { name, size } of this.files().toSorted((one, other) => other.madeAt - one.madeAt)) {
      room -= size;
      if (room < 0) remove(join(this.place.folder, name));
    }
  }
}

function sealOf(key: UserKey, { kind, stamp }: PackPlace): Seal {
  return {
    // Packs of another user are of no use; damaged ones are reported.
    stamp: `${stamp}.${key.sign("pack", kind, stamp).slice(0, 16)}`,
    sign: (head, index) => key.sign("pack", kind, head, index),
  };
}

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
