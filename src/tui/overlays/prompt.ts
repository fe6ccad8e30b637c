import { plain, span } from "../draw/line.ts";
import { choose } from "../menus/choose.ts";
import type { TypedWords } from "../menus/items.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { OverlayPart } from "./part.ts";

const TEXTS: Readonly<Record<TypedWords, { readonly asks: string; readonly does: string; readonly help: string }>> = {
  range: {
    asks: "Compare which states?",
    does: "Enter compares",
    help: "as heir diff reads them: main..feature, main...feature, v1 v2, HEAD~3, HEAD WORKTREE",
  },
  branch: {
    asks: "Merge which revision into HEAD?",
    does: "Enter merges, in memory only",
    help: "a branch, a tag, a commit: feature, origin/main, v2, HEAD~3",
  },
};

/** A line to type: states or a revision, as the commands read them. */
export const promptOverlay: OverlayPart<"prompt"> = {
  title: "type",
  foot: ({ what }) => TEXTS[what].does,
  lines: ({ what, typed }) => [
    [span("heading", TEXTS[what].asks)],
    [],
    [plain("> "), span("path", `${typed}_`)],
    [],
    [span("muted", TEXTS[what].help)],
  ],
  press: ({ what, typed }, key, state) =>
    key === "enter" ? entered(withOverlay(state, undefined), what, typed) : undefined,
};

function entered(state: TuiState, what: TypedWords, text: string): Reduced {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const [first] = words;
  if (first === undefined) return step(state);
  if (what === "branch") return choose(state, { kind: "merge", branch: first });
  return choose(state, { kind: "look", target: { kind: "states", words, staged: false } });
}
