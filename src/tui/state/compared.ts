/**
 * Two states to compare: a commit and its first parent, or the words of `heir diff` (two nodes: the first in the older
 * state, the second in the newer one); what merging a branch would do; or the nodes of two groups or classes.
 */
export type ComparedStates = CommitTarget | StatesTarget | MergeTarget | MembersTarget;

interface CommitTarget {
  readonly kind: "commit";
  readonly id: string;
  readonly parent: string | undefined;
  /** Whether its parents are not in this clone, so that nothing can be said of what it changes. */
  readonly isGrafted?: true;
}

export interface StatesTarget {
  readonly kind: "states";
  readonly words: readonly string[];
  readonly staged: boolean;
  readonly nodes?: readonly [string, string];
  /** The newer state is what this merge would give, for which there is no word; of two nodes both states are. */
  readonly merge?: Merging;
}

export interface Merging {
  readonly branch: string;
  readonly into: string;
}

export interface MergeTarget extends Merging {
  readonly kind: "merge";
}

/** A class or a group, which stands for its nodes. */
export interface NamedSet {
  readonly kind: "class" | "group";
  readonly name: string;
}

/** The nodes of two groups, or of two classes, in the state that `word` names. */
export interface MembersTarget {
  readonly kind: "members";
  readonly of: NamedSet["kind"];
  readonly names: readonly [string, string];
  readonly word: string;
}

/** The index against HEAD, and the work tree against it. */
export const INDEX: ComparedStates = { kind: "states", words: [], staged: true };
export const WORKTREE: ComparedStates = { kind: "states", words: ["HEAD"], staged: false };

/** The same key for the same states. */
export function comparedKey(target: ComparedStates): string {
  if (target.kind === "commit") return target.id;
  if (target.kind === "merge") return mergingKey(target);
  if (target.kind === "members") return `${target.of} ${target.names.join(" ")} in ${target.word}`;
  const nodes = target.nodes === undefined ? "" : `${target.nodes.join(" ")} in `;
  const merged = target.merge === undefined ? "" : ` to ${mergingKey(target.merge)}`;
  return `${nodes}${target.staged ? "staged " : ""}${target.words.join(" ")}${merged}`;
}

function mergingKey({ branch, into }: Merging): string {
  return `merge ${branch} into ${into}`;
}

/** The words of the command that compares or merges the same states; undefined for the first commit, which has no parent, and for two nodes or groups, and for what a merge would give. */
export function diffCommand(target: ComparedStates): readonly string[] | undefined {
  if (target.kind === "commit") return target.parent ? ["heir", "diff", target.parent, target.id] : undefined;
  if (target.kind === "merge") return ["heir", "merge-check", target.branch, "--into", target.into];
  if (target.kind === "members" || target.merge !== undefined) return undefined;
  const [from, to] = target.nodes ?? [];
  if (from !== to) return undefined;
  return ["heir", "diff", ...(target.staged ? ["--staged"] : target.words)];
}

/** A node, or a value of it, in one of the two states of a target: in the older one if the newer one does not have it. */
export interface AskedPlace<Path extends string | undefined = string | undefined> {
  readonly target: ComparedStates;
  readonly node: string;
  /** As heir writes it. */
  readonly path: Path;
  readonly isOld: boolean;
}

export type AskedValuePlace = AskedPlace<string>;

/** What a row is about, in any view; edit, copy and questions use nothing else. Unknown parts are absent. */
export interface RowPlace {
  readonly target?: ComparedStates | undefined;
  readonly node?: string | undefined;
  /** The class or group of the row, or that all rows have in common. */
  readonly named?: NamedSet | undefined;
  /** The path of a value, as heir writes it. */
  readonly path?: string | undefined;
  /** Whether it exists only in the older state. */
  readonly isOld?: boolean;
  /** `file:line` where it is written. */
  readonly source?: string | undefined;
}

/** The same key for the same value. */
export function placeKey({ target, node, path, isOld }: AskedPlace): string {
  return [isOld ? "old" : "now", comparedKey(target), node, ...(path === undefined ? [] : [path])].join("\n");
}

/** Both states of a target, each in one word; undefined if one has no word: that of a merge, and that in which two branches parted. */
export function statesOf(target: ComparedStates): readonly [string, string] | undefined {
  if (target.kind === "commit") return target.parent === undefined ? undefined : [target.parent, target.id];
  if (target.kind === "merge") return undefined;
  if (target.kind === "members") return [target.word, target.word];
  if (target.merge !== undefined) return undefined;
  const [first, second] = target.words;
  if (target.staged) return [first ?? "HEAD", "INDEX"];
  if (first === undefined) return ["INDEX", "WORKTREE"];
  if (second !== undefined) return [first, second];
  const [, left, dots, right] = /^(.*?)(\.\.\.?)(.*)$/.exec(first) ?? [];
  if (dots === undefined) return [first, "WORKTREE"];
  return dots === "..." ? undefined : [left || "HEAD", right || "HEAD"];
}

/** The older state of a target in one word, if it has one. */
export function olderState(target: ComparedStates): string | undefined {
  if (target.kind === "states" && target.merge !== undefined) return target.words[0];
  return target.kind === "merge" ? target.into : statesOf(target)?.[0];
}

/** The merge of which the newer state of a target is the result. */
export function mergingOf(target: ComparedStates | undefined): Merging | undefined {
  if (target?.kind === "merge") return { branch: target.branch, into: target.into };
  return target?.kind === "states" ? target.merge : undefined;
}

/** The name of a node on one side, where two nodes are compared. */
export function nodeOfSide(target: ComparedStates, node: string, isOld: boolean): string {
  return isOld && target.kind === "states" ? (target.nodes?.[0] ?? node) : node;
}

/** A state alone, as two states that are compared. */
export function stateAlone(revision: string): ComparedStates {
  return { kind: "states", words: [revision, revision], staged: false };
}

/** The same comparison from the other side; undefined if it has none. */
export function swappedTarget(target: ComparedStates): ComparedStates | undefined {
  if (target.kind === "states" && target.nodes !== undefined) {
    const [from, to] = target.nodes;
    return from === to ? { ...target, words: target.words.toReversed() } : { ...target, nodes: [to, from] };
  }
  if (target.kind === "members") return { ...target, names: [target.names[1], target.names[0]] };
  if (target.kind === "merge") return { kind: "merge", branch: target.into, into: target.branch };
  const both = statesOf(target);
  return both && { kind: "states", words: [both[1], both[0]], staged: false };
}

/** The file, and the line if one is known. */
export function fileAt(source = ""): { readonly file: string; readonly line: number | undefined } | undefined {
  const [, file, line] = /^(.+?)(?::(\d+)\b| \(|$)/.exec(source) ?? [];
  return file === undefined ? undefined : { file, line: line === undefined ? undefined : Number(line) };
}
