import { type CST, Lexer, Parser } from "yaml";
import { InvariantError } from "../../model/findings/failure.ts";
import { Nesting, TOO_DEEP } from "./bounds.ts";

/** The tokens of a text; a RangeError ends them where lists and mappings nest too deep for what comes after. */
export class Tokens {
  readonly text: string;
  private readonly lexer = new Lexer();
  private readonly nesting = new Nesting();

  /** `loose` lets lines inside quotes and brackets stand further left than the library has it. */
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

/** Makes a lexer read `-` before `,` or a bracket as text, as PyYAML does: the library reads the start of an item. */
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

/**
 * Tells a lexer, for the time of a quoted text or a part of a bracket, that nothing need be indented: PyYAML never
 * looks at the indentation of such lines. The library has no setting for it.
 */
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
