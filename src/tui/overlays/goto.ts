import { similar } from "../../base/similar.ts";
import { fitRow, widthsOf } from "../../report/text/fit.ts";
import { bodySize, cell, type Line, nodeCount, plain, short, span } from "../draw/line.ts";
import { type ItemLook, itemsLook } from "../draw/pane.ts";
import { openTarget } from "../screens/changes/screen.ts";
import { showCommit, showSearched } from "../screens/commits/screen.ts";
import { showMembers, showNode, showNodesWith } from "../screens/nodes/screen.ts";
import { nodesTarget } from "../screens/state.ts";
import { rowPlace } from "../screens/table.ts";
import { type ComparedStates, comparedKey, stateAlone } from "../state/compared.ts";
import type { Reduced, TuiState, Want } from "../state.ts";
import { ask, pushed, refsWanted, step, withOverlay, withOwn, withWants } from "../state.ts";
import { foundOf, type Goal, type GoalRow, goalRows, searchedNames } from "./goals.ts";
import type { OverlayContent, OverlayPart } from "./overlay.ts";
import { asksForValues, readSought } from "./sought.ts";
import type { Overlays } from "./state.ts";

const KIND = 6;

type Own = Overlays["goto"];

/** Where everything is found: names at once, values as the worker resolves nodes. */
export const gotoOverlay: OverlayPart<"goto"> = {
  title: "go to",
  hint: "Enter opens it  PATH=VALUE nodes that have it  NODE PATH  @REV elsewhere",
  heading: ({ typed }) => [span("key", ":"), plain(typed), span("key", "_")],
  foot: footOf,
  content: contentOf,
  retyped: wanted,
  answered,
  isEarly: (own, key, state) => key === "enter" && isEarly(own, state),
  press: pressed,
};

/** Opens it for the state in front; asks for the names unless they are there. */
export function openGoto(state: TuiState): Reduced {
  const target = rowPlace(state).target ?? nodesTarget(state);
  const next = withGoto(state, { typed: "", at: 0, top: 0, target, unfolded: new Set() });
  return step(next, ...namesWanted(state, target), ...refsWanted(state));
}

/** What was opened before there was a state to search searches the first one that is there. */
function answered(own: Own, state: TuiState): Reduced | undefined {
  const target = nodesTarget(state);
  if (own.target !== undefined || target === undefined) return undefined;
  const next = { ...own, target };
  return step(withGoto(state, next), ...wanted(next, state));
}

/** Whether another row than the one of the cursor may still come to its place. */
function isEarly(own: Own, state: TuiState): boolean {
  if (targetOf(own) === undefined && state.pending.has("history")) return true;
  if (!isSearching(state, own)) return false;
  const row = rowsOf(own, state)[own.at];
  return state.pending.has("nodes") || row === undefined || BEHIND_VALUES.has(row.kind);
}

const BEHIND_VALUES: ReadonlySet<GoalRow["kind"]> = new Set(["commit", "ref", "search"]);

function rowsOf(own: Own, state: TuiState): readonly GoalRow[] {
  return goalRows(state, { ...own, target: targetOf(own) });
}

/** The states of which the newer one is searched. */
function targetOf({ typed, target }: Own): ComparedStates | undefined {
  const { revision } = readSought(typed);
  return revision === undefined ? target : stateAlone(revision);
}

function isSearching(state: TuiState, own: Own): boolean {
  const sought = readSought(own.typed);
  const isWhole = !asksForValues(sought) || foundOf(state, sought, targetOf(own))?.searched.isWhole === true;
  return state.pending.has("nodes") || (state.pending.has("find") && !isWhole);
}

/** Another text asks for other names and values. */
function wanted(own: Own, state: TuiState): readonly Want[] {
  const target = targetOf(own);
  const sought = readSought(own.typed);
  const { text, isTest } = sought;
  if (target === undefined) return [];
  if (!asksForValues(sought)) return [...stop(state), ...namesWanted(state, target)];
  return [...namesWanted(state, target), ask({ kind: "find", ask: { target, text, isTest } })];
}

/** Asks for the names of the state that is searched unless they are there. */
export function namesWanted(state: TuiState, target: ComparedStates | undefined): readonly Want[] {
  if (target === undefined || searchedNames(state, target) !== undefined) return [];
  return [ask({ kind: "nodes", ask: { target } })];
}

function stop({ pending }: TuiState): readonly Want[] {
  return pending.has("find") ? [{ kind: "giveUp", of: "find" }] : [];
}

function pressed(own: Own, key: string, state: TuiState): Reduced | undefined {
  if (key === "esc") return step(withOverlay(state, undefined), ...stop(state));
  // On a name `l` is text; on the row that stands for more there is nothing to type about.
  if (key === "right" || (key === "l" && rowsOf(own, state)[own.at]?.kind === "more")) return unfolded(own, state);
  return key === "enter" ? opened(own, state) : undefined;
}

function opened(own: Own, state: TuiState): Reduced | undefined {
  const row = rowsOf(own, state)[own.at];
  if (row === undefined) return undefined;
  if (row.kind === "more") return unfolded(own, state);
  const front = pushed(withOverlay(state, undefined));
  // The states that were searched come to the front with what was found in them.
  const there = withOwn(front, "changes", { target: targetOf(own) });
  return withWants(stop(state), row.kind === "search" ? showSearched(front, row.name) : gone(there, row));
}

