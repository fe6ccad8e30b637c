import { nodeCount, short } from "../../draw/counts.ts";
import { keyFor } from "../../draw/key-for.ts";
import { bodySize, columnsOf, type ScreenForm, type Size, screenForm, threeColumns } from "../../draw/layout.ts";
import { chosen, type Line, lineWidth, plain, span, spotted } from "../../draw/line.ts";
import { beside, drawPane, inside, note, waiting } from "../../draw/pane.ts";
import { arrangedSpans, NO_HIT } from "../../list/arranged.ts";
import type { TuiState } from "../../state.ts";
import { type ChangeSet, comparedKey } from "../../worker/protocol/data.ts";
import { commitsPane } from "../commits/panes.ts";
import { chosenCommit } from "../commits/state.ts";
import { type ChangeColumns, changeColumns, changeLine, namesText, signSpan, valueSpans } from "./change-line.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type Ignored, isIgnored } from "./ignored.ts";
import { isNarrowList, narrowChange } from "./narrow-change.ts";
import { provenanceLines } from "./provenance.ts";
import { type ValuePaneContent, valueView } from "./value.ts";

/** The panes of the screen: the list, or the value and where it comes from, or all of them; the commits beside where there is room. */
export interface ChangePanes {
  readonly form: ScreenForm;
  readonly commits: Size | undefined;
  readonly list: Size | undefined;
  readonly value: Size | undefined;
  readonly origin: Size | undefined;
  readonly isBoxed: boolean;
}

export function changePanes(state: TuiState): ChangePanes {
  const { size, wish, zoom, changes } = state;
  const { isOpen } = changes;
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isBoxed = !wish.plain && form !== "one";
  const all = { columns, rows };
  const none = { form, commits: undefined, list: undefined, value: undefined, origin: undefined, isBoxed };
  if (form === "one" || form === "too-small" || zoom === "full")
    return isOpen ? { ...none, value: all } : { ...none, list: all };
  const isHalf = zoom === "half";
  const upper = Math.ceil(rows * (isHalf && isOpen ? 0.7 : 0.45));
  if (form === "stacked") {
    if (!isOpen) return { ...none, list: all };
    return { ...none, value: { columns, rows: upper }, origin: { columns, rows: rows - upper } };
  }
  if (form === "three" && !isHalf && isOfChosenCommit(state)) {
    const [first, second, third] = threeColumns(columns, [0.26, 0.3]);
    const values = { value: { columns: third, rows: upper }, origin: { columns: third, rows: rows - upper } };
    return { ...none, commits: { columns: first, rows }, list: { columns: second, rows }, ...values };
  }
  const [left, right] = columnsOf(columns, isHalf ? (isOpen ? 0.25 : 0.65) : form === "two" ? 0.42 : 0.36);
  const list = { columns: left, rows };
  return { ...none, list, value: { columns: right, rows: upper }, origin: { columns: right, rows: rows - upper } };
}

/** Whether the changes are those of the commit at the cursor of the commits. */
function isOfChosenCommit({ changes: { target }, commits }: TuiState): boolean {
  return target?.kind === "commit" && chosenCommit(commits)?.id === target.id;
}

/** The changes on the screen, if they are there. */
export function shownSet({ sets, changes: { target } }: TuiState): ChangeSet | undefined {
  return target && sets.get(comparedKey(target));
}

export function shownEntries(state: TuiState): readonly Entry[] {
  const set = shownSet(state);
  return set === undefined ? [] : entriesOf(set, state.changes);
}

/** How many lines of the list are in sight at once. */
export function entriesInSight(state: TuiState): number {
  const { list, isBoxed } = changePanes(state);
  return list === undefined ? 1 : Math.max(1, inside(list, isBoxed).rows);
}

export function drawChanges(state: TuiState): readonly Line[] {
  const { form, commits, list, value, origin, isBoxed } = changePanes(state);
  const left = list && drawPane(listPane(state, inside(list, isBoxed)), list, isBoxed);
  const upper = value && drawPane(valuePane(state, inside(value, isBoxed)), value, isBoxed);
  const lower = origin && drawPane(originPane(state, inside(origin, isBoxed)), origin, isBoxed);
  const right = [...(upper ?? []), ...(lower ?? [])];
  if (left === undefined) return right;
  if (form !== "two" && form !== "three") return left;
  const before = commits && drawPane(commitsPane(state, inside(commits, isBoxed), false), commits, isBoxed);
  return beside(...(before === undefined ? [] : [before]), left, right);
}

