import type { SearchMatch } from "../values/search.ts";
import { placedData } from "./value.ts";

/** `heir grep --json`: values that match, and the names of nodes that could not be searched. */
export function searchData(
  matches: readonly SearchMatch[],
  { nodes, unresolved }: { readonly nodes: number; readonly unresolved: readonly string[] },
): object {
  return {
    v: 1,
    matches: matches.map((match) => ({ path: match.path, ...placedData(match.value), nodes: match.nodes })),
    looked_at: { nodes },
    ...(unresolved.length > 0 && { unresolved }),
  };
}
