import type { PathLines } from "../../base/path-lines.ts";
import type { FileIds } from "../../model/inventory/snapshot.ts";
import { idIn, type TreeEntries } from "../git/tree-entries.ts";
import { isListed } from "./folder-paths.ts";

/** The files of a tree that a snapshot lists, by path with their ids: each is made when it is asked for. */
export class TreeFiles implements FileIds {
  readonly lines: PathLines;
  private readonly given = new Set<string>();

  constructor({ lines }: TreeEntries) {
    this.lines = lines;
  }

  get(path: string): string | undefined {
    const at = isListed(path) ? this.lines.find(path) : -1;
    if (at < 0) return undefined;
    const id = idIn(this.lines, at);
    this.given.add(id);
    return id;
  }

  has(path: string): boolean {
    return isListed(path) && this.lines.find(path) >= 0;
  }

  hasGiven(id: string): boolean {
    return this.given.has(id);
  }

  *below(start: string): Iterable<readonly [path: string, id: string]> {
    const [from, to] = this.lines.range(start);
    const isMost = (to - from) * 2 > this.lines.count;
    yield* this.between(from, to, isMost ? this.lines.expectAll() : this.lines);
  }

  *keys(): Generator<string, undefined, unknown> {
    const lines = this.lines.expectAll();
    for (let at = 0; at < lines.count; at += 1) {
      const path = lines.path(at);
      if (isListed(path)) yield path;
    }
  }

  *values(): Generator<string, undefined, unknown> {
    for (const [, id] of this) yield id;
  }

  *[Symbol.iterator](): Generator<[string, string], undefined, unknown> {
    yield* this.between(0, this.lines.count, this.lines.expectAll());
  }

  private *between(from: number, to: number, lines: PathLines): Iterable<[string, string]> {
    for (let at = from; at < to; at += 1) {
      const path = lines.path(at);
      if (isListed(path)) yield [path, idIn(lines, at)];
    }
  }
}
