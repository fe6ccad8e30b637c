import { type Line, plain, span } from "../draw/line.ts";
import { scrolledBy } from "../list/cursor.ts";
import type { Takes } from "../screens/screen.ts";
import { ask, type Reduced, step, type TuiState, type Want, withMessage, withOverlay, withOwn } from "../state.ts";
import type { AnswerTo } from "../worker/questions.ts";
import { type OverlayPart, overlayRows } from "./overlay.ts";

/** The message of a commit, typed in the bottom line. */
export const commitOverlay: OverlayPart<"commit"> = {
  title: "commit",
  content: () => ({}),
  prompt({ typed }) {
    const enter = typed === "" ? "one line; Enter opens the editor" : "Enter commits what is staged";
    return [span("key", "commit: "), plain(`${typed}_`), span("muted", `  ${enter}, Esc cancels`)];
  },
  press(own, key, state) {
    if (key === "esc") return step(withOverlay(state, undefined));
    if (key !== "enter") return undefined;
    const typed = own.typed.trim();
    if (typed === "") return step(withMessage(withOverlay(state, undefined), "committing…"), IN_EDITOR);
    const message = typed === state.staged.files?.message ? "prepared" : { text: typed };
    const kept = withOwn(state, "staged", { message: typed });
    return step(withMessage(withOverlay(kept, undefined), "committing…"), ask({ kind: "commit", ask: { message } }));
  },
};

const IN_EDITOR: Want = { kind: "ask", request: { kind: "commit", ask: { message: "editor" } }, isOnTerminal: true };

/** Asks for the message of a commit: one that was refused is still there, a merge has its own. Says so if nothing is staged. */
export function openCommit(state: TuiState): Reduced {
  const { files, message } = state.staged;
  if (files === undefined) return step(withMessage(state, "the index is still being read"));
  const isStaged = files.files.some(({ index }) => /[MADT]/.test(index));
  if (files.files.some(({ index }) => index === "U"))
    return step(withMessage(state, "files are not merged: resolve and stage them first"));
  if (!isStaged && files.message === undefined) return step(withMessage(state, "nothing is staged"));
  return step(withOverlay(state, { kind: "commit", own: { typed: message || (files.message ?? ""), top: 0 } }));
}

export const outputOverlay: OverlayPart<"output"> = {
  title: "git",
  heading: ({ tried }) => [span("heading", tried)],
  content: ({ lines }) => ({ lines }),
};

/** Takes back the last thing that was done here. */
export function openUndo(state: TuiState): Reduced {
  if (state.undoable === 0)
    return step(withMessage(state, "nothing was done here yet; heir undo takes back heir's last edit"));
  return step(state, ask({ kind: "undo", ask: { isSure: false } }));
}

/** A message that was committed is not offered again. */
export const actTakes: Takes = {
  setWrite: told,
  orderWrite: told,
  stage: told,
  undo: told,
  commit: (state, outcome) =>
    told(outcome.kind === "done" ? withOwn(state, "staged", { message: "" }) : state, outcome),
};

/** What came of something that the user did. */
function told(state: TuiState, outcome: AnswerTo<"stage">): Reduced {
  switch (outcome.kind) {
    case "asks": {
      const lines = [[plain(`${outcome.words} is taken back; files stay as they are, unless heir wrote them.`)]];
      const request = { kind: "undo", ask: { isSure: true } } as const;
      return step(withOverlay(state, { kind: "question", own: { lines, does: "undoes it", request, top: 0 } }));
    }
    case "refused": {
      // What was typed ahead was meant for another end.
      const calm = { ...state, ahead: [] };
      return step(withOutput(withMessage(calm, `${outcome.tried} was refused; nothing changed`, true), outcome));
    }
    case "done": {
      // With the one line that git or a hook has written; more stand in a view of their own.
      const [line, ...more] = linesOf(outcome);
      const words = line === undefined || more.length > 0 ? outcome.words : `${outcome.words}: ${line}`;
      const done = withMessage({ ...state, undoable: outcome.left }, words);
      return step(more.length > 0 ? withOutput(done, { tried: outcome.words, output: outcome.output }) : done);
    }
  }
}

function withOutput(state: TuiState, answer: { readonly tried: string; readonly output: string }): TuiState {
  const texts = linesOf(answer);
  const lines: readonly Line[] = texts.map((line) => [plain(line)]);
  const logged = { ...state, log: [...state.log, ...texts.map((text) => ({ text, isError: false }))] };
  return withOverlay(logged, { kind: "output", own: { tried: answer.tried, lines, top: 0 } });
}

function linesOf({ output }: { readonly output: string }): readonly string[] {
  return output.split(/\r?\n/).filter((line) => line.trim() !== "");
}

export const logOverlay: OverlayPart<"log"> = {
  title: "messages",
  content(_own, { log: messages }) {
    if (messages.length === 0) return { lines: [[span("muted", "no messages yet")]] };
    return { lines: messages.map(({ text, isError }) => [span(isError ? "error" : "plain", text)]) };
  },
  press: (_own, key, state) => (key === "@" ? step(withOverlay(state, undefined)) : undefined),
};

/** Opens the log at its end. */
export function openLogOverlay(state: TuiState): Reduced {
  const { log: messages, size } = state;
  const top = scrolledBy(0, "last", { lines: messages.length, rows: overlayRows(size) });
  return step(withOverlay(state, { kind: "log", own: { top } }));
}
