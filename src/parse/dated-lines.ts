import { type Moment, momentIn } from "../base/moment.ts";
import { heirComments } from "../model/findings/heir-comment.ts";
import type { SourceFile, Span, Stretch } from "../model/values/value.ts";
import { type Outline, outlineOf } from "./yaml/outline.ts";

/** A key or an item of a list, with all below it. */
interface Line {
  /** The key, or the first line of the item. */
  readonly span: Span;
  /** Equal for the same key or item in another state of the file. */
  readonly id: string;
  /** Whether it is a key with nothing but mappings above it. */
  readonly isKey: boolean;
}

/** A line with an end: `# heir: until DATE (reason)`. */
export interface DatedLine extends Omit<Line, "id"> {
  /** Undefined if there is no line that it could be about; the span is then that of the comment. */
  readonly id: string | undefined;
  /** The date as written. */
  readonly date: string;
  readonly reason: string | undefined;
  /** Undefined for a date that does not exist. */
  readonly moment: Moment | undefined;
}

/** The lines that have an end, by their comments (H1 of docs/concepts/ends.md); none of a faulty file. Never fails. */
export function datedLines(file: SourceFile): readonly DatedLine[] {
  const comments = heirComments(file, "until");
  const root = comments.length === 0 ? undefined : outlineOf(file)?.root;
  if (root === undefined) return [];
  const { lines, texts } = partsIn(root, file);
  return comments.flatMap(({ subject: date, reason, isAlone, span }) => {
    if (texts.some(({ start, end }) => start <= span.start && span.start < end)) return [];
    const begin = file.text.lastIndexOf("\n", span.start) + 1;
    const onLine = lines.filter(({ span: { start } }) => start < span.start);
    const line = isAlone
      ? lines.find(({ span: { start } }) => start > span.start)
      : (onLine.find(({ span: { start } }) => start >= begin) ?? onLine.at(-1));
    return [{ span, id: undefined, isKey: false, ...line, date, reason, moment: momentIn(date) }];
  });
}

/** The keys and items of a file, in the order written; none of a file with an error. */
export function linesIn(file: SourceFile): readonly Line[] {
  const root = outlineOf(file)?.root;
  return root === undefined ? [] : partsIn(root, file).lines;
}

/** The lines of a file, and where texts and keys are, in which a `#` begins no comment. */
function partsIn(root: Outline, file: SourceFile) {
  const lines: Line[] = [];
  const texts: Stretch[] = [];
  const walk = (part: Outline, id: string, isKey = true): void => {
    const { start, end } = part;
    if (part.kind === "map") {
      for (const { key, value } of part.entries) {
        const own = `${id}\0${file.text.slice(key.start, key.end)}`;
        lines.push({ span: { file, ...key }, id: own, isKey });
        texts.push(key);
        walk(value, own, isKey);
      }
    } else if (part.kind === "list") {
      for (const item of part.items) {
        const [first = ""] = file.text.slice(item.start, item.end).split("\n", 1);
        const written = first.replace(/\s+#.*$/, "").trimEnd();
        const own = `${id}\0- ${written}`;
        lines.push({ span: { file, start: item.start, end: item.start + written.length }, id: own, isKey: false });
        walk(item, own, false);
      }
    } else if (part.kind === "scalar" && part.style === "block") {
      // A comment may be behind the sign of a block.
      texts.push({ start: file.text.indexOf("\n", start), end });
    } else texts.push({ start, end });
  };
  walk(root, "");
  return { lines, texts };
}