function unfolded(own: Own, state: TuiState): Reduced {
  const row = rowsOf(own, state)[own.at];
  const kind = row?.kind === "more" ? row.of : row?.kind === "search" ? undefined : (row?.below ?? row?.kind);
  return step(kind === undefined ? state : withGoto(state, { ...own, unfolded: new Set([...own.unfolded, kind]) }));
}

function withGoto(state: TuiState, own: Own): TuiState {
  return withOverlay(state, { kind: "goto", own });
}

function gone(state: TuiState, { kind, name, path, test, node, parent }: Goal): Reduced {
  switch (kind) {
    case "node":
      return showNode(state, name, path);
    case "class":
    case "group":
      return showMembers(state, { kind, name });
    case "path":
    case "value":
      return showNodesWith(state, test ?? "", { name: node, path });
    case "commit":
      return showCommit(state, name);
    case "ref":
      return openTarget(state, { kind: "commit", id: name, parent });
  }
}

/** `2 nodes · searched 10 of 10 nodes`. */
function footOf(own: Own, state: TuiState): string {
  const sought = readSought(own.typed);
  const found = foundOf(state, sought, targetOf(own));
  if (state.ahead.length > 0) return "searching… Enter waits for it, Esc does not";
  if (sought.text === "") return "type a name, a part of a path, or a value";
  if (found === undefined) return isSearching(state, own) ? "searching…" : "";
  const { searched, count } = found;
  const nodes = sought.isTest ? `${nodeCount(count, searched.isWhole)} · ` : "";
  const going = searched.isWhole ? "" : "searching… · ";
  return `${going}${nodes}searched ${short(searched.nodes)} of ${short(searched.of)} nodes`;
}

function contentOf(own: Own, state: TuiState): OverlayContent {
  const rows = rowsOf(own, state);
  if (rows.length === 0) return { lines: lastLines(own, state) ?? [[span("muted", emptyText(own, state))]] };
  const found = foundOf(state, readSought(own.typed), targetOf(own));
  return { items: goalItems(rows, found?.searched.isWhole === true) };
}

/** Why a text cannot be searched for, and below it the last answer, `as of "10.3"`, dimmed: none of its rows can be opened. */
function lastLines(own: Own, state: TuiState): readonly Line[] | undefined {
  const { found: last, failures } = state;
  const failure = asksForValues(readSought(own.typed)) ? failures.get("find") : undefined;
  if (failure === undefined || own.target === undefined || last?.key !== comparedKey(own.target)) return undefined;
  const rows = goalRows(state, { ...own, typed: last.text });
  if (rows.length === 0) return undefined;
  const { item } = goalItems(rows, last.searched.isWhole);
  const columns = bodySize(state.size).columns - 4;
  const dimmed = rows.map((_, at) => [plain("  "), ...item(at, columns).map(({ text }) => span("muted", text))]);
  return [[span("error", failure)], [], [span("muted", `as of "${last.text}"`)], ...dimmed];
}

/** `nothing holds "x": searched 18 files, 10 nodes`, and the nearest name. */
function emptyText(own: Own, state: TuiState): string {
  const sought = readSought(own.typed);
  const failure = state.failures.get("find");
  const target = targetOf(own);
  const found = foundOf(state, sought, target);
  if (failure !== undefined) return failure;
  if (isSearching(state, own)) return "searching…";
  if (target === undefined) return "there is no state to search: choose a commit first";
  if (found === undefined) return "nothing has this name";
  const names = searchedNames(state, target);
  const [near] = similar(sought.text, [...(names?.names ?? []), ...(names?.classes ?? []), ...(names?.groups ?? [])]);
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  const { files, nodes } = found.searched;
  return `nothing holds "${sought.text}": searched ${short(files)} files, ${short(nodes)} nodes${hint}`;
}

/** The rows as lines: `value  ssh:permit_root_login  no  9 nodes  classes/base.yml:4`. */
function goalItems(rows: readonly GoalRow[], isWhole: boolean): ItemLook {
  const all = rows.map((row) => goalRow(row, isWhole));
  const widths = { ...widthsOf(all.filter((_, index) => isBeside(rows[index]))), count: 0 };
  return itemsLook(all, (row, columns) => fitRow(row, columns, widths));
}

function isBeside(row: GoalRow | undefined): boolean {
  return row !== undefined && "text" in row && (row.nodes ?? row.value) !== undefined;
}

function goalRow(row: GoalRow, isWhole: boolean): Line {
  if (row.kind === "more") return [span("muted", `${cell("", KIND)}  +${short(row.count)} more, → or l shows them`)];
  if (row.kind === "search") return [span("muted", cell("commit", KIND)), plain(`  all commits for ${row.name}`)];
  const { kind, text, value, nodes, place = "" } = row;
  const style = kind === "node" ? "node" : kind === "path" || kind === "value" ? "path" : "plain";
  return [
    span("muted", `${cell(kind, KIND)}  `),
    span(style, text, "path"),
    span("value", value === undefined ? "" : `  ${value}`, "new"),
    span("plain", nodes === undefined ? "" : `  ${nodeCount(nodes, isWhole)}`, "count"),
    span("source", place && `  ${place}`, "where"),
  ];
}
