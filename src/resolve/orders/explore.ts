import { keptAt } from "../../base/made-once.ts";
import { work } from "../../speed/work.ts";
import type { GroupPair } from "./acting.ts";
import { hasBit } from "./outcome.ts";

/** Items that are laid one after the other, each once, and what is known while that is done. */
export interface LayingTask<S> {
  /** For each item the items that come before it in every order, as bits. */
  readonly below: readonly bigint[];
  /** Whether the exchange of two neighbours that nothing orders may change anything. */
  depends(one: number, other: number): boolean;
  readonly start: S;
  /** `laid` are the items before this one, as bits. */
  lay(state: S, item: number, laid: bigint): S;
  /** Equal for states that lead to the same results. */
  key(state: S): string;
}

export interface Explored<S> {
  /** The different states at the end. */
  readonly ends: readonly S[];
  /** Undefined if there are too many. */
  readonly exchanges: readonly Exchange[] | undefined;
}

/** Two ends, by their places, that differ by the exchange of two neighbours, and all pairs of items of which that is so. */
export interface Exchange {
  readonly one: number;
  readonly other: number;
  readonly pairs: readonly GroupPair[];
}

interface Reached<S> {
  readonly id: number;
  readonly laid: bigint;
  readonly state: S;
  readonly next: Map<number, Reached<S>>;
}

/**
 * Goes through the sets of items that can be laid first and keeps the different states of each set, so that the work
 * grows with the sets, not with the orders. Undefined when there are more states than `most`.
 */
export function explore<S>(task: LayingTask<S>, most: number): Explored<S> | undefined {
  const laying = new Laying(task, most);
  try {
    const ends = laying.ends();
    return { ends: ends.map(({ state }) => state), exchanges: laying.exchanges(ends) };
  } catch (error) {
    if (error !== laying.tooMany) throw error;
    return undefined;
  } finally {
    work.states += laying.count;
  }
}

class Laying<S> {
  readonly tooMany: Error = new Error("more states than are looked at");
  count = 0;
  private readonly known = new Map<bigint, Map<string, Reached<S>>>();
  private readonly branching = new Map<bigint, readonly number[]>();
  private readonly levels: (readonly Reached<S>[])[] = [];
  private readonly task: LayingTask<S>;
  private readonly most: number;

  constructor(task: LayingTask<S>, most: number) {
    this.task = task;
    this.most = most;
  }

  ends(): readonly Reached<S>[] {
    let level: readonly Reached<S>[] = [this.reached(0n, this.task.start)];
    for (let at = 0; at < this.task.below.length; at += 1) {
      this.levels.push(level);
      level = [...new Set(level.flatMap((each) => this.branches(each.laid).map((item) => this.step(each, item))))];
    }
    return level;
  }

  /** Pairs of states that an exchange makes different are led on side by side until all is laid. */
  exchanges(ends: readonly Reached<S>[]): readonly Exchange[] | undefined {
    let open = new Map<string, Apart<S>>();
    let count = 0;
    for (let laid = 2; laid <= this.task.below.length; laid += 1) {
      const next = new Map<string, Apart<S>>();
      for (const { one, other, pairs } of open.values()) {
        for (const item of this.branches(one.laid)) join(next, this.step(one, item), this.step(other, item), pairs);
      }
      for (const from of this.levels[laid - 2] ?? []) this.exchange(from, next);
      open = next;
      count += open.size;
      if (count > this.most) return undefined;
    }
    const places = new Map(ends.map((end, at) => [end, at]));
    return [...open.values()].map(({ one, other, pairs }) => ({
      one: places.get(one) ?? 0,
      other: places.get(other) ?? 0,
      pairs: [...pairs].map((pair) => this.pair(pair)),
    }));
  }

