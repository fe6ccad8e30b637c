import { trimmed } from "../../base/text-order.ts";

/** An inventory query: `$[ ... ]`, read by the grammar of reclass 1.7 (docs/concepts/queries.md). */
export interface Query {
  /** The path of the export whose value is asked for; undefined if only names of nodes are. */
  readonly value: readonly string[] | undefined;
  /** Joined strictly from left to right. Without tests, every node matches. */
  readonly tests: readonly QueryTest[];
  /** Nodes of every environment, not only of the asking node's. */
  readonly allEnvironments: boolean;
  /** Nodes whose export cannot be resolved are left out. */
  readonly ignoreErrors: boolean;
}

export interface QueryTest {
  /** How this test is joined with those before it; ignored for the first. */
  readonly join: "and" | "or";
  readonly operator: "==" | "!=";
  readonly export: readonly string[];
  readonly other: QueryOperand;
}

export type QueryOperand =
  /** A parameter of the asking node. */
  | { readonly kind: "parameter"; readonly path: readonly string[] }
  /** Both sides are exports. The test is impossible, which reclass reports when the test is due. */
  | { readonly kind: "nothing" }
  | {
      readonly kind: "literal";
      readonly type: "text" | "int" | "float" | "bool";
      readonly data: string | number | boolean;
    };

export interface QueryFault {
  readonly kind: "fault";
  readonly code: "reference-syntax" | "query-expression";
  readonly message: string;
}

/** Reads the text between `$[` and `]`. `delimiter` separates the parts of a path. */
export function parseQuery(text: string, delimiter: string): Query | QueryFault {
  return new QueryReader(text, delimiter).query();
}

/** The paths of exports that a query reads. */
export function queryPaths(query: Query): readonly (readonly string[])[] {
  const tested = query.tests.map((test) => test.export);
  return query.value === undefined ? tested : [...tested, query.value];
}

const IGNORE_ERRORS = "+ignoreerrors";
const ALL_ENVIRONMENTS = "+allenvs";

class QueryReader {
  private at = 0;
  private readonly text: string;
  private readonly delimiter: string;

  constructor(text: string, delimiter: string) {
    this.text = text;
    this.delimiter = delimiter;
  }

  query(): Query | QueryFault {
    const options = this.options();
    const start = this.at;
    const word = this.word();
    if (word === undefined) return fault("reference-syntax", "empty query");
    const isTested = this.keyword("if");
    if (isTested || this.atEnd()) return this.rest(this.path(word).slice(1), isTested, options);
    this.at = start;
    if (this.keyword("if")) return this.rest(undefined, true, options);
    return fault("reference-syntax", `expected "if", found "${this.remaining()}"`);
  }

  private rest(
    value: Query["value"],
    isTested: boolean,
    options: Pick<Query, "allEnvironments" | "ignoreErrors">,
  ): Query | QueryFault {
    const tests: QueryTest[] = [];
    let join: QueryTest["join"] | undefined = isTested ? "and" : undefined;
    for (; join !== undefined; join = this.oneOf("and", "or")) {
      const test = this.test(join);
      if ("kind" in test) return test;
      tests.push(test);
    }
    return this.atEnd() ? { value, tests, ...options } : fault("reference-syntax", `unexpected "${this.remaining()}"`);
  }

  private options(): Pick<Query, "allEnvironments" | "ignoreErrors"> {
    const options = { allEnvironments: false, ignoreErrors: false };
    for (;;) {
      if (this.keyword(IGNORE_ERRORS)) options.ignoreErrors = true;
      else if (this.keyword(ALL_ENVIRONMENTS)) options.allEnvironments = true;
      else return options;
    }
  }

  private test(join: "and" | "or"): QueryTest | QueryFault {
    const left = this.operand();
    const operator = left === undefined ? undefined : this.oneOf("==", "!=");
    const right = operator === undefined ? undefined : this.operand();
    if (left === undefined || operator === undefined || right === undefined) {
      return fault("reference-syntax", `expected a test "EXPORT == VALUE", found "${this.remaining()}"`);
    }
    const exported = right.kind === "export" ? right : left;
    const other = right.kind === "export" ? left : right;
    if (exported.kind !== "export") return fault("query-expression", "neither side of a test is an export");
    return { join, operator, export: exported.path, other: other.kind === "export" ? { kind: "nothing" } : other };
  }

  private operand(): QueryOperand | { readonly kind: "export"; readonly path: readonly string[] } | undefined {
    const integer = this.match(/-?\d+(?![!-~])/y);
    if (integer !== undefined) return { kind: "literal", type: "int", data: Number(integer) };
    const real = this.match(/-?(?:\d+\.\d+|\.\d+|\d+\.)/y);
    if (real !== undefined) return { kind: "literal", type: "float", data: Number(real) };
    const word = this.word();
    if (word === undefined) return undefined;
    const path = this.path(word);
    const first = path[0]?.toLowerCase();
    if (first === "exports") return { kind: "export", path: path.slice(1) };
    if (first === "self") return { kind: "parameter", path: path.slice(1) };
    if (first === "true" || first === "false") return { kind: "literal", type: "bool", data: first === "true" };
    return { kind: "literal", type: "text", data: word };
  }

  /** A run of visible ASCII characters. */
  private word(): string | undefined {
    return this.match(/[!-~]+/y);
  }

  /** A symbol or word at the position, in any case, with or without a space behind it. */
  private keyword(word: string): boolean {
    this.spaces();
    if (this.text.slice(this.at, this.at + word.length).toLowerCase() !== word) return false;
    this.at += word.length;
    return true;
  }

  private oneOf<Word extends string>(...words: readonly Word[]): Word | undefined {
    return words.find((word) => this.keyword(word));
  }

  private match(pattern: RegExp): string | undefined {
    this.spaces();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private spaces(): void {
    while (" \t\n\r".includes(this.text.charAt(this.at)) && this.at < this.text.length) this.at += 1;
  }

  private atEnd(): boolean {
    this.spaces();
    return this.at >= this.text.length;
  }

  private remaining(): string {
    this.spaces();
    return this.text.slice(this.at).trimEnd();
  }

  private path(word: string): readonly string[] {
    return splitPath(word, this.delimiter);
  }
}

/** Splits the text of a path at the delimiter, except after a backslash (which stays). */
export function splitPath(text: string, delimiter: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (text.charAt(at - 1) === "\\") continue;
    parts.push(text.slice(start, at));
    start = at + delimiter.length;
  }
  parts.push(text.slice(start));
  return trimmed(parts);
}

function fault(code: QueryFault["code"], message: string): QueryFault {
  return { kind: "fault", code, message };
}
