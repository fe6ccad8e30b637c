import { command } from "../../base/command.ts";
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
  /** Words of the line that are nodes. */
  readonly nodes: readonly string[];
  /** Whether the command takes `-r`. */
  readonly hasRevision: boolean;
}

/** Commands that ask for the history of a value. */
const HISTORY: ReadonlySet<string> = new Set(["blame", "bisect", "log", "why"]);

/** The whole command that does with the word what may have been meant. */
export function kindHint(is: Is, { verb, word, words, line, wantsState, nodes, hasRevision }: WrongWord): string {
  const others = words.filter((each) => each !== word);
  switch (is.kind) {
    case "node":
      if (wantsState && (verb === "check" || verb === "tui")) return command(["heir", verb, "--node", word]);
      if (wantsState && verb === "diff")
        return command(["heir", "diff", ...words.filter((each) => !nodes.includes(each)), "--", ...nodes]);
      return command(["heir", "show"], [word]);
    case "class": {
      const node = line.given.find(({ name }) => name === "why")?.value;
      if (verb === "groups" && node !== undefined) return command(["heir", "explain"], [node, "classes"]);
      return command(["heir", "uses"], [word]);
    }
    case "group":
      return command(["heir", "groups"], [word]);
    case "file":
      if (wantsState && verb === "check" && is.paths.length > 0) {
        return command(["heir", "check", ...is.paths.flatMap((path) => ["--path", path])]);
      }
      if (wantsState) return command(["heir", "impact"], [word]);
      return is.node === undefined ? command(["heir", "uses"], [word]) : command(["heir", "show"], [is.node]);
    case "revision":
      if (!hasRevision) return `${command(["heir", verb, "-h"])} shows how it is used`;
      if (line.operands.length === 1) return command(["heir", "nodes", "-r"], [word]);
      return command(["heir", verb, "-r", word, ...others]);
    case "finding":
      return verb === "check" ? command(["heir", "check", "--only", word]) : command(["heir", "help", word]);
    case "path":
      if (wantsState) return command(["heir", verb, ...others, "--path", word]);
      if (HISTORY.has(verb)) return command(["heir", "log", "--path"], [word]);
      return command(["heir", "nodes", "--columns"], [`name,${word}`]);
  }
}
