import type { Cause, CauseDeed } from "../../model/results/cause.ts";

const known = new WeakMap<Cause, string>();

/**
 * Equal for causes that fold into one: the same deed in the same file, whatever the line. What a node does in its own
 * file is the same deed as that of another node, if `node` says which one it is.
 */
export function causeKey(cause: Cause, node: string): string {
  const isOwn = isOf(cause, node);
  const cached = isOwn ? undefined : known.get(cause);
  if (cached !== undefined) return cached;
  const key = textOf(cause, node);
  if (!isOwn) known.set(cause, key);
  return key;
}

/** Without those that are there before, at the same places. */
export function distinctDeeds(deeds: readonly CauseDeed[]): readonly CauseDeed[] {
  if (deeds.length < 2) return deeds;
  return [...new Map(deeds.map((deed) => [placedText(deed), deed])).values()];
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

function placedText(deed: CauseDeed): string {
  return JSON.stringify(deed, (key, part) => (key === "file" ? part.path : part));
}
