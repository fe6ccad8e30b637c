import { type CST, Lexer, Parser } from "yaml";
import { InvariantError } from "../../model/findings/failure.ts";
import { MARKS, Nesting, TOO_DEEP } from "./bounds.ts";

/** The tokens of a text. Throws a RangeError if lists and mappings are nested too deep for the library. */
export class Tokens {
  readonly text: string;
  private readonly lexer = new Lexer();
  private readonly nesting = new Nesting();

  /** `loose` accepts lines inside quotes and brackets with less indentation than the library requires. */
  constructor(text: string, indentation: "strict" | "loose" = "strict") {
    this.text = text;
    readDashes(this.lexer);
    if (indentation === "loose") loosen(this.lexer);
  }

  /** How far the text was read. */
  get offset(): number {
    return this.nesting.offset;
  }

  *[Symbol.iterator](): Generator<CST.Token> {
    const parser = new Parser();
    for (const lexeme of this.lexer.lex(this.text)) {
      if (!this.nesting.take(lexeme)) throw new RangeError(TOO_DEEP);
      yield* parser.next(lexeme);
    }
    yield* parser.end();
  }
}

/** Where the last bracket of a kind begins that is not closed before an offset of a text; undefined if there is none. */
export function openBracketBefore(text: string, offset: number, kind: string): number | undefined {
  const lexer = new Lexer();
  readDashes(lexer);
  const open: { readonly kind: string; readonly at: number }[] = [];
  let at = 0;
  for (const lexeme of lexer.lex(text)) {
    if (at >= offset) break;
    if (lexeme === "[" || lexeme === "{") open.push({ kind: lexeme, at });
    else if (lexeme === CLOSING.get(open.at(-1)?.kind)) open.pop();
    if (!MARKS.has(lexeme)) at += lexeme.length;
  }
  return open.findLast((bracket) => bracket.kind === kind)?.at;
}

const CLOSING: ReadonlyMap<string | undefined, string> = new Map([
  ["[", "]"],
  ["{", "}"],
]);

/** Makes a lexer read `-` before `,` or a bracket as text, as PyYAML does; the library reads it as a list item. */
function readDashes(lexer: Lexer): void {
  const charAt: unknown = Reflect.get(lexer, "charAt");
  if (typeof charAt !== "function") throw new InvariantError("the lexer of yaml has no charAt");
  Reflect.set(lexer, "charAt", (distance: number): unknown => {
    const character = charAt.call(lexer, distance);
    const isDash = distance === 0 && character === "-" && Reflect.get(lexer, "flowLevel") !== 0;
    return isDash && FLOW.has(charAt.call(lexer, 1)) ? "" : character;
  });
}

const FLOW: ReadonlySet<unknown> = new Set([",", "[", "]", "{", "}"]);

/** Makes a lexer ignore indentation inside quotes and brackets, as PyYAML does. The library has no option for it. */
function loosen(lexer: Lexer): void {
  for (const name of ["parseQuotedScalar", "parseFlowCollection"]) {
    const method: unknown = Reflect.get(lexer, name);
    if (typeof method !== "function") throw new InvariantError(`the lexer of yaml has no ${name}`);
    Reflect.set(lexer, name, function* (): Generator<string, unknown> {
      const indent: unknown = Reflect.get(lexer, "indentNext");
      Reflect.set(lexer, "indentNext", 0);
      const next: unknown = yield* method.call(lexer);
      Reflect.set(lexer, "indentNext", indent);
      return next;
    });
  }
}
