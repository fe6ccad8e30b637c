const SPECIAL = /[\\^$.*+?()[\]{}|/]/;

/**
 * A shell pattern as Python's `fnmatchcase` reads it: `*` (also over `/`), `?`, `[abc]`, `[a-z]`, `[!abc]`, the whole
 * text, case-sensitive. Never fails: a `[` without its end is an ordinary character.
 */
export function fnmatch(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^(?:${translate(pattern)})$`, "su");
  return (text) => expression.test(text);
}

function translate(pattern: string): string {
  const characters = [...pattern];
  let out = "";
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const end = character === "[" ? closingBracket(characters, at) : -1;
    if (end !== -1) {
      out += characterSet(characters.slice(at + 1, end));
      at = end;
    } else if (character === "*") out += ".*";
    else if (character === "?") out += ".";
    else out += SPECIAL.test(character) ? `\\${character}` : character;
  }
  return out;
}

/**
 * Index of the `]` that ends the set opened at `start`, or -1. A `]` that comes first (after `!`) belongs to the set.
 */
function closingBracket(characters: readonly string[], start: number): number {
  let at = start + 1;
  if (characters[at] === "!") at += 1;
  if (characters[at] === "]") at += 1;
  return characters.indexOf("]", at);
}

function characterSet(inside: readonly string[]): string {
  const negated = inside[0] === "!";
  const members = negated ? inside.slice(1) : inside;
  let body = "";
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? "";
    const to = members[at + 2];
    if (members[at + 1] === "-" && to !== undefined) {
      if (from <= to) body += `${escapeInSet(from)}-${escapeInSet(to)}`;
      at += 2;
    } else body += escapeInSet(from);
  }
  if (body === "") return negated ? "." : "(?!)";
  return `[${negated ? "^" : ""}${body}]`;
}

function escapeInSet(character: string): string {
  return /[\\\]^[\-&~|]/.test(character) ? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}` : character;
}
