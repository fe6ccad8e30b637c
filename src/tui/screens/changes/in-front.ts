import { changeTest, filterOf } from "../../list/filter.ts";
import type { TuiState } from "../../state.ts";
import { chosenChange, shownEntries, shownSet } from "./chosen.ts";
import { changeOf } from "./entries.ts";

/**
 * A node of each row on the screen, which is so many rows high, that of the cursor first: compared before others they bring these rows
 * back. Of a filter with `node:` a node that fits it.
 */
export function nodesInFront(state: TuiState, height: number): readonly string[] {
  const { changes } = state;
  const set = shownSet(state);
  if (set === undefined) return [];
  const { top } = changes.cursor;
  const fits = changeTest(filterOf(changes.search.text), set);
  const nodes = shownEntries(state)
    .slice(top, top + height)
    .flatMap((entry) => {
      if ("node" in entry && entry.node !== undefined) return [entry.node];
      // What is open has its own rows.
      if (entry.kind === "head") return entry.isOpen ? [] : (set.blocks[entry.block ?? -1]?.nodes[0] ?? []);
      const row = changeOf(entry, set);
      return row?.nodes.find((node) => fits(row, node)) ?? [];
    });
  const chosen = chosenChange(changes, set)?.node;
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...nodes.flatMap((node) => set.nodes[node] ?? [])])];
}
