import { displayWidth, graphemesOf } from "../../base/terminal-text.ts";
import { kept } from "../../speed/kept.ts";
import type { Line, Style, TextSpan } from "../draw/line.ts";

export type Paint = (line: Line) => string;

const BOLD = "1";
const DIM = "2";
const INVERSE = "7";
const STRUCK = "9";

/** The 16 basic colours, which follow the colours of the terminal. */
const coloured: Readonly<Record<Style, string>> = {
  plain: "",
  title: BOLD,
  added: "32",
  removed: "31",
  changed: "33",
  moved: "35",
  path: "36",
  key: "36",
  value: "",
  source: DIM,
  node: BOLD,
  error: "1;31",
  warning: "1;33",
  muted: DIM,
  border: DIM,
  focus: "36",
  heading: BOLD,
  bar: DIM,
  gone: STRUCK,
};

/** Without colours: symbols and words already carry the meaning. */
const monochrome: Readonly<Record<Style, string>> = {
  ...coloured,
  added: "",
  removed: "",
  changed: "",
  moved: "",
  path: "",
  key: "",
  error: BOLD,
  warning: BOLD,
  focus: BOLD,
};

export interface Look {
  readonly colour: boolean;
  readonly ascii: boolean;
}

/** How lines look on this terminal. Each begins and ends without any attribute; a line that was painted is not painted again. */
export function painter({ colour, ascii }: Look): Paint {
  const codes = colour ? coloured : monochrome;
  return kept("screens", (line) => Array.from(joined(line), (part) => painted(part, codes, ascii)).join(""));
}

function painted({ text, label, chosen }: TextSpan, codes: Readonly<Record<Style, string>>, ascii: boolean): string {
  if (text === "") return "";
  const shown = ascii ? asciiText(text) : text;
  // The line of the cursor is one bar: of 16 colours two that are the same on it would differ inverted.
  const all = chosen ? INVERSE : codes[label];
  return all === "" ? shown : `\u001b[${all}m${shown}\u001b[0m`;
}

/** Joins neighbours that look the same. */
function joined(line: Line): readonly TextSpan[] {
  const parts: TextSpan[] = [];
  for (const part of line) {
    const last = parts.at(-1);
    if (last !== undefined && (last.label === part.label || part.chosen === true) && last.chosen === part.chosen) {
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    } else parts.push(part);
  }
  return parts;
}

/** The signs for which each character stands in ASCII. */
const STAND_INS = {
  "+": "┌┐└┘",
  "-": "─",
  "|": "│",
  "#": "┏┓┗┛━┃≠",
  ".": "…·",
  ">": "→›▸",
  "<": "←◀",
  "^": "↑",
  v: "↓▾",
  x: "✗×",
  "&": "∩",
  "*": "●",
  o: "○",
};
const standIns = new Map(Object.entries(STAND_INS).flatMap(([one, signs]) => [...signs].map((sign) => [sign, one])));

/** The text in ASCII with the same width: other characters become `?`, wide ones `??`. */
function asciiText(text: string): string {
  if (/^[\u0020-\u007e]*$/.test(text)) return text;
  const signOf = (sign: string) => standIns.get(sign) ?? "?".repeat(displayWidth(sign));
  const shown = graphemesOf(text).map((sign) => (/^[\u0020-\u007e]$/.test(sign) ? sign : signOf(sign)));
  return shown.join("");
}

/** Terminals that know these show what is between them at once, so that nobody sees half a frame. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
const CLEAR = "\u001b[2J";

/** Knows what is on the screen, and what to write to change it. */
export class Painter {
  private shown: readonly string[] | undefined;
  private announced: string | undefined;

  /** What to write to have these lines on the screen, from the first row on; empty if they are there already. */
  update(lines: readonly string[]): string {
    const { shown } = this;
    this.shown = lines;
    const changed = lines.flatMap((line, row) => (shown?.[row] === line ? [] : [`\u001b[${row + 1};1H${line}`]));
    if (changed.length === 0) return "";
    return `${BEGIN}${shown === undefined ? CLEAR : ""}${changed.join("")}${END}`;
  }

  /** Output that makes a screen reader speak a text: its own row, with the cursor. The last text is not repeated. */
  announce(text: string, row: number): string {
    const isNew = text !== this.announced;
    this.announced = text;
    const at = `\u001b[${row};1H`;
    return isNew ? `${at}\u001b[2K${text}${at}\u001b[?25h` : at;
  }

  /** Forgets the screen, since something else wrote to it or its size changed: the next update is a full one. */
  forget(): void {
    this.shown = undefined;
    this.announced = undefined;
  }
}
