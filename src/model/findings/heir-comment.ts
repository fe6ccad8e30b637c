import { placeOf, type SourceFile, type Span } from "../values/value.ts";

/** A comment `# heir: WORD SUBJECT (reason)`: about its line, or alone on a line about the next one. */
export interface HeirComment {
  /** Empty if there is no text. */
  readonly subject: string;
  readonly reason: string | undefined;
  readonly isAlone: boolean;
  readonly line: number;
  readonly span: Span;
}

const COMMENT = /^(.*?)#[ \t]*heir:[ \t]*(allow|until)\b[ \t]*([^\s()]*)(?:[ \t]*\((.*)\))?/gm;

/** The comments of this form in a text, in its order; text in quotes may read as one, too. Never fails. */
export function heirComments(file: SourceFile, word: "allow" | "until"): readonly HeirComment[] {
  if (!file.text.includes("heir:")) return [];
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    const [whole, before = "", found, subject = "", reason] = match;
    if (found !== word || (word === "allow" && subject === "")) return [];
    const span = { file, start: match.index + before.length, end: match.index + whole.length };
    const isAlone = before.trim() === "";
    return [{ subject, reason: reason?.trim() || undefined, isAlone, line: placeOf(span).line, span }];
  });
}
