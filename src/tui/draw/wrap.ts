import { displayWidth } from "../../base/terminal-text.ts";
import { type Line, lineWidth, plain, type TextSpan } from "./line.ts";

/** A line wrapped at spaces and after commas, as in a set of nodes; all lines but the first are indented. */
export function wrapped(line: Line, columns: number, indent = 2): readonly Line[] {
  if (lineWidth(line) <= columns) return [line];
  const lines: TextSpan[][] = [[]];
  let left = columns;
  for (const part of line) {
    for (const text of piecesOf(part.text, columns - indent)) {
      const width = displayWidth(text.trimEnd());
      if (width === 0 && left <= 0) continue;
      if (width > left && left < columns - indent) {
        lines.push([plain(" ".repeat(indent))]);
        left = columns - indent;
      }
      lines.at(-1)?.push({ ...part, text });
      left -= displayWidth(text);
    }
  }
  return lines.map(withoutEndSpaces);
}

/** Words with the blank behind them; one that is longer than a line in parts that are not. */
function piecesOf(text: string, columns: number): readonly string[] {
  return text
    .split(/(?<= )|(?<=,)(?=\S)/)
    .flatMap((word) => (displayWidth(word.trimEnd()) <= columns ? [word] : partsOf(word, Math.max(1, columns))));
}

function partsOf(word: string, columns: number): readonly string[] {
  const parts: string[] = [""];
  for (const sign of word) {
    const longer = `${parts.at(-1) ?? ""}${sign}`;
    if (displayWidth(longer) > columns) parts.push(sign);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

function withoutEndSpaces(line: Line): Line {
  const last = line.at(-1);
  return last === undefined ? line : [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
