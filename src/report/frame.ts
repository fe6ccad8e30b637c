import { lineText, type Span } from "../model/origin.ts";
import { displayWidth, visible } from "./align.ts";

/** One source line cut around a span, and where the mark under it goes. */
export interface Frame {
  /** Ready for a terminal: tabs are blanks, nothing else can move the cursor. */
  readonly text: string;
  /** Columns before the mark. */
  readonly offset: number;
  /** Columns of the mark; at least one. */
  readonly length: number;
}

/**
 * The line on which a span begins, cut to a width so that the span stays in sight. Of a span over several lines only
 * the part on the first one is marked. Never fails.
 */
export function sourceFrame(span: Span, line: number, width: number): Frame {
  const whole = lineText(span.file, line);
  const start = columnOf(span);
  const before = shown(whole.slice(0, start));
  const marked = shown(whole.slice(start, start + Math.max(0, span.end - span.start)));
  const after = shown(whole.slice(start + Math.max(0, span.end - span.start)));
  const left = fitEnd(before, Math.max(width - displayWidth(marked + after), Math.floor(width / 3)));
  const middle = fitStart(marked, width - displayWidth(left));
  const right = fitStart(after, width - displayWidth(left + middle));
  return { text: left + middle + right, offset: displayWidth(left), length: Math.max(1, displayWidth(middle)) };
}

/** UTF-16 units before the span on its line. */
function columnOf({ file, start }: Span): number {
  return start - (file.text.lastIndexOf("\n", start - 1) + 1);
}

const TAB = "    ";
const ELLIPSIS = "…";

function shown(text: string): string {
  return visible(text.replaceAll("\t", TAB));
}

/** The beginning of a text, as much as fits. */
function fitStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? "" : taken([...text.slice(0, width * 2)], width - 1) + ELLIPSIS;
}

/** The end of a text, as much as fits. */
function fitEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = [...text.slice(-width * 2)].reverse();
  return ELLIPSIS + [...taken(characters, width - 1)].reverse().join("");
}

function taken(characters: readonly string[], width: number): string {
  let out = "";
  let left = width;
  for (const character of characters) {
    left -= displayWidth(character);
    if (left < 0) break;
    out += character;
  }
  return out;
}
