import { type Reduced, step, type TuiState, withMessage } from "../state.ts";
import type { ComparedStates, NamedSet } from "./compared.ts";

/**
 * What a row is about, whatever view it is in: keys that edit, copy and ask act from it alone. Parts that do not apply or
 * are unknown are absent.
 */
export interface RowPlace {
  /** The two states that are compared. */
  readonly target?: ComparedStates | undefined;
  readonly node?: string | undefined;
  /** The class or group of the row, or that all rows have in common. */
  readonly named?: NamedSet | undefined;
  /** The path of a value, as heir writes it. */
  readonly path?: string | undefined;
  /** Whether it exists only in the older state. */
  readonly isOld?: boolean;
  /** `file:line` where it is written. */
  readonly source?: string | undefined;
}

/** Opens the editor where something is written; says why if it cannot. */
export function editAt(state: TuiState, { source }: RowPlace): Reduced {
  const { file, line = 1 } = fileAt(source) ?? {};
  if (file === undefined) return step(withMessage(state, "no file is known for this row"));
  const { trees } = state;
  if (trees === undefined) return step(withMessage(state, "the work tree is being read"));
  const { root } = trees;
  if (root === undefined) return step(withMessage(state, "there is no work tree"));
  return step(state, { kind: "edit", root, file, line });
}

/** The file, and the line if one is known. */
export function fileAt(source = ""): { readonly file: string; readonly line: number | undefined } | undefined {
  const [, file, line] = /^(.+?)(?::(\d+)\b| \(|$)/.exec(source) ?? [];
  return file === undefined ? undefined : { file, line: line === undefined ? undefined : Number(line) };
}
