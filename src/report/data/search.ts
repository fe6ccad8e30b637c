import type { LeftOut } from "../../model/results/left-out.ts";
import type { SearchMatch } from "../values/search.ts";
import { placedData } from "./value.ts";

/** What was searched. */
interface Searched {
  readonly nodes: number;
  readonly leftOut: readonly LeftOut[];
  readonly unresolved: readonly string[];
}

/** `heir grep --json`: values that match, and the names of nodes that could not be searched. */
export function searchData(matches: readonly SearchMatch[], { nodes, leftOut, unresolved }: Searched) {
  return {
    v: 1,
    matches: matches.map((match) => ({ path: match.path, ...placedData(match.value), nodes: match.nodes })),
    looked_at: { nodes, left_out: leftOut },
    ...(unresolved.length > 0 && { unresolved }),
  };
}
