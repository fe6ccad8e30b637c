import { trimmed } from "../../base/text-order.ts";
import { parseQuery } from "./query.ts";
import { isPlain, type TemplatePart, type TemplateValue, type Value } from "./value.ts";
import { partsOf } from "./value-at.ts";

/** The delimiters that settings can change, named as in reclass-config.yml. */
export interface Delimiters {
  readonly reference_sentinels: readonly [string, string];
  readonly export_sentinels: readonly [string, string];
  readonly escape_character: string;
  readonly delimiter: string;
}

/** Whether a text holds the opening delimiter of a reference or query. All others need no splitting. */
export function hasSentinel(text: string, delimiters: Delimiters): boolean {
  return text.includes(delimiters.reference_sentinels[0]) || text.includes(delimiters.export_sentinels[0]);
}

/** The templates in a value; if not `isDeep`, without those inside lists and mappings. */
export function templatesIn(value: Value, isDeep: boolean): readonly TemplateValue[] {
  if (value.kind === "template") return [value];
  return isDeep && !isPlain(value) ? partsOf(value).flatMap((part) => templatesIn(part, true)) : [];
}

/**
 * Splits a text into plain parts, references and queries, by the grammar of reclass 1.7 (docs/concepts/references.md).
 * A fault in the text gives the single part `fault`. Adjacent plain parts are joined.
 */
export function splitTemplate(text: string, delimiters: Delimiters): readonly TemplatePart[] {
  return simpleParts(text, delimiters) ?? allParts(text, delimiters);
}

/** The parts of a text with plain references only, as nearly all texts are; undefined for any other. */
function simpleParts(text: string, delimiters: Delimiters): readonly TemplatePart[] | undefined {
  const [open, close] = delimiters.reference_sentinels;
  if (text.includes(delimiters.escape_character) || text.includes(delimiters.export_sentinels[0])) return undefined;
  const parts: TemplatePart[] = [];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const inside = start + open.length;
    const end = text.indexOf(close, inside);
    const next = text.indexOf(open, inside);
    if (end <= inside || (next !== -1 && next <= end)) return undefined;
    if (start > at) parts.push({ kind: "text", text: text.slice(at, start) });
    at = end + close.length;
    const path = [{ kind: "text" as const, text: text.slice(inside, end) }];
    parts.push({ kind: "reference", path, source: text.slice(start, at) });
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return trimmed(parts);
}

function allParts(text: string, delimiters: Delimiters): readonly TemplatePart[] {
  const reader = new Reader(text, delimiters);
  const parts: TemplatePart[] = [];
  while (!reader.atEnd()) {
    const part = reader.reference() ?? reader.query() ?? reader.plain();
    if (reader.isTooDeep) return [{ kind: "fault", code: "reference-limit", fault: TOO_DEEP }];
    if (part === undefined) return [{ kind: "fault", code: "reference-syntax", fault: reader.fault() }];
    if (part.kind === "fault") return [part];
    push(parts, part);
  }
  const isAlone = parts.length === 1 || parts.every(({ kind }) => kind !== "query");
  return isAlone ? parts : [{ kind: "fault", code: "query-expression", fault: "a query must be the whole value" }];
}

function push(parts: TemplatePart[], part: TemplatePart): void {
  const last = parts.at(-1);
  if (part.kind === "text" && last?.kind === "text") {
    parts[parts.length - 1] = { kind: "text", text: last.text + part.text };
  } else parts.push(part);
}

/** The most references, each in the path of the one around it: rule R8. */
const MOST_NESTED = 256;
const TOO_DEEP = `references are nested more than ${MOST_NESTED} levels deep`;

/** A reader that tries one rule at its position and does not move if the rule does not match. */
class Reader {
  isTooDeep = false;
  private at = 0;
  private nested = 0;
  private readonly text: string;
  private readonly open: string;
  private readonly close: string;
  private readonly queryOpen: string;
  private readonly queryClose: string;
  private readonly escape: string;
  private readonly delimiter: string;

