import { type CST, Lexer, Parser } from "yaml";
import { InvariantError } from "../../model/findings/failure.ts";
import { MARKS, Nesting, SCALAR, TOO_DEEP } from "./bounds.ts";

/** An error of the YAML library, or one of PyYAML that the library does not find. */
export interface LibraryFault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** Tokens, and faults that PyYAML finds and the library does not. Throws RangeError for too deep nesting. */
export class Tokens {
  readonly text: string;
  readonly faults: LibraryFault[] = [];
  private readonly lexer = new Lexer();
  private readonly nesting = new Nesting();
  /** The least indentation with which the plain scalar goes on that was read last. */
  private plainIndent = Infinity;
  private readonly directives = new Set<string>();

  /** `loose` accepts lines inside quotes and brackets with less indentation than the library requires. */
  constructor(text: string, indentation: "strict" | "loose" = "strict") {
    this.text = text;
    readAsPyYaml(this.lexer);
    if (indentation === "loose") loosen(this.lexer);
  }

  get offset(): number {
    return this.nesting.offset;
  }

  *[Symbol.iterator](): Generator<CST.Token> {
    const parser = new Parser();
    let last = "";
    for (const lexeme of this.lexer.lex(this.text)) {
      this.followPlain(lexeme, last);
      const isTag = last !== SCALAR && lexeme.startsWith("!");
      const message = isTag ? this.tagFault(lexeme) : this.fault(lexeme);
      if (message !== undefined) this.refuse(message, lexeme.length);
      if (!this.nesting.take(lexeme)) throw new RangeError(TOO_DEEP);
      for (const part of isTag ? tagParts(lexeme) : lexeme === ":" ? colonParts(last) : [lexeme]) {
        for (const token of parser.next(part)) {
          this.followDirectives(token);
          yield token;
        }
      }
      if (last === SCALAR || !SPACES.test(lexeme)) last = lexeme;
    }
    yield* parser.end();
  }

  /** Outside brackets, a tab may not be before the first text of a line, nor on a line without text. */
  private fault(lexeme: string): string | undefined {
    if (lexeme === BOM) return MARKER.test(this.behind(lexeme)) ? "Byte order mark" : undefined;
    if (!lexeme.includes("\t") || !SPACES.test(lexeme) || this.nesting.isInBrackets) return undefined;
    const line = this.text.slice(this.text.lastIndexOf("\n", this.offset - 1) + 1, this.offset);
    return INDENT.test(line) && line.length < this.plainIndent ? "Tabs are not allowed" : undefined;
  }

  /** Where a plain scalar may go on, white space with a tab is a part of it. */
  private followPlain(lexeme: string, last: string): void {
    if (last === SCALAR && /^\S/.test(lexeme)) this.plainIndent = Number(Reflect.get(this.lexer, "indentNext"));
    else if (this.plainIndent < Infinity && /\S/.test(lexeme)) this.plainIndent = Infinity;
  }

  /** A tag ends with white space, or the comma of an item. */
  private tagFault(tag: string): string | undefined {
    return /^(?:[ \t\r\n,]|$)/.test(this.behind(tag)) ? undefined : "Tags and anchors must be separated";
  }

  private behind(lexeme: string): string {
    const end = this.offset + lexeme.length;
    return this.text.slice(end, end + 3);
  }

  private refuse(message: string, length: number, offset = this.offset): void {
    this.faults.push({ code: "PYYAML", message, pos: [offset, offset + length] });
  }

  private followDirectives(token: CST.Token): void {
    if (token.type === "document") this.directives.clear();
    if (token.type !== "directive") return;
    const { source, offset } = token;
    const [set] = /^%(?:YAML|TAG[ \t]+\S+)/.exec(source) ?? [];
    if (set === undefined) return;
    if (set !== "%YAML" && !TAG.test(source)) this.refuse("Malformed tag directive", source.length, offset);
    if (this.directives.has(set)) this.refuse("Repeated directive", source.length, offset);
    this.directives.add(set);
  }
}

/** `!<!>` means what `!` does. */
const tagParts = (tag: string): readonly string[] => (tag === "!<!>" ? ["!", "   "] : [tag]);

