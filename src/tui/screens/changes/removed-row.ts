import { textOfLine } from "../../draw/line.ts";
import { adapted } from "../../list/cursor.ts";
import { type ListScreen, shownOf } from "../../list/list-screen.ts";
import { type TuiState, withOwn } from "../../state.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { shownEntries, shownSet } from "./chosen.ts";
import { changeOf, type Entry } from "./entries.ts";
import { entryRow } from "./panes.ts";
import type { LeftRow } from "./state.ts";

/** The row of the cursor, to be found again once the states were compared again; undefined on an empty list. */
export function leftRow(state: TuiState): LeftRow | undefined {
  const set = shownSet(state);
  const { index: at } = state.changes.cursor;
  const entry = shownEntries(state)[at];
  if (set === undefined || entry === undefined) return undefined;
  if (entry.kind === "gone") return state.changes.left;
  const line = textOfLine(entryRow(entry, set)).trim();
  const text = line.replace(/^[▸▾] +/, "").replaceAll(/\s{2,}/g, "  ");
  return { id: entry.id, at, text, about: aboutOf(entry, set), isGone: false };
}

/**
 * The state with the cursor on the row that was left: on the same one, on another one that is about the same, or on itself,
 * struck out, if nothing of it is there. A comparison that goes on may still find it. Where no other row is left there is
 * nothing to compare it with, and it goes.
 */
export function onLeftRow<Area extends string>(list: ListScreen<Area>, state: TuiState): TuiState {
  const { left } = state.changes;
  const set = shownSet(state);
  if (left === undefined || set === undefined) return state;
  const bare = withOwn(state, "changes", { left: undefined });
  const entries = shownEntries(bare);
  const same = entries.find(({ id }) => id === left.id) ?? alikeRow(entries, set, left);
  if (same !== undefined) return onEntry(list, bare, same.id);
  if (set.soFar !== undefined) return withOwn(bare, "changes", { left: { ...left, isGone: false } });
  if (entries.length === 0) return bare;
  return onEntry(list, withOwn(bare, "changes", { left: { ...left, isGone: true }, isOpen: false }), left.id);
}

function onEntry<Area extends string>(list: ListScreen<Area>, state: TuiState, id: string): TuiState {
  const at = { ...state.changes.cursor, id };
  return withOwn(state, "changes", { cursor: adapted(at, shownOf(list, state)) });
}

function alikeRow(entries: readonly Entry[], set: ChangeSet, { about }: LeftRow): Entry | undefined {
  return about === undefined ? undefined : entries.find((entry) => aboutOf(entry, set) === about);
}

function aboutOf(entry: Entry, set: ChangeSet): string | undefined {
  if ("block" in entry || entry.kind === "head") {
    const place = entry.block === undefined ? undefined : set.blocks[entry.block]?.places[0];
    return place === undefined ? undefined : `edit ${place.replace(/:\d+$/, "")}`;
  }
  const row = changeOf(entry, set);
  const node = "node" in entry && entry.node !== undefined ? set.nodes[entry.node] : "";
  return row === undefined ? undefined : `${row.sign} ${row.title} ${node}`;
}