  constructor(text: string, delimiters: Delimiters) {
    this.text = text;
    [this.open, this.close] = delimiters.reference_sentinels;
    [this.queryOpen, this.queryClose] = delimiters.export_sentinels;
    this.escape = delimiters.escape_character;
    this.delimiter = delimiters.delimiter;
  }

  atEnd(): boolean {
    return this.at >= this.text.length;
  }

  fault(): string {
    const isQuery = this.sees(this.queryOpen);
    const [open, close] = isQuery ? [this.queryOpen, this.queryClose] : [this.open, this.close];
    if (this.text.startsWith(open + close, this.at)) return `${open}${close} is empty`;
    return `${open} without its ${close}`;
  }

  reference(): TemplatePart | undefined {
    const start = this.at;
    if (this.isTooDeep || !this.take(this.open)) return undefined;
    this.nested += 1;
    this.isTooDeep = this.nested > MOST_NESTED;
    const path: TemplatePart[] = [];
    for (let part = this.insideReference(); part !== undefined; part = this.insideReference()) push(path, part);
    this.nested -= 1;
    if (path.length === 0 || !this.take(this.close)) return this.back(start);
    return { kind: "reference", path, source: this.text.slice(start, this.at) };
  }

  query(): TemplatePart | undefined {
    const start = this.at;
    if (!this.take(this.queryOpen)) return undefined;
    let inside = "";
    for (let piece = this.insideQuery(); piece !== ""; piece = this.insideQuery()) inside += piece;
    if (inside === "" || !this.take(this.queryClose)) return this.back(start);
    const query = parseQuery(inside, this.delimiter);
    if ("kind" in query) return { kind: "fault", code: query.code, fault: query.message };
    return { kind: "query", query, source: this.text.slice(start, this.at) };
  }

  plain(): TemplatePart | undefined {
    return this.textBefore(this.open, this.queryOpen);
  }

  private insideReference(): TemplatePart | undefined {
    return this.reference() ?? this.textBefore(this.open, this.close);
  }

  private insideQuery(): string {
    const escaped = this.escapedOf(this.queryOpen, this.queryClose);
    if (escaped !== undefined) return escaped;
    if (this.seesEscapable(this.queryClose)) return "";
    return this.run(() => this.sees(this.queryClose.charAt(0)));
  }

  /** What is neither of two delimiters; where one is escaped, that alone. */
  private textBefore(one: string, other: string): TemplatePart | undefined {
    const text = this.escapedOf(one, other) ?? this.run(() => this.seesEscapable(one) || this.seesEscapable(other));
    return text === "" ? undefined : { kind: "text", text };
  }

  private escapedOf(one: string, other: string): string | undefined {
    return this.doubleEscape() ?? this.escaped(one) ?? this.escaped(other);
  }

  /** Two escape characters before a delimiter mean one. */
  private doubleEscape(): string | undefined {
    const both = this.escape + this.escape;
    const sentinels = [this.open, this.close, this.queryOpen, this.queryClose];
    if (!this.sees(both) || !sentinels.some((token) => this.text.startsWith(token, this.at + both.length)))
      return undefined;
    this.at += both.length;
    return this.escape;
  }

  private escaped(token: string): string | undefined {
    if (!this.sees(this.escape + token)) return undefined;
    this.at += this.escape.length + token.length;
    return token;
  }

  private run(stops: () => boolean): string {
    const start = this.at;
    while (!this.atEnd() && !stops()) this.at += 1;
    return this.text.slice(start, this.at);
  }

  /** A delimiter, or a delimiter with one or two escape characters before it. */
  private seesEscapable(token: string): boolean {
    return this.sees(token) || this.sees(this.escape + token) || this.sees(this.escape + this.escape + token);
  }

  private sees(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  private take(token: string): boolean {
    if (!this.sees(token)) return false;
    this.at += token.length;
    return true;
  }

  private back(start: number): undefined {
    this.at = start;
    return undefined;
  }
}
