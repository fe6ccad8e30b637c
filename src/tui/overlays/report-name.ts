import { plain, span } from "../draw/line.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import type { OverlayPart } from "./part.ts";

/** Asks for the name of a file before the report of a merge is written to it. */
export const reportNameOverlay: OverlayPart<"reportName"> = {
  title: "write the report of the merge",
  foot: () => "",
  lines: ({ name }) => [
    [span("key", "Enter"), plain(" writes a new file, "), span("key", "Esc"), plain(" does not")],
    [],
    [span("heading", "file: "), plain(`${name}_`)],
  ],
  press(own, key, state) {
    if (key === "enter") {
      if (own.name.trim() === "") return step(state);
      const { name, text } = own;
      return step(withOverlay(state, undefined), ask({ kind: "mergeWrite", ask: { name, text } }));
    }
    if (key === "ctrl-u") return named(state, own, "");
    return named(state, own, key === "backspace" ? [...own.name].slice(0, -1).join("") : own.name + typed(key));
  },
  paste: (own, text, state) => named(state, own, own.name + (text.split("\n")[0] ?? "")),
};

function named(state: TuiState, { text }: { readonly text: string }, name: string): Reduced {
  return askName(state, name, text);
}

/** The question on the screen. */
export function askName(state: TuiState, name: string, text: string): Reduced {
  return step(withOverlay(state, { kind: "reportName", own: { name, text, top: 0 } }));
}

function typed(key: string): string {
  if (key === "space") return " ";
  return [...key].length === 1 ? key : "";
}
