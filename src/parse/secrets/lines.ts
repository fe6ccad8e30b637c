import { isReference } from "../../model/secrets/secrets.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";

/**
 * What is written beside a secret value on its lines: tags, anchors, an alias in place of the value, and comments, also
 * those between the items of a list or mapping. `key` is the place of its key, absent for an item of a list.
 */
export function besideValue(value: Value, key: Span | undefined): readonly Span[] {
  const own = key === undefined ? { file: value.origin.file, start: value.origin.start, end: 0 } : after(key);
  const { file, start } = own;
  const { origin } = value;
  const isHere = origin.file.blob === file.blob && origin.end >= start;
  const end = isHere ? Math.max(origin.end, start) : aliasEnd(file.text, start);
  const first = isReference(value) && isHere ? origin.start : end;
  const text = file.text.slice(start, first);
  const indent = text.length - text.trimStart().length;
  const written = indent === text.length ? [] : [{ file, start: start + indent, end: first }];
  return [...written, ...comment({ file, start, end })];
}

/** From the value of a key on. */
function after({ file, end }: Span): Span {
  COLON.lastIndex = end;
  return { file, start: COLON.test(file.text) ? COLON.lastIndex : end, end };
}

const COLON = /\s*:[ \t]*/y;

/** The end of the alias that is a value. */
function aliasEnd(text: string, start: number): number {
  ALIAS.lastIndex = start;
  return ALIAS.test(text) ? ALIAS.lastIndex : start;
}

const ALIAS = /\s*(?:#[^\n]*\n\s*)*\*[^\s,[\]{}]+/y;

/** The comment that follows on the line where a value ends. */
function comment({ file, end }: Span): readonly Span[] {
  if (file.text[end - 1] === "\n") return [];
  COMMENT.lastIndex = end;
  const found = COMMENT.exec(file.text);
  return found === null ? [] : [{ file, start: found.index + found[0].indexOf("#"), end: COMMENT.lastIndex }];
}

const COMMENT = /[^#\n]*(?:[^\s#\n]#[^#\n]*)*(?<=\s)#[^\n]*/y;
