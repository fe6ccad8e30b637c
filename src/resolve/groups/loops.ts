import type { Span } from "../../model/values/value.ts";

/** A step from one id to another that follows from something written. */
export interface LoopHop {
  readonly from: string;
  readonly to: string;
  /** Where it is written; undefined for a step that no file says. */
  readonly span: Span | undefined;
  /** What is written there, in words. */
  readonly caption: string;
}

/** The steps that lead away from an id. */
export type Hops<H extends LoopHop> = (id: string) => readonly H[];

/**
 * Ids and all that they lead to, each after what it leads to; ids in a loop come in no such order. The walk has a stack
 * of its own, so that it may go to any depth.
 */
export function inPostorder(
  ids: Iterable<string>,
  leadsTo: (id: string) => readonly string[],
): { readonly order: readonly string[]; readonly isLooped: boolean } {
  const begun = new Set<string>();
  const done = new Set<string>();
  let isLooped = false;
  const open: { readonly id: string; readonly ahead: Iterator<string> }[] = [];
  const begin = (id: string): void => {
    begun.add(id);
    open.push({ id, ahead: leadsTo(id).values() });
  };
  for (const first of ids) {
    if (!begun.has(first)) begin(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done: isDone, value: next } = last.ahead.next();
      if (isDone === true) {
        done.add(last.id);
        open.pop();
      } else if (!begun.has(next)) begin(next);
      else if (!done.has(next)) isLooped = true;
    }
  }
  return { order: [...done], isLooped };
}

/**
 * The loops among some ids, each as the steps that lead once around it, beginning with that of its ids which comes
 * first in the order given. Every id that is on a loop is on one of those returned.
 */
export function loopsAmong<H extends LoopHop>(ids: Iterable<string>, hops: Hops<H>): readonly (readonly H[])[] {
  const found: (readonly H[])[] = [];
  const reported = new Set<string>();
  const all = [...ids];
  if (!inPostorder(all, (id) => hops(id).map(({ to }) => to)).isLooped) return found;
  for (const id of all) {
    if (reported.has(id)) continue;
    const loop = shortestWay(id, id, hops);
    if (loop === undefined) continue;
    found.push(loop);
    for (const hop of loop) reported.add(hop.from);
  }
  return found;
}

/** The fewest steps, at least one, that lead from one id to another; undefined if none do. */
export function shortestWay<H extends LoopHop>(from: string, to: string, hops: Hops<H>): readonly H[] | undefined {
  const cameBy = new Map<string, H>();
  let front = [from];
  while (front.length > 0 && !cameBy.has(to)) {
    const next: string[] = [];
    for (const hop of front.flatMap(hops)) {
      if (cameBy.has(hop.to)) continue;
      cameBy.set(hop.to, hop);
      next.push(hop.to);
    }
    front = next;
  }
  const way: H[] = [];
  for (let hop = cameBy.get(to); hop !== undefined; hop = hop.from === from ? undefined : cameBy.get(hop.from)) {
    way.unshift(hop);
  }
  return way.length === 0 ? undefined : way;
}
