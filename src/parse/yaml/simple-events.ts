import { isOn } from "../../speed/on.ts";

/** The kinds of events. A scalar is a key if it follows the start of a mapping or the value of another key. */
export const MAP_START = 0;
export const LIST_START = 1;
const BLOCK_END = 2;
/** The end of a list or mapping in brackets; `end` is after its bracket. */
export const FLOW_END = 3;
export const PLAIN = 4;
const QUOTED = 5;
export const LITERAL = 6;
export const FOLDED = 7;

/** Three numbers for each event: kind, start and end. */
export type Events = readonly number[];

/**
 * The events of a text in the part of YAML that nearly all files keep to, empty for comments alone; undefined for any
 * other, left to the library, which reads accepted texts alike. One document of block lists and mappings, scalars and
 * brackets on one line, literal and folded text, comments; no tags, anchors, merge keys or tabs.
 */
export function simpleEvents(text: string): Events | undefined {
  if (!isOn("simple-yaml") || text.length > LONGEST || BEYOND.test(text)) return undefined;
  const scanner = new Scanner(text);
  return scanner.document() ? scanner.events : undefined;
}

const LONGEST = 1_000_000;
const DEEPEST = 100;
const LONGEST_KEY = 500;

/** Tabs, and line ends that parsers disagree on. */
const BEYOND = /[\t\r\x85\u2028\u2029\ufeff]/;

const [LINE_END, SPACE, HASH, COLON, DASH] = [10, 32, 35, 58, 45];
const [QUOTE, DOUBLE_QUOTE, BACKSLASH, BAR, ANGLE, COMMA, QUESTION] = [39, 34, 92, 124, 62, 44, 63];
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [91, 93, 123, 125];

/** What an ASCII character can be part of. */
const [KEY_FIRST, KEY, PLAIN_FIRST, ITEM, ESCAPED] = [1, 2, 4, 8, 16];
const parts = new Uint8Array(128);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/";
allow(KEY_FIRST, `${letters}~=^+`);
allow(KEY, `${letters}~=^+-.@$%()* `);
allow(PLAIN_FIRST, `${letters}~=^+.$();<-?\\`);
allow(ITEM, `${letters}~=^+-.@$%();<* `);
allow(ESCAPED, '"\\/nrt');

function allow(part: number, characters: string): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    parts[code] = (parts[code] ?? 0) | part;
  }
}

/** Characters beyond ASCII are part of text, never of keys. */
function isPart(code: number, part: number): boolean {
  return ((parts[code] ?? 0) & part) !== 0;
}

