import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { quietly } from "../model/findings/failure.ts";

/*
 * One file of the cache: a line `heir-pack STAMP ID-BYTES COUNT SIGNATURE`, an index sorted by id, and the bodies. An index
 * entry is the id, the offset of the body, the lengths of its two parts (4 bytes each), and the SHA-256 of the body. The
 * signature, with a key of the user, covers the rest of the line and the whole index, so an entry is believed only if the
 * user's own heir wrote it under this id. A file never changes once it is written, so readers need no lock.
 */

/** Identifies and signs what one build of heir writes for one user. */
export interface Seal {
  /** Has no space. */
  readonly stamp: string;
  /** The signature of the line and the index of a pack: 64 hexadecimal digits. */
  sign(head: string, index: Uint8Array): string;
}

export interface Kept {
  /** The blob, or the output. */
  readonly bytes: Uint8Array;
  /** The parsed form of a blob, as text; empty if it cannot be cached. */
  readonly record: Uint8Array;
}

const LINE = /^heir-pack (\S+) (\d+) (\d+) ([0-9a-f]{64})\n/;
const LONGEST_LINE = 400;
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;

export function packBytes(entries: ReadonlyMap<string, Kept>, { stamp, sign }: Seal): readonly Uint8Array[] {
  const ids = [...entries.keys()].sort();
  const idBytes = (ids[0]?.length ?? 0) / 2;
  const width = widthOf(idBytes);
  const index = Buffer.alloc(ids.length * width);
  const bodies: Uint8Array[] = [];
  let offset = 0;
  for (const [at, id] of ids.entries()) {
    const { bytes, record } = entries.get(id) ?? NONE;
    const start = at * width;
    index.write(id, start, "hex");
    index.writeUInt32BE(offset, start + idBytes);
    index.writeUInt32BE(record.length, start + idBytes + LENGTH_BYTES);
    index.writeUInt32BE(bytes.length, start + idBytes + 2 * LENGTH_BYTES);
    const body = Buffer.concat([record, bytes]);
    index.write(hash("sha256", body), start + idBytes + 3 * LENGTH_BYTES, "hex");
    bodies.push(body);
    offset += body.length;
  }
  const head = `heir-pack ${stamp} ${idBytes} ${ids.length}`;
  return [Buffer.from(`${head} ${sign(head, index)}\n`), index, ...bodies];
}

const NONE: Kept = { bytes: new Uint8Array(), record: new Uint8Array() };

/** Opens a pack; undefined if the file is missing, damaged or has another seal. Never fails. */
export function openPack(path: string, seal: Seal): Pack | undefined {
  const descriptor = quietly(() => openSync(path, "r"));
  if (descriptor === undefined) return undefined;
  const found = quietly(() => readIndex(descriptor, fstatSync(descriptor).size, seal));
  if (found !== undefined) return new Pack(descriptor, found);
  closeSync(descriptor);
  return undefined;
}

/** Whether a file is a pack with another stamp. Never fails. */
export function isOfOther(path: string, stamp: string | undefined): boolean {
  const descriptor = quietly(() => openSync(path, "r"));
  if (descriptor === undefined) return false;
  const line = quietly(() => lineOf(descriptor, fstatSync(descriptor).size));
  closeSync(descriptor);
  return line?.[1] !== undefined && line[1] !== stamp;
}

interface Index {
  readonly bytes: Buffer;
  readonly idBytes: number;
  readonly count: number;
  /** Offset of the first body. */
  readonly start: number;
}

function readIndex(descriptor: number, size: number, { stamp, sign }: Seal): Index | undefined {
  const [line, made, idText, countText, signature] = lineOf(descriptor, size);
  if (line === undefined || made !== stamp) return undefined;
  const [idBytes, count] = [Number(idText), Number(countText)];
  const length = count * widthOf(idBytes);
  if (line.length + length > size) return undefined;
  const bytes = bytesAt(descriptor, line.length, length);
  if (sign(line.slice(0, line.lastIndexOf(" ")), bytes) !== signature) return undefined;
  return { bytes, idBytes, count, start: line.length + length };
}

/** The first line of a pack, and what it says; empty if it is none. */
function lineOf(descriptor: number, size: number): readonly (string | undefined)[] {
  return LINE.exec(bytesAt(descriptor, 0, Math.min(size, LONGEST_LINE)).toString("latin1")) ?? [];
}

function widthOf(idBytes: number): number {
  return idBytes + 3 * LENGTH_BYTES + DIGEST_BYTES;
}

/** Bytes of a file from an offset on. Throws if there are fewer. */
function bytesAt(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(descriptor, bytes, 0, length, offset) !== length) throw new Error("the file is too short");
  return bytes;
}

/** A pack that is open for reading. */
export class Pack {
  private readonly descriptor: number;
  private readonly index: Index;

  constructor(descriptor: number, index: Index) {
    this.descriptor = descriptor;
    this.index = index;
  }

  get count(): number {
    return this.index.count;
  }

  ids(): readonly string[] {
    const { bytes, idBytes, count } = this.index;
    const width = widthOf(idBytes);
    return Array.from({ length: count }, (_, at) => bytes.toString("hex", at * width, at * width + idBytes));
  }

  /** The entries with these ids whose bodies are undamaged. */
  read(ids: Iterable<string>): ReadonlyMap<string, Kept> {
    const found = new Map<string, Kept>();
    for (const id of ids) {
      const kept = this.find(id);
      if (kept !== undefined) found.set(id, kept);
    }
    return found;
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private find(id: string): Kept | undefined {
    const { bytes: index, idBytes, count } = this.index;
    if (id.length !== idBytes * 2) return undefined;
    const width = widthOf(idBytes);
    const wanted = Number.parseInt(id.slice(0, 2 * LENGTH_BYTES), 16);
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.readUInt32BE(middle * width) < wanted) low = middle + 1;
      else high = middle;
    }
    for (let at = low * width; at < index.length && index.readUInt32BE(at) === wanted; at += width) {
      if (index.toString("hex", at, at + idBytes) === id) return this.body(at + idBytes);
    }
    return undefined;
  }

  private body(at: number): Kept | undefined {
    const { bytes: index, start } = this.index;
    const digest = index.toString("hex", at + 3 * LENGTH_BYTES, at + 3 * LENGTH_BYTES + DIGEST_BYTES);
    const [offset, record] = [index.readUInt32BE(at), index.readUInt32BE(at + LENGTH_BYTES)];
    const length = record + index.readUInt32BE(at + 2 * LENGTH_BYTES);
    const body = quietly(() => bytesAt(this.descriptor, start + offset, length));
    if (body === undefined || hash("sha256", body) !== digest) return undefined;
    return { record: body.subarray(0, record), bytes: body.subarray(record) };
  }
}
