import { clipEnd, clipStart, displayWidth, terminalSafe } from "../../base/terminal-text.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import { lineStartOf, lineText, placeOf, type SourceFile, type Span, type Stretch } from "../../model/values/value.ts";

/**
 * The line on which a span begins, cut to a width so that the span stays visible, and the columns before the mark and of
 * it. If the span covers several lines, only the part on the first one is marked. Hidden text is left out; a span inside
 * it marks all of it. Safe for a terminal: tabs are spaces, nothing else can move the cursor. Never fails.
 */
export function sourceFrame(span: Span, line: number, width: number) {
  const whole = lineText(span.file, line);
  const begin = lineStartOf(span.file, line);
  const hidden = hiddenOn(span, { start: begin, end: begin + whole.length });
  const own = { start: span.start - begin, end: Math.max(span.start, span.end) - begin };
  const { start, end } = aroundHidden(own, hidden);
  // Of a line as long as a file only what is near the span can be shown.
  const reach = 8 * width;
  const before = shown(withoutHidden(whole, { start: 0, end: start }, hidden).slice(-reach));
  const marked = shown(withoutHidden(whole, { start, end }, hidden));
  const after = shown(withoutHidden(whole, { start: end, end: whole.length }, hidden).slice(0, reach));
  const left = clipStart(before, Math.max(width - displayWidth(marked + after), Math.floor(width / 3)));
  const middle = clipEnd(marked, width - displayWidth(left));
  const right = clipEnd(after, width - displayWidth(left + middle));
  return { text: left + middle + right, offset: displayWidth(left), length: Math.max(1, displayWidth(middle)) };
}

/** One whole line of a file (counted from 1), with a marker in place of each hidden stretch. */
export function shownLine(file: SourceFile, line: number): string {
  const begin = lineStartOf(file, line);
  const whole = lineText(file, line);
  if (file.hidden === undefined) return whole;
  const hidden = hiddenOn({ file, start: begin, end: begin }, { start: begin, end: begin + whole.length });
  return withoutHidden(whole, { start: 0, end: whole.length }, hidden);
}

/** The hidden stretches of a line, from its start. */
function hiddenOn({ file }: Span, line: Stretch): readonly Stretch[] {
  const onLine = (file.hidden ?? []).filter(({ start, end }) => start < line.end && end > line.start);
  return onLine.map(({ start, end }) => ({
    start: Math.max(start, line.start) - line.start,
    end: Math.min(end, line.end) - line.start,
  }));
}

/** A stretch widened so that it cuts no hidden one in two. */
function aroundHidden(stretch: Stretch, hidden: readonly Stretch[]): Stretch {
  const cut = hidden.filter(({ start, end }) => start < stretch.end && end > stretch.start);
  return {
    start: Math.min(stretch.start, ...cut.map(({ start }) => start)),
    end: Math.max(stretch.end, ...cut.map(({ end }) => end)),
  };
}

/** A part of a text with a marker in place of each hidden stretch. */
function withoutHidden(text: string, part: Stretch, hidden: readonly Stretch[]): string {
  let out = "";
  let at = part.start;
  const inPart = hidden.filter(({ start, end }) => start < part.end && end > part.start);
  for (const { start, end } of inPart.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    out += text.slice(at, Math.max(at, start)) + SECRET_TEXT;
    at = end;
  }
  return out + text.slice(at, Math.max(at, part.end));
}

const TAB = "    ";

function shown(text: string): string {
  return terminalSafe(text.replaceAll("\t", TAB));
}

/** The first and the last line of a span; the line end behind a block belongs to its last line. */
export function spanLines(span: Span): readonly [first: number, last: number] {
  return [placeOf(span).line, placeOf({ ...span, start: Math.max(span.start, span.end - 1) }).line];
}

/** The text of a span as its file has it. */
export function writtenIn({ file, start, end }: Span): string {
  return file.text.slice(start, end);
}
