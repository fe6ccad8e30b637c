import type { EditHunk } from "./acts.ts";

/** The lines of a patch that are wanted, by their numbers in the older file and in the newer one. */
export interface WantedLines {
  isOld(line: number): boolean;
  isNew(line: number): boolean;
}

/** A line of a hunk: an old one, a new one, or an old one with the new one in its place, with git's remark on a last line. */
interface Piece {
  readonly old: string | undefined;
  readonly now: string | undefined;
  isWanted: boolean;
}

/**
 * The part of one file's hunks that changes wanted lines only, for `git apply --recount`; undefined if none. A new key
 * brings its parents, a removed one those it empties. In reverse the other new lines stay, else the old. Never fails.
 */
export function patchPart(hunks: readonly EditHunk[], wanted: WantedLines, isReverse: boolean): string | undefined {
  const parts = hunks.flatMap((hunk) => {
    const pieces = piecesOf(hunk, wanted);
    withParents(pieces);
    if (!pieces.some(({ isWanted }) => isWanted)) return [];
    return [[hunk.head, ...pieces.flatMap((piece) => printed(piece, isReverse)), ""].join("\n")];
  });
  const [first] = hunks;
  return first === undefined || parts.length === 0 ? undefined : first.header + parts.join("");
}

/** The lines of a hunk, old and new ones of one key together. */
function piecesOf({ lines, ranges: [[old], [now]] }: EditHunk, wanted: WantedLines): readonly Piece[] {
  const at = { old, now };
  const pieces: Piece[] = [];
  const [gone, come]: [string[], string[]] = [[], []];
  const flush = (): void => {
    for (const [old, now] of paired(gone.splice(0), come.splice(0))) {
      const isWanted = (old !== undefined && wanted.isOld(at.old)) || (now !== undefined && wanted.isNew(at.now));
      pieces.push({ old, now, isWanted });
      if (old !== undefined) at.old += 1;
      if (now !== undefined) at.now += 1;
    }
  };
  // A remark on a last line stays with it.
  for (const line of lines.join("\n").split(/\n(?!\\)/)) {
    const text = line.slice(1);
    if (line.startsWith("-")) gone.push(text);
    else if (line.startsWith("+")) come.push(text);
    else {
      flush();
      pieces.push({ old: text, now: text, isWanted: false });
      at.old += 1;
      at.now += 1;
    }
  }
  flush();
  return pieces;
}

/** Finds where the file `to` has a line of the other file of the hunks; 0 for a line that only one of them has. */
export function lineMap(hunks: readonly EditHunk[], to: "old" | "new"): (line: number) => number {
  const known = new Map<number, number>();
  const shifts: (readonly [from: number, by: number])[] = [];
  for (const { lines, ranges } of hunks) {
    let [[old], [now]] = ranges;
    for (const line of lines) {
      if (to === "old" && line.startsWith("+")) known.set(now, 0);
      if (to === "new" && line.startsWith("-")) known.set(old, 0);
      if (/^(?: |$)/.test(line)) known.set(...(to === "old" ? ([now, old] as const) : ([old, now] as const)));
      if (/^(?:[ -]|$)/.test(line)) old += 1;
      if (/^(?:[ +]|$)/.test(line)) now += 1;
    }
    shifts.push(to === "old" ? [now, old - now] : [old, now - old]);
  }
  return (line) => known.get(line) ?? line + (shifts.findLast(([from]) => from <= line)?.[1] ?? 0);
}

type OldAndNew = readonly [old: string | undefined, now?: string | undefined];

/** Old and new lines in order, those with one key together. */
function paired(gone: readonly string[], come: readonly string[]): readonly OldAndNew[] {
  const keys = gone.map(keyOf);
  let at = 0;
  // What goes stands before what comes in its place.
  const until = (end: number): readonly OldAndNew[] => gone.slice(at, end).map((old) => [old]);
  const pairs = come.flatMap((now, index): readonly OldAndNew[] => {
    const found = keys.indexOf(keyOf(now), at);
    const next = found === -1 ? come.slice(index).map((each) => keys.indexOf(keyOf(each), at)) : [found];
    const end = next.find((each) => each !== -1) ?? gone.length;
    const left = until(end);
    at = found === -1 ? end : found + 1;
    return [...left, [gone[found], now]];
  });
  return [...pairs, ...until(gone.length)];
}

/** `  - name` of `  - name: x`: what stays when a value is edited. */
function keyOf(line: string): string {
  return /^\s*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s:#][^:]*):(?=\s|$)/.exec(line)?.[0] ?? line;
}

/** Also the new keys that a wanted new line is in, and the old keys of which nothing but themselves is left. */
function withParents(pieces: readonly Piece[]): void {
  for (const [at, piece] of pieces.entries()) {
    if (!piece.isWanted || piece.now === undefined) continue;
    let depth = depthOf(piece.now);
    for (const above of pieces.slice(0, at).reverse()) {
      if (above.now === undefined || above.now.trim() === "" || depthOf(above.now) >= depth) continue;
      depth = depthOf(above.now);
      if (above.old !== above.now) above.isWanted = true;
    }
  }
  for (const [at, piece] of [...pieces.entries()].reverse()) {
    if (piece.isWanted || piece.old === undefined || piece.now !== undefined) continue;
    const rest = pieces.slice(at + 1).filter(({ old }) => old !== undefined);
    const depth = depthOf(piece.old);
    const end = rest.findIndex(({ old = "" }) => depthOf(old) <= depth);
    const inside = end === -1 ? rest : rest.slice(0, end);
    piece.isWanted = inside.length > 0 && inside.every(({ isWanted, now }) => isWanted && now === undefined);
  }
}

/** Items of a list are deeper than a key in the same column. */
function depthOf(line: string): number {
  const bare = line.trimStart();
  return line.length - bare.length + (/^-(\s|$)/.test(bare) ? 0.5 : 0);
}

function printed({ old, now, isWanted }: Piece, isReverse: boolean): readonly string[] {
  if (old === now) return [` ${old}`];
  const lines = isWanted ? { "-": old, "+": now } : { " ": isReverse ? now : old };
  return Object.entries(lines).flatMap(([sign, text]) => (text === undefined ? [] : sign + text));
}
