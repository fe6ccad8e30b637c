import type { Cause, CauseEdit } from "../../model/results/change.ts";
import { kept } from "../../speed/kept.ts";

/**
 * A text that is equal for causes that are shown as one: the same edit in the same file, at any line. Edits of nodes in
 * their own files are equal too; `node` is the node of the cause.
 */
export function causeKey(cause: Cause, node: string): string {
  return isOf(cause, node) ? textOf(cause, node) : textOfAny(cause, node);
}

const textOfAny = kept("shared", textOf);

/** Each edit once: of those at the same places the last. */
export function uniqueEdits(edits: readonly CauseEdit[]): readonly CauseEdit[] {
  if (edits.length < 2) return edits;
  return [...new Map(edits.map((edit) => [placedText(edit), edit])).values()];
}

function isOf(cause: Cause, node: string): boolean {
  if ("in" in cause && cause.in.layer === "node" && cause.in.name === node) return true;
  return ("cause" in cause && isOf(cause.cause, node)) || (cause.also?.some((each) => isOf(each, node)) ?? false);
}

function textOf(cause: Cause, node: string): string {
  return JSON.stringify(cause, (key, part) => {
    if (key === "old" || key === "new") return part?.file.path;
    const isOwn = part?.in?.layer === "node" && part.in.name === node;
    return isOwn ? { ...part, in: "node", old: undefined, new: undefined } : part;
  });
}

function placedText(edit: CauseEdit): string {
  return JSON.stringify(edit, (key, part) => (key === "file" ? part.path : part));
}
