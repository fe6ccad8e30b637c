import { shellWord } from "../../base/shell-word.ts";
import type { TypedLine } from "../words/line.ts";

/** What a word is. */
export type Is =
  | { readonly kind: "node" | "class" | "group" | "revision" | "finding" | "path" }
  /** A file of the inventory, the node that it defines, and the paths of the values in it. */
  | { readonly kind: "file"; readonly node?: string; readonly paths: readonly string[] };

/** A line in which a word is another thing than is wanted there. */
export interface WrongWord {
  readonly verb: string;
  readonly word: string;
  /** The words of the line but for the command. */
  readonly words: readonly string[];
  readonly line: TypedLine;
  /** Whether a revision is wanted there. */
  readonly wantsState: boolean;
}

/** The whole command that does with the word what may have been meant. */
export function kindHint(is: Is, { verb, word, words, line, wantsState }: WrongWord): string {
  const others = words.filter((each) => each !== word);
  const heir = (...parts: readonly string[]): string => ["heir", ...parts].join(" ");
  switch (is.kind) {
    case "node":
      if (wantsState && (verb === "check" || verb === "tui")) return heir(verb, "--node", word);
      return wantsState && verb === "diff" ? heir("diff", ...others, "--", word) : heir("show", word);
    case "class": {
      const node = line.given.find(({ name }) => name === "why")?.value;
      return verb === "groups" && node !== undefined ? heir("explain", node, "classes") : heir("uses", word);
    }
    case "group":
      return heir("groups", word);
    case "file":
      if (wantsState && verb === "check" && is.paths.length > 0) {
        return heir("check", ...is.paths.flatMap((path) => ["--path", shellWord(path)]));
      }
      if (wantsState) return heir("impact", word);
      return is.node === undefined ? heir("uses", word) : heir("show", is.node);
    case "revision":
      return line.operands.length === 1 ? heir(verb, "NODE", "-r", word) : heir(verb, "-r", word, ...others);
    case "finding":
      return verb === "check" ? heir("check", "--only", word) : heir("help", word);
    case "path":
      return wantsState ? heir(verb, ...others, "--path", word) : heir("show", "NODE", word);
  }
}