/** Reads line by line. A method returns false if the text is not simple; the events are then discarded. */
class Scanner {
  readonly events: number[] = [];
  private readonly text: string;
  /** The first character of the current line that is not a space, and its column; -1 after the last line. */
  private first = 0;
  private indent = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): boolean {
    this.toContent(0);
    if (this.indent === 0 && this.text.startsWith("---\n", this.first)) this.toContent(this.first + 4);
    return this.indent === -1 || (this.block() && this.indent === -1);
  }

  /** Moves to the first line with content, beginning at the start of a line. */
  private toContent(start: number): void {
    const { text } = this;
    let line = start;
    for (;;) {
      let at = line;
      while (text.charCodeAt(at) === SPACE) at += 1;
      const character = text.charCodeAt(at);
      if (character === LINE_END) line = at + 1;
      else if (character === HASH) line = this.lineEnd(at) + 1;
      else {
        this.first = at;
        this.indent = at >= text.length ? -1 : at - line;
        return;
      }
    }
  }

  /** A block list or mapping that begins on the current line. */
  private block(): boolean {
    this.depth += 1;
    const isSimple = this.depth <= DEEPEST && (this.isDash(this.first) ? this.list() : this.mapping());
    this.depth -= 1;
    return isSimple;
  }

  private mapping(): boolean {
    const { indent } = this;
    this.take(MAP_START, this.first, this.first);
    do {
      const end = this.keyEnd(this.first);
      if (end === -1 || this.text.startsWith("<<", this.first)) return false;
      this.take(this.scalarKind(this.first), this.first, end);
      if (!this.value(end + 1, indent, true)) return false;
    } while (this.indent === indent && !this.isDash(this.first));
    this.take(BLOCK_END, 0, 0);
    return this.indent < indent;
  }

  private list(): boolean {
    const { indent } = this;
    this.take(LIST_START, this.first, this.first);
    do {
      const at = this.afterSpaces(this.first + 1);
      if (this.isDash(at) || this.keyEnd(at) !== -1) {
        this.indent += at - this.first;
        this.first = at;
        if (!this.block() || this.indent > indent) return false;
      } else if (!this.value(this.first + 1, indent, false)) return false;
    } while (this.indent === indent && this.isDash(this.first));
    this.take(BLOCK_END, 0, 0);
    return this.indent <= indent;
  }

  /** The value after a colon or a dash. A list may have the indentation of the key before it. */
  private value(from: number, indent: number, isOfKey: boolean): boolean {
    const at = this.afterSpaces(from);
    if (!this.isLineEnd(at) && this.text.charCodeAt(at) !== HASH) return this.inline(at, indent);
    this.toContent(this.lineEnd(at) + 1);
    const hasList = isOfKey && this.indent === indent && this.isDash(this.first);
    if (this.indent > indent || hasList) return this.block();
    this.take(PLAIN, at, at);
    return true;
  }

  /** A value on the line of its key or dash. */
  private inline(at: number, indent: number): boolean {
    const character = this.text.charCodeAt(at);
    if (character === BAR || character === ANGLE) return this.blockText(at, indent);
    let end = at;
    if (character === OPEN_LIST || character === OPEN_MAP) end = this.bracket(at);
    else {
      end = character === QUOTE || character === DOUBLE_QUOTE ? this.quotedEnd(at) : this.plainEnd(at);
      this.take(this.scalarKind(at), at, end);
    }
    if (end === -1) return false;
    const next = this.afterSpaces(end);
    const isComment = next > end && this.text.charCodeAt(next) === HASH;
    if (!isComment && !this.isLineEnd(next)) return false;
    this.toContent(this.lineEnd(next) + 1);
    // A line with more indentation would continue the value.
    return this.indent <= indent;
  }

  /** The end of a key that a colon follows, -1 if there is none. */
  private keyEnd(start: number): number {
    const { text } = this;
    const character = text.charCodeAt(start);
    let end = start;
    if (character === QUOTE || character === DOUBLE_QUOTE) end = this.quotedEnd(start);
    else if (!isPart(character, KEY_FIRST)) return -1;
    else while (isPart(text.charCodeAt(end), KEY) || this.isInnerColon(end)) end += 1;
    const isKey = text.charCodeAt(end) === COLON && text.charCodeAt(end - 1) !== SPACE && end - start < LONGEST_KEY;
    const next = text.charCodeAt(end + 1);
    return isKey && (next === SPACE || next === LINE_END || end + 1 === text.length) ? end : -1;
  }

  /** The end of quoted text, -1 if it has a rare escape or a line end. */
  private quotedEnd(start: number): number {
    const { text } = this;
    const quote = text.charCodeAt(start);
    for (let at = start + 1; at < text.length; at += 1) {
      const character = text.charCodeAt(at);
      if (character === LINE_END) return -1;
      if (character === quote) {
        if (quote === DOUBLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
        at += 1;
      } else if (character === BACKSLASH && quote === DOUBLE_QUOTE) {
        if (!isPart(text.charCodeAt(at + 1), ESCAPED)) return -1;
        at += 1;
      }
    }
    return -1;
  }

  private plainEnd(start: number): number {
    const { text } = this;
    const character = text.charCodeAt(start);
    if ((character < 128 && !isPart(character, PLAIN_FIRST)) || this.isDash(start)) return -1;
    // As a mark of a key of its own.
    if (character === QUESTION && this.isBreak(start + 1)) return -1;
    let end = start;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE_END) break;
      if (code === COLON && this.isBreak(at + 1)) return -1;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
      if (code !== SPACE) end = at + 1;
    }
    return end;
  }

  /** A list or mapping in brackets on one line; returns its end, or -1. */
  private bracket(start: number): number {
    this.depth += 1;
    const isMap = this.text.charCodeAt(start) === OPEN_MAP;
    this.take(isMap ? MAP_START : LIST_START, start, start);
    const end = this.depth <= DEEPEST ? this.bracketEnd(start, isMap) : -1;
    this.take(FLOW_END, start, end);
    this.depth -= 1;
    return end;
  }

  private bracketEnd(start: number, isMap: boolean): number {
    const { text } = this;
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    let at = this.afterSpaces(start + 1);
    while (text.charCodeAt(at) !== close) {
      const end = isMap ? this.pair(at) : this.item(at);
      if (end === -1) return -1;
      const next = this.afterSpaces(end);
      if (text.charCodeAt(next) === close) at = next;
      else if (text.charCodeAt(next) !== COMMA) return -1;
      else {
        at = this.afterSpaces(next + 1);
        if (text.charCodeAt(at) === close) return -1;
      }
    }
    return at + 1;
  }

  /** A key and its value in brackets; returns the end, or -1. */
  private pair(start: number): number {
    const end = this.keyEnd(start);
    if (end === -1) return -1;
    this.take(this.scalarKind(start), start, end);
    return this.item(this.afterSpaces(end + 1));
  }

  /** A value in brackets; returns its end, or -1. */
  private item(start: number): number {
    const character = this.text.charCodeAt(start);
    if (character === OPEN_LIST || character === OPEN_MAP) return this.bracket(start);
    const end = this.itemEnd(start);
    this.take(this.scalarKind(start), start, end);
    return end;
  }

  private itemEnd(start: number): number {
    const character = this.text.charCodeAt(start);
    if (character === QUOTE || character === DOUBLE_QUOTE) return this.quotedEnd(start);
    if (!isPart(character, KEY_FIRST) && (character !== DASH || this.isBreak(start + 1))) return -1;
    let end = start;
    for (let at = start; isPart(this.text.charCodeAt(at), ITEM) || this.isInnerColon(at); at += 1) {
      if (this.text.charCodeAt(at) !== SPACE) end = at + 1;
    }
    return end;
  }

  /** Whether a colon is part of a key, or of a text in brackets. */
  private isInnerColon(at: number): boolean {
    const next = this.text.charCodeAt(at + 1);
    return this.text.charCodeAt(at) === COLON && next !== SPACE && isPart(next, KEY);
  }

  /** Literal or folded text, up to the first line with less indentation. Folded text must be one paragraph. */
  private blockText(start: number, indent: number): boolean {
    const { text } = this;
    const isFolded = text.charCodeAt(start) === ANGLE;
    const header = text.charCodeAt(start + 1) === DASH ? start + 2 : start + 1;
    if (text.charCodeAt(header) !== LINE_END) return false;
    const width = this.afterSpaces(header + 1) - header - 1;
    let end = header + 1;
    if (width <= indent || this.isLineEnd(end + width)) return false;
    for (let line = end; line < text.length; ) {
      const content = this.afterSpaces(line);
      const isEmptyLine = this.isLineEnd(content);
      if (content - line > width && (isEmptyLine || isFolded)) return false;
      if (!isEmptyLine && content - line < width) break;
      if (!isEmptyLine && isFolded && line > end) return false;
      line = this.lineEnd(content) + 1;
      if (!isEmptyLine) end = Math.min(line, text.length);
    }
    this.take(isFolded ? FOLDED : LITERAL, start, end);
    this.toContent(end);
    // Only a comment with less indentation than the text is not part of it.
    return this.indent <= indent && !this.isCommentRight(end, indent);
  }

  private isCommentRight(from: number, indent: number): boolean {
    for (let line = from; line < this.first; line = this.lineEnd(line) + 1) {
      const at = this.afterSpaces(line);
      if (this.text.charCodeAt(at) === HASH && at - line > indent) return true;
    }
    return false;
  }

  private scalarKind(at: number): number {
    const character = this.text.charCodeAt(at);
    return character === QUOTE || character === DOUBLE_QUOTE ? QUOTED : PLAIN;
  }

  private isDash(at: number): boolean {
    return this.text.charCodeAt(at) === DASH && this.isBreak(at + 1);
  }

  private isBreak(at: number): boolean {
    return this.text.charCodeAt(at) === SPACE || this.isLineEnd(at);
  }

  private isLineEnd(at: number): boolean {
    return at >= this.text.length || this.text.charCodeAt(at) === LINE_END;
  }

  private afterSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at += 1;
    return at;
  }

  private lineEnd(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end === -1 ? this.text.length : end;
  }

  private take(kind: number, start: number, end: number): void {
    this.events.push(kind, start, end);
  }
}
