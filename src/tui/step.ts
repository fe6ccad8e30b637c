import type { TuiState } from "./state.ts";
import type { QuestionKind, Request } from "./worker/questions.ts";

/** Something to do outside the state. */
export type Want =
  /** Ask the worker; on the terminal, it is left to the programs that the worker starts until the answer is there. */
  | { readonly kind: "ask"; readonly request: Request; readonly isOnTerminal?: true }
  /** No answer to the open question of a kind is wanted any more. */
  | { readonly kind: "giveUp"; readonly of: QuestionKind }
  /** End the program. */
  | { readonly kind: "quit"; readonly code: QuitCode }
  /** Put a text into the clipboard. */
  | { readonly kind: "copy"; readonly text: string }
  | EditWant
  /** Turn the mouse of the terminal on or off. */
  | { readonly kind: "mouse"; readonly isOn: boolean }
  /** Give the terminal back to the shell until it says `fg`. */
  | { readonly kind: "suspend" };

/** Open the user's editor on a line of a file below a folder. */
export interface EditWant {
  readonly kind: "edit";
  readonly root: string;
  readonly file: string;
  readonly line: number;
}

/** The exit code: 0 by `q`, 130 when interrupted. */
export type QuitCode = 0 | 130;

/** The result of an event. */
export interface Reduced {
  readonly state: TuiState;
  readonly wants: readonly Want[];
}

export function step(state: TuiState, ...wants: readonly Want[]): Reduced {
  return { state, wants };
}

export function ask(request: Request): Want {
  return { kind: "ask", request };
}
