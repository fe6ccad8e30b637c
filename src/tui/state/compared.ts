import type { ComparedStates, Merging } from "../worker/protocol/data.ts";

/** Both states of a target, each in one word; undefined where one has no word: that of a merge, and that in which two branches parted. */
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

/** The same comparison from the other side; undefined where it has none. */
export function swappedTarget(target: ComparedStates): ComparedStates | undefined {
  if (target.kind === "states" && target.nodes !== undefined) {
    const [from, to] = target.nodes;
    return { ...target, nodes: [to, from] };
  }
  if (target.kind === "members") return { ...target, names: [target.names[1], target.names[0]] };
  if (target.kind === "merge") return { kind: "merge", branch: target.into, into: target.branch };
  const both = statesOf(target);
  return both && { kind: "states", words: [both[1], both[0]], staged: false };
}
