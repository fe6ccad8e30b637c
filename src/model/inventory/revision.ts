import { HeirError } from "../findings/failure.ts";

export type State =
  | { readonly kind: "commit"; readonly revision: string }
  | { readonly kind: "index" }
  | { readonly kind: "worktree" }
  | { readonly kind: "merge-base"; readonly left: string; readonly right: string };

export interface StatePair {
  readonly from: State;
  readonly to: State;
}

const pseudo: Readonly<Record<string, State>> = {
  INDEX: { kind: "index" },
  ":index": { kind: "index" },
  WORKTREE: { kind: "worktree" },
  ":worktree": { kind: "worktree" },
};

/**
 * The state that one word names: `INDEX` and `WORKTREE` (or `:index`, `:worktree`), else a revision as git reads it.
 * Branches of these names can be written `refs/heads/INDEX`. Throws HeirError for a range.
 */
export function parseState(word: string): State {
  const known = Object.hasOwn(pseudo, word) ? pseudo[word] : undefined;
  if (known !== undefined) return known;
  if (splitRange(word) !== undefined) throw new HeirError("usage", `"${word}" names two states where one is wanted`);
  return { kind: "commit", revision: word };
}

/**
 * As `git diff`: nothing is index to work tree (`staged`: HEAD to index), `A` is A to work tree (`staged`: to index),
 * else A to B, for `A...B` from their merge base. An empty side is HEAD. Throws HeirError for more, or a mixed range.
 */
export function parseComparison(words: readonly string[], options: { readonly staged?: boolean } = {}): StatePair {
  const staged = options.staged ?? false;
  const [first, second, ...rest] = words;
  if (rest.length > 0) throw new HeirError("usage", `two states can be compared, but ${words.length} are named`);
  const range = first === undefined ? undefined : splitRange(first);
  if (range !== undefined && second === undefined && !staged) return rangeComparison(range);
  if (staged && second !== undefined) throw new HeirError("usage", "--staged takes at most one revision");
  if (staged) return { from: parseState(first ?? "HEAD"), to: { kind: "index" } };
  if (first === undefined) return { from: { kind: "index" }, to: { kind: "worktree" } };
  return { from: parseState(first), to: second === undefined ? { kind: "worktree" } : parseState(second) };
}

/** The revisions in a word of `git log`, for callers to check. Throws HeirError for index and work tree: no history. */
export function revisionsIn(word: string): readonly string[] {
  if (Object.hasOwn(pseudo, word)) throw new HeirError("usage", `${word} has no history`, "name a commit");
  const range = splitRange(word);
  if (range !== undefined) return [range.left, range.right];
  // A form that names several commits is left to git.
  return /\^(@|!|-\d*)$/.test(word) ? [] : [word.replace(/^\^/, "")];
}

/** Whether a word names a range of commits. */
export function isRange(word: string): boolean {
  return splitRange(word) !== undefined;
}

interface Range {
  readonly left: string;
  readonly dots: ".." | "...";
  readonly right: string;
}

function rangeComparison({ left, dots, right }: Range): StatePair {
  const to = parseState(right);
  if (dots === "..") return { from: parseState(left), to };
  const base = parseState(left);
  if (base.kind !== "commit" || to.kind !== "commit") {
    throw new HeirError("usage", `"${left}...${right}" needs commits on both sides`);
  }
  return { from: { kind: "merge-base", left, right }, to };
}

/** Cuts at the first `..` or `...` outside braces; `:/text` and `name:path` are no ranges. */
function splitRange(word: string): Range | undefined {
  const match = /^(:index|:worktree|(?:[^{}:.]|\.(?!\.)|\{[^}]*\})*)(\.\.\.?)(.*)$/s.exec(word);
  const [, left, dots, right] = match ?? [];
  if (left === undefined || right === undefined || (dots !== ".." && dots !== "...")) return undefined;
  return { left: left || "HEAD", dots, right: right || "HEAD" };
}
