import { choose } from "../choose.ts";
import { plain, span } from "../line.ts";
import type { OverlayPart } from "../overlay.ts";
import { type State, withOverlay } from "../state/state.ts";
import { type Step, step } from "../step.ts";

/** A line to type: the words that name two states, as `heir diff` reads them. */
export const prompt: OverlayPart<"prompt"> = {
  title: "compare",
  foot: () => "Enter compares",
  lines: ({ text }) => [
    [span("heading", "Which two states?")],
    [],
    [plain("> "), span("path", `${text}_`)],
    [],
    [span("muted", "as heir diff reads them: main..feature, main...feature, v1 v2, HEAD~3, HEAD WORKTREE")],
  ],
  press({ text }, key, state) {
    if (key === "enter") return entered(withOverlay(state, undefined), text);
    return step(openPrompt(state, key === "backspace" ? text.slice(0, -1) : text + typed(key)));
  },
  paste: ({ text }, pasted, state) => step(openPrompt(state, text + (pasted.split("\n")[0] ?? ""))),
};

function openPrompt(state: State, text = ""): State {
  return withOverlay(state, { kind: "prompt", own: { text, top: 0 } });
}

function entered(state: State, text: string): Step {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return step(state);
  return choose(state, { kind: "look", target: { kind: "states", words, staged: false } });
}

function typed(key: string): string {
  if (key === "space") return " ";
  return [...key].length === 1 ? key : "";
}
