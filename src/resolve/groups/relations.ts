import { type Hops, shortestWay } from "./loops.ts";
import type { OrderHop } from "./structure.ts";

/** Whether one group is over another or under it; `disputed` when edges between groups above them disagree. */
export type PairOrder = "over" | "under" | "none" | "disputed";

/** An edge, or several one after the other, between what is above one group alone and above another alone. */
interface Crossing {
  readonly atOne: number;
  readonly atOther: number;
  /** Whether it lays the side of the one over that of the other. */
  readonly isOver: boolean;
}

/**
 * The hierarchy and the order edges of some groups, and how edges extend to the groups below their ends. A group is
 * identified by its index in the given list, in which each group comes after those below it; there must be no loops.
 */
export class Relations {
  private readonly ids: readonly string[];
  private readonly index: ReadonlyMap<string, number>;
  private readonly hops: Hops<OrderHop>;
  /** Each with its ancestors and itself; made when an edge first lies between two of them. */
  private lines: readonly (readonly number[])[] | undefined;
  private readonly ancestors: BitMatrix;
  /** Below it by anything. */
  private readonly below: BitMatrix;
  /** Below it by order edges alone, one after the other; an edge that parents imply decides nothing (rule G5). */
  private readonly edges: BitMatrix;
  /** Below one of its ancestors or itself by order edges alone. */
  private readonly edgesAbove: BitMatrix;

  constructor(ids: readonly string[], hops: Hops<OrderHop>) {
    this.ids = ids;
    this.hops = hops;
    this.ancestors = new BitMatrix(ids.length);
    this.below = new BitMatrix(ids.length);
    this.edges = new BitMatrix(ids.length);
    this.edgesAbove = new BitMatrix(ids.length);
    this.index = new Map(ids.map((id, at) => [id, at]));
    for (const [at, id] of ids.entries()) {
      const orderedBy: number[] = [];
      this.ancestors.add(at, at);
      for (const { kind, to } of hops(id)) {
        const lower = this.index.get(to);
        if (lower === undefined) continue;
        this.below.add(at, lower);
        this.below.addRow(at, lower);
        if (kind === "parent") {
          this.ancestors.addRow(at, lower);
          this.edgesAbove.addRow(at, lower);
        } else orderedBy.push(lower);
      }
      for (const lower of orderedBy) {
        if (this.ancestors.has(at, lower)) continue;
        this.edges.add(at, lower);
        this.edges.addRow(at, lower);
      }
      this.edgesAbove.addRow(at, at, this.edges);
    }
  }

  /** Whether the hierarchy and the edges themselves order two groups. */
  isOrdered(one: number, other: number): boolean {
    return this.below.has(one, other) || this.below.has(other, one);
  }

  /** Whether a group is another, or an ancestor of it. */
  isAbove(ancestor: number, at: number): boolean {
    return this.ancestors.has(at, ancestor);
  }

  /**
   * Whether one group is over another. Where hierarchy and edges do not say so themselves, those edges do that have one
   * end above the one alone and the other end above the other alone, a group being above itself. An edge does not count
   * when another is nearer at both ends.
   */
  verdict(one: number, other: number): PairOrder {
    const { below, ancestors, edgesAbove } = this;
    if (below.has(one, other)) return "over";
    if (below.has(other, one)) return "under";
    if (!edgesAbove.meets(one, ancestors, other) && !edgesAbove.meets(other, ancestors, one)) return "none";
    let [over, under] = [0, 0];
    this.cross(one, other, ({ isOver }) => {
      if (isOver) over += 1;
      else under += 1;
    });
    if (over > 0 && under > 0) {
      const nearest = this.nearest(one, other);
      over = nearest.filter(({ isOver }) => isOver).length;
      under = nearest.length - over;
    }
    if (over > 0 && under > 0) return "disputed";
    if (over > 0) return "over";
    return under > 0 ? "under" : "none";
  }

