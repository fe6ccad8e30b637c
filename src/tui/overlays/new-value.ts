import { plain, span } from "../draw/line.ts";
import { reload } from "../menus/choose.ts";
import type { Place } from "../state/place.ts";
import { type TuiState, withMessage, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import type { DoneEdit, SetPlan } from "../worker/protocol/edit-data.ts";
import type { Answer } from "../worker/protocol/questions.ts";
import type { OverlayPart } from "./part.ts";
import type { Overlays } from "./state.ts";

/** Asks for the value that a node is to have; what that changes is shown before it is written. */
export const newValueOverlay: OverlayPart<"newValue"> = {
  title: "set a value",
  foot: () => "Enter looks for a place",
  lines: ({ node, path, typed, shown }) => [
    [span("node", node), plain("  "), span("path", path)],
    [],
    [span("heading", "new value: "), plain(`${typed}_`)],
    [],
    ...(shown === "searching" ? [[span("muted", "searching for a place…")]] : shown),
  ],
  press(own, key, state) {
    if (key !== "enter" || own.typed.trim() === "") return undefined;
    const { node, path, typed } = own;
    return step(
      withNewValue(state, { ...own, shown: "searching" }),
      ask({ kind: "setPlan", ask: { node, path, value: typed } }),
    );
  },
};

/** Asks for another value of what a row is about; undefined if that is no value of a node. */
export function openNewValue(state: TuiState, { node, path }: Place): Reduced | undefined {
  if (node === undefined || path === undefined) return undefined;
  return step(withNewValue(state, { node, path, typed: "", shown: [[span("muted", HELP)]], top: 0 }));
}

const HELP = "YAML, as in a file of the work tree; nothing is written before you have seen it";

/** Asks before the last edit is taken back. */
export function openUndo(state: TuiState): Reduced {
  const lines = [
    [plain("What heir wrote last goes: the files are as they were before, if nobody has changed them since.")],
  ];
  return step(asking(state, { lines, does: "takes back the last edit", request: { kind: "editUndo", ask: {} } }));
}

/** What an answer about an edit does; undefined for one about anything else. */
export function takenEdit(state: TuiState, { kind, answer }: Answer): Reduced | undefined {
  switch (kind) {
    case "setPlan":
      return step(planned(state, answer));
    case "setWrite":
      return done(state, `${answer.claim}: wrote ${answer.files.join(", ")}`);
    case "editUndo":
      return done(state, undoneText(answer));
    default:
      return undefined;
  }
}

/** A failure leaves the question as it was typed. */
export function withoutSearch(state: TuiState): TuiState {
  const { overlay } = state;
  return overlay?.kind === "newValue" ? withNewValue(state, { ...overlay.own, shown: [] }) : state;
}

/** Shows what would be written and asks; a plan of what was typed before is none any more. */
function planned(state: TuiState, { node, path, value, rows, number }: SetPlan): TuiState {
  const { overlay } = state;
  if (overlay?.kind !== "newValue") return state;
  const { own } = overlay;
  if (own.node !== node || own.path !== path || own.typed !== value) return state;
  if (number === undefined) return withNewValue(state, { ...own, shown: rows });
  return asking(state, { lines: rows, does: "writes it", request: { kind: "setWrite", ask: { number } } });
}

function undoneText({ claim, files }: DoneEdit): string {
  return `took back ${claim}: ${files.join(", ")}`;
}

function done(state: TuiState, text: string): Reduced {
  const { state: next, wants } = reload(state);
  return step(withMessage(next, text), ...wants);
}

function withNewValue(state: TuiState, own: Overlays["newValue"]): TuiState {
  return withOverlay(state, { kind: "newValue", own });
}

function asking(state: TuiState, own: Omit<Overlays["question"], "top">): TuiState {
  return withOverlay(state, { kind: "question", own: { ...own, top: 0 } });
}