  private exchange(from: Reached<S>, into: Map<string, Apart<S>>): void {
    const items = this.branches(from.laid);
    for (const [at, one] of items.entries()) {
      for (const other of items.slice(at + 1)) {
        if (!this.task.depends(one, other)) continue;
        const [first, second] = [this.step(this.step(from, one), other), this.step(this.step(from, other), one)];
        join(into, first, second, [one * this.task.below.length + other]);
      }
    }
  }

  private pair(number: number): GroupPair {
    const size = this.task.below.length;
    return [Math.floor(number / size), number % size];
  }

  private step(from: Reached<S>, item: number): Reached<S> {
    return keptAt(from.next, item, () => {
      return this.reached(from.laid | (1n << BigInt(item)), this.task.lay(from.state, item, from.laid));
    });
  }

  private reached(laid: bigint, state: S): Reached<S> {
    const states = keptAt(this.known, laid, () => new Map<string, Reached<S>>());
    return keptAt(states, this.task.key(state), () => {
      this.count += 1;
      if (this.count > this.most) throw this.tooMany;
      return { id: this.count, laid, state, next: new Map() };
    });
  }

  /** The items that have to be tried next: those of the smallest part that shares nothing with the rest. */
  private branches(laid: bigint): readonly number[] {
    let found = this.branching.get(laid);
    if (found === undefined) {
      const rest = this.task.below.flatMap((_, item) => (hasBit(laid, item) ? [] : [item]));
      const ready = new Set(rest.filter((item) => this.isReady(item, laid)));
      found = [];
      const seen = new Set<number>();
      for (const item of ready) {
        if (seen.has(item)) continue;
        const part = this.part(item, rest, laid);
        for (const each of part) seen.add(each);
        const next = part.filter((each) => ready.has(each));
        if (found.length === 0 || next.length < found.length) found = next;
      }
      this.branching.set(laid, found);
    }
    return found;
  }

  /** An item, what depends on it, and what has to come before that, and so on. */
  private part(start: number, rest: readonly number[], laid: bigint): readonly number[] {
    const part = [start];
    for (const one of part) {
      for (const other of rest) {
        if (part.includes(other)) continue;
        const isBefore = hasBit(this.task.below[one], other);
        const isAfter = hasBit(this.task.below[other], one);
        if (isBefore || (!isAfter && this.task.depends(one, other))) part.push(other);
      }
    }
    return part.filter((item) => !hasBit(laid, item));
  }

  private isReady(item: number, laid: bigint): boolean {
    return ((this.task.below[item] ?? 0n) & ~laid) === 0n;
  }
}

interface Apart<S> {
  readonly one: Reached<S>;
  readonly other: Reached<S>;
  readonly pairs: Set<number>;
}

function join<S>(into: Map<string, Apart<S>>, first: Reached<S>, second: Reached<S>, pairs: Iterable<number>): void {
  if (first === second) return;
  const [one, other] = first.id < second.id ? [first, second] : [second, first];
  const known = keptAt(into, `${one.id} ${other.id}`, () => ({ one, other, pairs: new Set<number>() }));
  for (const pair of pairs) known.pairs.add(pair);
}

/** Some orders that differ as much as orders can: the first, the last, and each item as late as it can be. */
export function probes(below: readonly bigint[]): readonly (readonly number[])[] {
  const items = below.map((_, item) => item);
  const late = items.map((item) => linear(below, [...items.filter((each) => each !== item), item]));
  return [linear(below, items), linear(below, items.toReversed()), ...late];
}

/** The order that takes of the items that are ready always the one that is wished first. */
function linear(below: readonly bigint[], wished: readonly number[]): readonly number[] {
  const order: number[] = [];
  let laid = 0n;
  const rest = [...wished];
  while (rest.length > 0) {
    const at = rest.findIndex((item) => ((below[item] ?? 0n) & ~laid) === 0n);
    const [next] = rest.splice(Math.max(at, 0), 1);
    if (next === undefined) break;
    order.push(next);
    laid |= 1n << BigInt(next);
  }
  return order;
}