  /** The edges that put one group over another without naming it, each below the one before: the fewest that do. */
  reason(one: number, other: number): readonly OrderHop[] {
    const isLifted = ({ kind, from, to }: OrderHop): boolean => kind !== "parent" && !this.isRedundant(from, to);
    const edges: Hops<OrderHop> = (id) => this.hops(id).filter(isLifted);
    const ways = this.nearest(one, other).flatMap(({ atOne, atOther, isOver }) =>
      isOver ? [shortestWay(this.ids[atOne] ?? "", this.ids[atOther] ?? "", edges) ?? []] : [],
    );
    return ways.sort((left, right) => left.length - right.length)[0] ?? [];
  }

  private isRedundant(higher: string, lower: string): boolean {
    const [at, below] = [this.index.get(higher), this.index.get(lower)];
    return at !== undefined && below !== undefined && this.ancestors.has(at, below);
  }

  private ancestorLines(): readonly (readonly number[])[] {
    const all: (readonly number[])[] = [];
    for (const [at, id] of this.ids.entries()) {
      const line = new Set([at]);
      for (const { kind, to } of this.hops(id)) {
        const lower = kind === "parent" ? this.index.get(to) : undefined;
        for (const each of lower === undefined ? [] : (all[lower] ?? [])) line.add(each);
      }
      all.push([...line]);
    }
    return all;
  }

  private cross(one: number, other: number, visit: (crossing: Crossing) => void): void {
    this.lines ??= this.ancestorLines();
    for (const atOne of this.lines[one] ?? []) {
      if (this.isAbove(atOne, other)) continue;
      for (const atOther of this.lines[other] ?? []) {
        if (this.isAbove(atOther, one)) continue;
        if (this.edges.has(atOne, atOther)) visit({ atOne, atOther, isOver: true });
        else if (this.edges.has(atOther, atOne)) visit({ atOne, atOther, isOver: false });
      }
    }
  }

  private nearest(one: number, other: number): readonly Crossing[] {
    const all: Crossing[] = [];
    this.cross(one, other, (crossing) => all.push(crossing));
    const isNearer = (near: Crossing, far: Crossing): boolean =>
      near !== far && this.isAbove(far.atOne, near.atOne) && this.isAbove(far.atOther, near.atOther);
    return all.filter((far) => !all.some((near) => isNearer(near, far)));
  }
}

/** A square table of yes and no, a bit for each: small, and rows can be joined at once. */
export class BitMatrix {
  private readonly width: number;
  private readonly words: Uint32Array;

  constructor(size: number) {
    this.width = Math.ceil(size / 32);
    this.words = new Uint32Array(size * this.width);
  }

  has(row: number, column: number): boolean {
    return ((this.words[row * this.width + (column >>> 5)] ?? 0) & (1 << (column & 31))) !== 0;
  }

  add(row: number, column: number): void {
    const at = row * this.width + (column >>> 5);
    this.words[at] = (this.words[at] ?? 0) | (1 << (column & 31));
  }

  /** Adds to a row all that another has; both tables have one size. */
  addRow(row: number, from: number, other: BitMatrix = this): void {
    const [start, otherStart] = [row * this.width, from * this.width];
    for (let at = 0; at < this.width; at += 1) {
      this.words[start + at] = (this.words[start + at] ?? 0) | (other.words[otherStart + at] ?? 0);
    }
  }

  /** Whether two rows, of tables of one size, have a column in common. */
  meets(row: number, other: BitMatrix, otherRow: number): boolean {
    const [start, otherStart] = [row * this.width, otherRow * this.width];
    for (let at = 0; at < this.width; at += 1) {
      if (((this.words[start + at] ?? 0) & (other.words[otherStart + at] ?? 0)) !== 0) return true;
    }
    return false;
  }

  /** How many columns a row has. */
  count(row: number): number {
    let count = 0;
    for (let at = row * this.width; at < (row + 1) * this.width; at += 1) {
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1) count += 1;
    }
    return count;
  }

  /** Equal for equal tables of one size. */
  text(): string {
    return Array.from(this.words, (word) => word.toString(36)).join(",");
  }
}