function listPane(state: TuiState, { columns, rows }: Size): Parameters<typeof drawPane>[0] {
  const { cursor, grouping, isOpen } = state.changes;
  const set = shownSet(state);
  const arranged = arrangedSpans(state.changes, "nodes");
  const hidden = set === undefined ? 0 : ignoredCount(set, state.changes.ignored);
  const left =
    state.changes.ignored.size === 0 ? "" : `  ${short(hidden)} ignored${keyFor(state, "ignore", inParentheses)}`;
  const title = [span("heading", "Changes"), span("muted", `  ${grouping}`), span("changed", left), ...arranged];
  if (set === undefined) return { title, isFocused: !isOpen, lines: comparing(state, columns) };
  const entries = shownEntries(state);
  if (entries.length === 0) return { title, isFocused: !isOpen, lines: note(whyEmpty(state, set, hidden), columns) };
  const layout = changeColumns(set, columns - 2);
  const isNarrow = isNarrowList(state.size);
  const lines = entries.slice(cursor.top, cursor.top + rows).flatMap((entry, offset) => {
    const isChosen = cursor.top + offset === cursor.index;
    const own = isNarrow && entry.kind === "change" ? narrowChange(entry, set, columns - 1) : undefined;
    return (own ?? [entryLine(entry, set, layout)]).map((each, index) => {
      const line = [plain(isChosen && index === 0 ? ">" : " "), ...each];
      const whole = isChosen ? chosen([...line, plain(" ".repeat(Math.max(0, columns - lineWidth(line))))]) : line;
      return spotted(whole, { pane: "list", index: cursor.top + offset });
    });
  });
  return { title, foot: `${cursor.index + 1} of ${short(entries.length)}`, isFocused: !isOpen, lines, pane: "list" };
}

function inParentheses(key: string): string {
  return ` (${key})`;
}

function whyEmpty(state: TuiState, { summary, changes }: ChangeSet, hidden: number): string {
  if (hidden > 0 && hidden === changes.length)
    return `all changes are ignored${keyFor(state, "ignore", (key) => `, ${key} shows them again`)}`;
  return state.changes.search.text === "" ? summary : NO_HIT;
}

function ignoredCount({ changes }: ChangeSet, ignored: Ignored): number {
  return ignored.size === 0 ? 0 : changes.filter((row) => isIgnored(row, ignored)).length;
}

function comparing(state: TuiState, columns: number): readonly Line[] {
  if (state.changes.target === undefined) return note("choose a commit on screen 1 first");
  return waiting(state, "changes", { text: "comparing…", columns });
}

function entryLine(entry: Entry, set: ChangeSet, layout: ChangeColumns): Line {
  switch (entry.kind) {
    case "head":
      return [
        plain(`${entry.isOpen ? "▾" : "▸"} `),
        span("node", entry.text),
        span("muted", `  ${short(entry.count)}`),
      ];
    case "node":
      return [plain("      "), span("node", set.nodes[entry.node] ?? "")];
    case "change": {
      const row = set.changes[entry.change];
      if (row === undefined) return [];
      if (entry.depth === 0) return changeLine(row, set, layout, entry.isOpen ? "▾" : "▸");
      const count = entry.node === undefined ? [plain(`${nodeCount(row.nodes.length)}  `)] : [];
      const front = [plain("    "), ...count, signSpan(row.sign), plain(" ")];
      if (!row.isValue) return [...front, plain(`${namesText(row, set)} ${row.title}`)];
      return [...front, span("path", row.title), plain("  "), ...valueSpans(row, layout.values)];
    }
  }
}

function valuePane(state: TuiState, size: Size): Parameters<typeof drawPane>[0] {
  const { isOpen, layout, valueTop } = state.changes;
  const { title, lines } = shownValue(state, size.columns);
  return { title, foot: layout, isFocused: isOpen, lines: lines.slice(valueTop), pane: "detail" };
}

/** The chosen value; where there is no pane for where it comes from, that stands below, and without boxes its title above. */
export function shownValue(state: TuiState, columns: number): ValuePaneContent {
  const { origin, isBoxed } = changePanes(state);
  const view = valueView(state, shownSet(state), columns);
  if (origin !== undefined) return view;
  const below = provenanceLines(state, shownSet(state), columns);
  const lines = [...(isBoxed ? [] : [view.title]), ...view.lines, ...(below.length === 0 ? [] : [[], ...below])];
  return { title: view.title, lines };
}

function originPane(state: TuiState, size: Size): Parameters<typeof drawPane>[0] {
  const title = [span("heading", "Where it comes from")];
  return { title, lines: provenanceLines(state, shownSet(state), size.columns), pane: "detail" };
}
