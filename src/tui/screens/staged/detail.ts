import { type Line, plain, type Size, span, wrappedLine } from "../../draw/line.ts";
import { note, type Pane, waiting } from "../../draw/pane.ts";
import { keyFor } from "../../keymap.ts";
import { comparedKey } from "../../state/compared.ts";
import type { TuiState } from "../../state.ts";
import type { FindingDetail, WorkFile } from "../../worker/questions.ts";
import { entriesOf } from "../changes/entries.ts";
import { valueWithOrigin } from "../changes/value.ts";
import { noChanges } from "../state.ts";
import { chosenFinding, chosenHunks, chosenItem, type FoldKind } from "./items.ts";
import { hunksView } from "./rows.ts";

/** The chosen item in full. */
export function detailPane(state: TuiState, size: Size): Pane {
  const item = chosenItem(state.staged);
  const foot = item?.kind === "entry" ? keyFor(state, "open", (key) => `${key} opens it on screen 2`) : "";
  return { ...detailView(state, size), foot, isFocused: state.staged.isOpen };
}

/** The chosen finding, merged value or change, the last with its value and origin. */
function detailView(state: TuiState, { columns, rows }: Size): Pane {
  const { staged } = state;
  const item = chosenItem(staged);
  const { detailTop: top } = staged;
  if (item === undefined) return { title: [], lines: [] };
  if (item.kind === "entry") return { ...valueWithOrigin(asChanges(state), columns), top };
  if (item.kind === "file") return fileDetail(state, item.file, { columns, rows });
  if (item.kind === "fold" || item.kind === "gone") {
    const { title, text } = TEXTS[item.kind === "fold" ? item.of : "gone"];
    return { title: [span("heading", title)], lines: note(text, columns), top };
  }
  if (item.kind === "merge") {
    const { sign, title, meaning, lines } = item.item;
    const sides = lines.flatMap((line) => wrappedLine(line, columns, line[0]?.text.trim() === "on" ? 4 : 13));
    return { title: [plain(`${sign} `), span("heading", title)], lines: [[span("title", meaning)], [], ...sides], top };
  }
  const title = [span("heading", item.row.code)];
  const detail = chosenFinding(staged);
  if (detail === undefined) return { title, lines: note("reading…") };
  const { lines, chosenAt } = findingView(detail, columns, staged.isOpen ? staged.choiceAt : undefined);
  // The choice stays in sight, with its effect below it.
  const least = chosenAt === undefined ? 0 : Math.max(0, chosenAt - rows);
  return { title, lines, top: Math.max(top, least) };
}

const TEXTS: Readonly<Record<FoldKind | "gone", { readonly title: string; readonly text: string }>> = {
  gone: { title: "gone", text: "nothing of this row is left since the repository was read again" },
  older: { title: "older findings", text: "HEAD has these findings, too: they do not stop a commit" },
  follows: { title: "what follows", text: "these findings are there only because of the one above: settle that first" },
};

/** The hunks of a file, the one at the cursor in sight. */
function fileDetail({ staged, failures }: TuiState, file: WorkFile, { columns, rows }: Size): Pane {
  const title = [span("heading", file.path)];
  const hunks = chosenHunks(staged);
  if (hunks === undefined) return { title, lines: waiting({ failures }, "hunks", { text: "reading…", columns }) };
  const { lines, chosenAt } = hunksView(file, hunks.hunks, columns, staged.isOpen ? staged.choiceAt : undefined);
  const least = chosenAt === undefined ? 0 : Math.min(chosenAt, lines.length - rows);
  const top = Math.max(staged.detailTop, least);
  return { title, lines, top };
}

/** A finding as `heir check` prints it, and below it the orders that resolve it; and the lines up to the end of the chosen one. */
function findingView({ lines, choices }: FindingDetail, columns: number, choiceAt: number | undefined) {
  const shown: Line[] = lines.flatMap((line) => wrappedLine(line, columns));
  if (choices.length === 0) return { lines: shown, chosenAt: undefined };
  shown.push([], [span("heading", "choose an order"), span("muted", "  (written to order.yml after you confirm)")]);
  let chosenAt: number | undefined;
  const mark = (at: number): Line[number] => plain(at === choiceAt ? "> " : "  ");
  for (const [index, { chain, effect, isPossible }] of choices.entries()) {
    shown.push([mark(index), span(isPossible ? "node" : "muted", chain.join(" < "))]);
    shown.push(...wrappedLine([plain("    "), span(isPossible ? "value" : "muted", effect)], columns, 4));
    if (index === choiceAt) chosenAt = shown.length;
  }
  shown.push([mark(choices.length), plain("keep the conflict")]);
  return { lines: shown, chosenAt: choiceAt === choices.length ? shown.length : chosenAt };
}

/** The state with the chosen edit or change on the screen of changes, which draws its value. */
export function asChanges(state: TuiState): TuiState {
  const { report, unfolded, value } = state.staged;
  const item = chosenItem(state.staged);
  if (report === undefined || item?.kind !== "entry") return { ...state, changes: noChanges };
  const { set, target } = report;
  const { id } = item.entry;
  const index = entriesOf(set, { ...noChanges, turned: unfolded }).findIndex((entry) => entry.id === id);
  const own = { target, turned: unfolded, layout: state.changes.layout, detail: value, cursor: { id, index, top: 0 } };
  return { ...state, changes: { ...noChanges, ...own }, sets: new Map([[comparedKey(target), set]]) };
}
