import { displayWidth } from "../../base/terminal-text.ts";
import { type Line, lineWidth, plain, type TextSpan } from "./line.ts";

/** A line wrapped at spaces and after commas, as in a set of nodes; all lines but the first are indented. */
export function wrapped(line: Line, columns: number, indent = 2): readonly Line[] {
  if (lineWidth(line) <= columns) return [line];
  const lines: TextSpan[][] = [[]];
  let left = columns;
  for (const part of line) {
    for (const text of part.text.split(/(?<= )|(?<=,)(?=\S)/)) {
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

function withoutEndSpaces(line: Line): Line {
  const last = line.at(-1);
  return last === undefined ? line : [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
