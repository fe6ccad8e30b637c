import { command } from "../../base/terminal-text.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import { type ComparedStates, diffCommand, fileAt, type RowPlace } from "./compared.ts";

/** A line of a menu, and what choosing it does. */
export interface MenuItem {
  readonly key: string;
  readonly text: string;
  /** What it applies to, behind the text. */
  readonly value: string;
  readonly choice: MenuChoice;
}

export type MenuChoice =
  | { readonly kind: "copy"; readonly text: string; readonly what: string }
  /** Saves the report of the merge in front to a file. */
  | { readonly kind: "report" }
  /** Turns an option of `heir diff` that leaves changes out on or off; undefined turns all off. */
  | { readonly kind: "ignore"; readonly option: string | undefined }
  | { readonly kind: "secrets"; readonly areShown: boolean }
  | { readonly kind: "nothing" };

/** Something that can be copied, chosen by its key. */
export function copyItem(key: string, text: string, value: string): MenuItem {
  return { key, text, value, choice: { kind: "copy", text: value, what: text } };
}

/** A value, unless it is masked or cut: that would be wrong wherever it is pasted. */
export function valueItem(key: string, text: string, value: string | undefined): readonly MenuItem[] {
  const isWhole = value !== undefined && !value.includes(SECRET_TEXT) && !value.endsWith("…");
  return isWhole ? [copyItem(key, text, value)] : [];
}

export function commandItem(...words: Parameters<typeof command>): MenuItem {
  return copyItem("h", "heir command", command(...words));
}

/** The command that prints the same as the screen; none for the first commit, which has no parent. */
export function diffItems(target: ComparedStates, options: readonly string[] = []): readonly MenuItem[] {
  const words = diffCommand(target);
  return words === undefined ? [] : [commandItem(words, [], options)];
}

/** The commit and the file of a row. */
export function placeItems({ target, source }: RowPlace): readonly MenuItem[] {
  const commit = target?.kind === "commit" ? [copyItem("c", "commit", target.id)] : [];
  const { file, line } = fileAt(source) ?? {};
  if (file === undefined) return commit;
  return [...commit, line === undefined ? copyItem("f", "file", file) : copyItem("f", "file:line", `${file}:${line}`)];
}
