import type { ComparedStates } from "./data.ts";

/** The words of the command that compares or merges the same states; undefined for the first commit, which has no parent, and for two nodes or groups, and for what a merge would give. */
export function diffCommand(target: ComparedStates): readonly string[] | undefined {
  if (target.kind === "commit") return target.parent ? ["heir", "diff", target.parent, target.id] : undefined;
  if (target.kind === "merge") return ["heir", "merge-check", target.branch, "--into", target.into];
  if (target.kind === "members" || target.nodes !== undefined || target.merge !== undefined) return undefined;
  return ["heir", "diff", ...(target.staged ? ["--staged"] : target.words)];
}
