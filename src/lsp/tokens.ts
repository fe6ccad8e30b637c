import type { Mark } from "../edit/find/marks.ts";
import type { Stretch } from "../model/values/origin.ts";
import { TOKEN_TYPES } from "./capabilities.ts";
import type { FileQuestion } from "./question.ts";

type TokenType = (typeof TOKEN_TYPES)[number];

interface Token extends Stretch {
  readonly type: TokenType;
}

/** What the parts of a document are, in the numbers of the protocol. */
export function semanticTokens({ marks, positions }: FileQuestion): readonly number[] {
  const text = positions(marks.file);
  const tokens = marks.marks.flatMap((mark) => tokensOf(mark, marks.file.text));
  let [line, character] = [0, 0];
  return tokens
    .toSorted((one, other) => one.start - other.start)
    .flatMap((token) => {
      const { start, end } = text.range(token);
      if (start.line !== end.line || start.character === end.character) return [];
      const right = start.line === line ? start.character - character : start.character;
      const down = start.line - line;
      [line, character] = [start.line, start.character];
      return [down, right, end.character - start.character, TOKEN_TYPES.indexOf(token.type), 0];
    });
}

function tokensOf(mark: Mark, text: string): readonly Token[] {
  switch (mark.kind) {
    case "name": {
      const removal = mark.isRemoved ? prefixBefore(mark, text) : [];
      if (mark.isOpen || (mark.of !== "class" && mark.of !== "group")) return removal;
      const type = mark.of === "class" ? "class" : "namespace";
      return [...removal, { type, start: mark.start, end: mark.end }];
    }
    case "reference": {
      const [first, last] = [mark.segments[0], mark.segments.at(-1)];
      return first === undefined || last === undefined ? [] : [{ type: "variable", start: first.start, end: last.end }];
    }
    case "key":
      return mark.start > mark.whole.start ? prefixBefore(mark, text) : [];
    case "form":
      return [];
  }
}

/** The signs before a name, without a quote. */
function prefixBefore({ start }: Stretch, text: string): readonly Token[] {
  let from = start;
  while (from > 0 && /[^\s"'[\]{},]/.test(text.charAt(from - 1))) from -= 1;
  return from === start ? [] : [{ type: "operator", start: from, end: start }];
}
