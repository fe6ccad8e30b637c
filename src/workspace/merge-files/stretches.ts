import { longestRun } from "../../compare/changes/list-match.ts";

/** A part of a sequence: from one index to before another. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** A stretch of three sequences, and whose change it is. */
export interface MergedStretch {
  /**
   * `ours` also where both made the same change, or none; `order` where both did something side by side that can be done in two
   * orders; `conflict` where both changed the same.
   */
  readonly kind: "ours" | "theirs" | "order" | "conflict";
  readonly base: Slice;
  readonly ours: Slice;
  readonly theirs: Slice;
  /** Of the kind `order`: what each side put there, in the usual order: by place, ours first. */
  readonly puts?: readonly [Put, Put];
}

/** Items that a side put somewhere. */
export interface Put {
  readonly side: "ours" | "theirs";
  readonly made: Slice;
}

/** A change of one side: what it made of a stretch of the base. */
interface Edit extends Put {
  readonly base: Slice;
}

type Items = readonly (string | number | undefined)[];

/** The three-way merge of sequences whose items are equal where they are the same text or number (docs/merges.md). Never fails. */
export function mergeSequences(base: Items, ours: Items, theirs: Items): readonly MergedStretch[] {
  const text = ({ base: at, made, side }: Edit) =>
    JSON.stringify([at, (side === "ours" ? ours : theirs).slice(made.from, made.to)]);
  const all = [...edits("ours", base, ours), ...edits("theirs", base, theirs)];
  all.sort((one, other) => one.base.from - other.base.from || one.base.to - other.base.to);
  const groups: Edit[][] = [];
  for (const edit of all) {
    const meets = (other: Edit) => other.side !== edit.side && (text(other) === text(edit) || isMet(other, edit));
    if (groups.at(-1)?.some(meets)) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  const done: MergedStretch[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const take = (kind: MergedStretch["kind"], end: typeof at, puts?: MergedStretch["puts"]) => {
    const [whole, here, there] = [range(at.base, end.base), range(at.ours, end.ours), range(at.theirs, end.theirs)];
    if (whole.from < whole.to || here.from < here.to || there.from < there.to) {
      done.push({ kind, base: whole, ours: here, theirs: there, puts });
    }
    at = end;
  };
  const plain = (to: number) => {
    const length = to - at.base;
    for (let step = 0; step < length; step += 1) {
      take("ours", { base: at.base + 1, ours: at.ours + 1, theirs: at.theirs + 1 });
    }
  };
  for (const group of groups) {
    plain(Math.min(...group.map((edit) => edit.base.from)));
    const end = Math.max(...group.map((edit) => edit.base.to));
    const ended = (side: Edit["side"], from: number) =>
      group.filter((edit) => edit.side === side).reduce((sum, edit) => sum + grown(edit), from + end - at.base);
    const isSame = group.length === 2 && new Set(group.map(text)).size === 1;
    const sides = new Set(group.map(({ side }) => side));
    const puts = isSame ? undefined : sideBySide(group);
    const kind = isSame ? "ours" : sides.size === 1 ? (group[0]?.side ?? "ours") : puts ? "order" : "conflict";
    take(kind, { base: end, ours: ended("ours", at.ours), theirs: ended("theirs", at.theirs) }, puts);
  }
  plain(base.length);
  return done;
}

function range(from: number, to: number): Slice {
  return { from, to };
}

function grown({ base, made }: Edit): number {
  return made.to - made.from - (base.to - base.from);
}

/** What two changes of both sides put side by side; undefined if they change the same. */
function sideBySide([first, second, ...more]: readonly Edit[]): MergedStretch["puts"] {
  if (first === undefined || second === undefined || more.length > 0 || overlaps(first, second)) return undefined;
  // Edits are sorted by place, and at one place ours come first.
  return [first, second];
}

/** Whether two changes of both sides overlap, or both put something at one place. */
function isMet(one: Edit, other: Edit): boolean {
  const isPut = [one, other].every(({ made }) => made.from < made.to);
  const isTouching = Math.max(one.base.from, other.base.from) === Math.min(one.base.to, other.base.to);
  return overlaps(one, other) || (isPut && (isTouching || one.base.from === other.base.from));
}

function overlaps({ base: one }: Edit, { base: other }: Edit): boolean {
  return one.from < other.to && other.from < one.to;
}

/** The changes of one side: what is in both in the same order, as much as there is, is unchanged. */
function edits(side: Edit["side"], base: Items, now: Items): readonly Edit[] {
  let head = 0;
  while (head < base.length && head < now.length && base[head] === now[head]) head += 1;
  let tail = 0;
  const rest = Math.min(base.length, now.length) - head;
  while (tail < rest && base[base.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const [oldEnd, nowEnd] = [base.length - tail, now.length - tail];
  const places = new Map<Items[number], number[]>();
  for (let at = nowEnd - 1; at >= head; at -= 1) {
    const item = now[at];
    if (places.get(item)?.push(at) === undefined) places.set(item, [at]);
  }
  const pairs = base.slice(head, oldEnd).flatMap((item, at) => {
    const found = places.get(item)?.pop();
    return found === undefined ? [] : [[head + at, found] as const];
  });
  const kept = longestRun(pairs.map(([, at]) => at)).map((at) => pairs[at] ?? [oldEnd, nowEnd]);
  const found: Edit[] = [];
  let [i, j] = [head, head];
  for (const [nextI, nextJ] of [...kept, [oldEnd, nowEnd] as const]) {
    if (nextI > i || nextJ > j) found.push({ side, base: range(i, nextI), made: range(j, nextJ) });
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return found;
}