/** A colon; behind an anchor or a tag, that is the one of an empty key, and the library would take it as that of the mapping. */
function colonParts(before: string): readonly string[] {
  return /^[&!]/.test(before) ? [SCALAR, "", ":"] : [":"];
}

const SPACES = /^[ \t]+$/;

/** A directive with a handle of tags and what it stands for. */
const TAG = /^%TAG[ \t]+!(?:[\w-]*!)?[ \t]+[\w\-;/?:@&=+$,.!~*'()[\]%]+$/;

const BOM = "\ufeff";

/** What begins a line that is no content. */
const MARKER = /^(?:---|\.\.\.|%)/;

/** The start of a line before its first text. */
const INDENT = /^\ufeff? *(?:[-?:] +)*[-?:]?$/;

/** Where the last bracket of a kind begins that is not closed before an offset of a text; undefined if there is none. */
export function openBracketBefore(text: string, offset: number, kind: string): number | undefined {
  const lexer = new Lexer();
  readAsPyYaml(lexer);
  const open: { readonly kind: string; readonly at: number }[] = [];
  let at = 0;
  for (const lexeme of lexer.lex(text)) {
    if (at >= offset) break;
    if (lexeme === "[" || lexeme === "{") open.push({ kind: lexeme, at });
    else if (lexeme === CLOSING[open.at(-1)?.kind ?? ""]) open.pop();
    if (!MARKS.has(lexeme)) at += lexeme.length;
  }
  return open.findLast((bracket) => bracket.kind === kind)?.at;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/**
 * Makes a lexer split a text as PyYAML does where the library follows YAML 1.2. Inside brackets `-` before `,` or a bracket
 * is text, and `?` and `:` at the start of text are marks of a key and a value. The name of an anchor ends before a colon.
 */
function readAsPyYaml(lexer: Lexer): void {
  const inBrackets = (): boolean => Reflect.get(lexer, "flowLevel") !== 0;
  replaceMethod(lexer, "charAt", (charAt) => (distance: number): unknown => {
    const character = charAt(distance);
    if (distance === 0) return character === "-" && inBrackets() && FLOW.has(charAt(1)) ? "" : character;
    if (distance > 1) return character;
    const before = charAt(0);
    // At `#` the library looks here whether the indentation of the line counts.
    return before === "#" || (MARKS_OF_PAIRS.has(before) && inBrackets()) ? " " : character;
  });
  replaceMethod(lexer, "pushUntil", (pushUntil) => (test: unknown): unknown => {
    ANCHOR.lastIndex = Number(Reflect.get(lexer, "pos"));
    const name = ANCHOR.exec(String(Reflect.get(lexer, "buffer")))?.[0];
    let read = 0;
    return pushUntil(name === undefined ? test : () => ++read > name.length);
  });
}

const FLOW: ReadonlySet<unknown> = new Set([",", "[", "]", "{", "}"]);
const MARKS_OF_PAIRS: ReadonlySet<unknown> = new Set(["?", ":"]);
const ANCHOR = /[&*][\w-]+(?=[?:,\]}%@`])/y;

/** What PyYAML accepts right behind the name of an anchor, beside white space. */
export const ANCHOR_END: ReadonlySet<string> = new Set("?:,]}%@`");

type Method = (value?: unknown) => unknown;

function replaceMethod(lexer: Lexer, name: string, replaced: (method: Method) => (value: never) => unknown): void {
  const method: unknown = Reflect.get(lexer, name);
  if (typeof method !== "function") throw new InvariantError(`the lexer of yaml has no ${name}`);
  const own: Method = (value) => method.call(lexer, value);
  Reflect.set(lexer, name, replaced(own));
}

/** Makes a lexer ignore indentation inside quotes and brackets, as PyYAML does. The library has no option for it. */
function loosen(lexer: Lexer): void {
  for (const name of ["parseQuotedScalar", "parseFlowCollection"]) {
    replaceMethod(
      lexer,
      name,
      (method) =>
        function* (): Generator<unknown, unknown> {
          const indent: unknown = Reflect.get(lexer, "indentNext");
          Reflect.set(lexer, "indentNext", 0);
          const next: unknown = yield* method() as Generator<unknown, unknown>;
          Reflect.set(lexer, "indentNext", indent);
          return next;
        },
    );
  }
}
