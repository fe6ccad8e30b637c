import type { TuiState } from "../state.ts";
import type { QuestionKind } from "../worker/protocol/questions.ts";
import type { Size } from "./layout.ts";
import { fitted, type Line, lineWidth, plain, type Spot, span, spotted, type TextSpan, textOfLine } from "./line.ts";
import { wrapped } from "./wrap.ts";

/** A part of the screen. */
export interface Pane {
  readonly title: Line;
  /** At the right end of the lower border. */
  readonly foot?: string;
  /** Whether the keys go to it. */
  readonly isFocused?: boolean;
  readonly lines: readonly Line[];
  /** What a click on it is on, where its lines do not say so. */
  readonly pane?: Spot["pane"];
}

/** The size inside a box. */
export function inside({ columns, rows }: Size, isBoxed: boolean): Size {
  return isBoxed ? { columns: Math.max(0, columns - 2), rows: Math.max(0, rows - 2) } : { columns, rows };
}

/** A pane of exactly this size, in a box or bare. Lines that do not fit are left out. */
export function drawPane(pane: Pane, size: Size, isBoxed: boolean): readonly Line[] {
  const { columns, rows } = inside(size, isBoxed);
  const lines = Array.from({ length: rows }, (_, row) => wholeLine(pane, fitted(pane.lines[row] ?? [], columns)));
  if (!isBoxed) return lines;
  const border = pane.isFocused === true ? HEAVY : LIGHT;
  const side = span(border.style, border.side);
  return [upper(pane, columns, border), ...lines.map((line) => [side, ...line, side]), lower(pane, columns, border)];
}

/** The characters of a box, corners from the upper left on. */
interface Border {
  readonly style: TextSpan["label"];
  readonly corners: readonly [string, string, string, string];
  readonly flat: string;
  readonly side: string;
  /** In front of the title. */
  readonly mark: string;
}

const LIGHT: Border = { style: "border", corners: ["┌", "┐", "└", "┘"], flat: "─", side: "│", mark: "" };
/** Of the pane that has the keys, so that it is seen without colours, too. */
const HEAVY: Border = { style: "focus", corners: ["┏", "┓", "┗", "┛"], flat: "━", side: "┃", mark: "> " };

/** A click is on the same from one end of the line to the other. */
function wholeLine({ pane }: Pane, line: Line): Line {
  const spot = line.find((each) => each.spot !== undefined)?.spot ?? (pane && { pane });
  return spot === undefined ? line : spotted(line, spot);
}

function upper({ title }: Pane, columns: number, { style, corners, flat, mark }: Border): Line {
  const [left, right] = corners;
  if (title.length === 0) return [span(style, `${left}${flat.repeat(columns)}${right}`)];
  const text = [...(mark === "" ? [] : [span(style, mark)]), ...title];
  const room = Math.max(0, columns - 3);
  const shown = fitted(text, Math.min(room, lineWidth(text)));
  const rest = Math.max(0, columns - 3 - lineWidth(shown));
  return fitted([span(style, `${left}${flat} `), ...shown, span(style, ` ${flat.repeat(rest)}${right}`)], columns + 2);
}

/** Fewer columns say nothing. */
const SHORTEST_FOOT = 4;

function lower({ foot = "" }: Pane, columns: number, { style, corners, flat }: Border): Line {
  const width = lineWidth([plain(foot)]);
  const room = Math.min(columns - 4, width);
  const isShown = width > 0 && room >= Math.min(width, SHORTEST_FOOT);
  const text = isShown ? ` ${textOfLine(fitted([plain(foot)], room))} ${flat}` : "";
  return [span(style, `${corners[2]}${flat.repeat(columns - lineWidth([plain(text)]))}${text}${corners[3]}`)];
}

/** Panes side by side; all have the same number of lines. */
export function beside(...panes: readonly (readonly Line[])[]): readonly Line[] {
  const [first = []] = panes;
  return first.map((_, row) => panes.flatMap((lines) => lines[row] ?? []));
}

/** In the place of an answer: that it is on its way, or why there is none. */
export function waiting(
  { failures }: Pick<TuiState, "failures">,
  kind: QuestionKind,
  { text, columns }: { readonly text: string; readonly columns: number },
): readonly Line[] {
  const failure = failures.get(kind);
  if (failure === undefined) return note(text);
  return [[], ...wrapped([plain("  "), span("error", failure)], columns, 2)];
}

/** A text in a pane that has nothing else to show, wrapped to its columns. */
export function note(text: string, columns: number = Number.POSITIVE_INFINITY): readonly Line[] {
  return [[], ...wrapped([plain("  "), span("muted", text)], columns)];
}
