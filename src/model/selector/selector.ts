import { type Glob, type PatternPiece, pieced } from "../../base/glob.ts";
import { similar } from "../../base/similar.ts";
import { HeirError, quietly } from "../findings/failure.ts";
import { splitKeys } from "../values/parameter-path.ts";

/** Which nodes are meant: rules W1 to W4 of docs/concepts/selectors.md. */
export type Selector =
  | { readonly kind: "and" | "or"; readonly parts: readonly Selector[] }
  | { readonly kind: "not"; readonly of: Selector }
  | Atom;

/** One condition. */
export interface Atom {
  readonly kind: "atom";
  readonly of: AtomKind;
  /** As it is written. */
  readonly text: string;
  /** The name, or the path of a fact or value, and where it is in the selector. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly fits: Glob;
  /** The path and value of `has:` and `fact:`. */
  readonly asked: PathAndValue;
  /** Whether it is behind an odd number of `not`: with less of it, more nodes are selected. */
  readonly isNegated: boolean;
}

type AtomKind = (typeof ATOM_KINDS)[number] | "all";

/** The words before a colon. */
const ATOM_KINDS = ["node", "class", "group", "fact", "has"] as const;

/** `PATH`, `PATH=VALUE` or `PATH!=VALUE`. */
export interface PathAndValue {
  readonly path: string;
  readonly isNot: boolean;
  /** The value as a pattern, and as it is written; absent where any will do. */
  readonly value?: { readonly text: string; readonly source: string; readonly fits: Glob };
}

/** Whether a selector holds, as far as its atoms are known: `undefined` if that depends on those that are not. */
export function holds(selector: Selector, ask: (atom: Atom) => boolean | undefined): boolean | undefined {
  if (selector.kind === "atom") return ask(selector);
  if (selector.kind === "not") {
    const inside = holds(selector.of, ask);
    return inside === undefined ? undefined : !inside;
  }
  const deciding = selector.kind === "or";
  let isOpen = false;
  for (const part of selector.parts) {
    const answer = holds(part, ask);
    if (answer === deciding) return deciding;
    isOpen ||= answer === undefined;
  }
  return isOpen ? undefined : !deciding;
}

/** Whether a selector holds for a node of this name; `undefined` if more than the name decides. */
export function nameHolds(selector: Selector, name: string): boolean | undefined {
  return holds(selector, ({ of, fits }) => of === "all" || (of === "node" ? fits(name) : undefined));
}

/** The conditions of a selector, in the order written. */
export function atomsOf(selector: Selector): readonly Atom[] {
  if (selector.kind === "atom") return [selector];
  return selector.kind === "not" ? atomsOf(selector.of) : selector.parts.flatMap(atomsOf);
}

/** Several selectors as one: nodes that any or all of them select. */
export function joinedBy(kind: "and" | "or", [first, ...more]: readonly Selector[]): Selector | undefined {
  return first === undefined || more.length === 0 ? first : { kind, parts: [first, ...more] };
}

export function isAll(selector: Selector): boolean {
  return selector.kind === "atom" && selector.of === "all";
}

/** Whether nothing but the names of nodes decides. */
export function isByName(selector: Selector): boolean {
  return atomsOf(selector).every(({ of }) => of === "node" || of === "all");
}

/** Why a text is no selector; thrown by the reader, and returned by {@link readSelector}. */
export class SelectorFault extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

const WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "(", ")"]);

/** Reads a selector, or why a text is none. */
export function readSelector(text: string): Selector | SelectorFault {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof SelectorFault) return error;
    throw error;
  }
}

/** The nodes that any word selects; undefined without words. Throws HeirError for faults, or one selector in pieces. */
export function readSelectors(words: readonly string[]): Selector | undefined {
  const usage = (message: string, hint?: string) => new HeirError("usage", message, hint);
  const alone = words.find((word) => WORDS.has(word));
  const quoted = `'${words.join(" ")}'`;
  if (alone !== undefined && words.length > 1)
    throw usage(`"${alone}" is a word of a selector, which must be one word of the command line`, quoted);
  const without = words.filter((word) => /^not[\s(]/.test(word));
  if (without.length > 0 && words.length > 1) {
    const others = words.filter((word) => !without.includes(word)).join(" or ");
    const from = words.length - without.length > 1 ? `(${others}) and ` : others === "" ? "" : `${others} and `;
    const hint = `to leave nodes out: '${from}${without.join(" and ")}'`;
    throw usage(`several selectors add up, so "${without[0]}" adds nearly all nodes`, hint);
  }
  const read = words.map((word) => {
    const selector = readSelector(word);
    if (!(selector instanceof SelectorFault)) return selector;
    throw usage(selector.message, selector.hint ?? "heir help selectors shows how nodes are selected");
  });
  return joinedBy("or", read);
}

/** The names in a selector, with their places; none in a text that is no selector. A pattern is no name. */
export function namesInSelector(text: string): readonly Atom[] {
  const selector = readSelector(text);
  const atoms = selector instanceof SelectorFault ? [] : atomsOf(selector);
  return atoms.filter(({ of, asked }) => NAMED.has(of) && !/[*?[]/.test(asked.path));
}

const NAMED: ReadonlySet<Atom["of"]> = new Set(["node", "class", "group"]);

/** The condition that a node has a value. */
export function valueAtom(text: string): Atom {
  const asked = readPathAndValue(text);
  const place = { text, name: asked.path, start: 0, end: text.length };
  return { kind: "atom", of: "has", ...place, fits: () => false, asked, isNegated: false };
}

/** Reads `PATH`, `PATH=VALUE` or `PATH!=VALUE`. In VALUE `*` and `?` stand for characters, but not in quotes. */
export function readPathAndValue(text: string): PathAndValue {
  const [, path = "", equals, value = ""] = /^((?:"(?:[^"\\]|\\.)*"|[^"=])*?)(!?=)(.*)$/s.exec(text) ?? [];
  if (equals === undefined) return { path: text, isNot: false };
  const pieces = piecesOf(value);
  const wanted = { source: value, text: plainText(pieces), fits: pieced(pieces, { isValue: true }) };
  return { path, isNot: equals === "!=", value: wanted };
}

interface Token {
  readonly text: string;
  readonly start: number;
}

/** A space, a bracket, a comma; else text, in which quotes and closed square brackets hold any of these. */
const TOKEN = /\s+|[(),]|(?:"(?:[^"\\]|\\.)*"|\[[^\]\s()"]*\]|[^\s(),"])+/sy;

/** Brackets inside one another, and `not`s in a row. */
const MOST_LEVELS = 200;

class Reader {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private at = 0;
  private level = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokensOf(text);
  }

  whole(): Selector {
    if (this.tokens.length === 0) throw new SelectorFault("an empty text selects no nodes");
    const found = this.any(false);
    const rest = this.tokens[this.at];
    if (rest === undefined) return found;
    const isWord = WORDS.has(rest.text.toLowerCase());
    const hint =
      isWord && !WORDS.has(rest.text) ? `write ${rest.text.toLowerCase()}` : "put and, or or a comma between";
    throw this.fault(`"${rest.text}" is not expected there`, rest.text === ")" ? undefined : hint);
  }

  private any(isNegated: boolean): Selector {
    return this.joined("or", "or", () => this.joined("and", "and", () => this.one(isNegated)));
  }

  private joined(kind: "or" | "and", word: string, part: () => Selector): Selector {
    const first = part();
    const parts = [first];
    while (this.take(word)) parts.push(part());
    return joinedBy(kind, parts) ?? first;
  }

  private one(isNegated: boolean): Selector {
    this.level += 1;
    if (this.level > MOST_LEVELS) throw this.fault("it has too many levels");
    try {
      if (this.take("not")) return { kind: "not", of: this.one(!isNegated) };
      if (!this.take("(")) return this.joined("or", ",", () => this.atom(isNegated));
      const inside = this.any(isNegated);
      if (!this.take(")")) throw this.fault("a ) is missing");
      return inside;
    } finally {
      this.level -= 1;
    }
  }

  private atom(isNegated: boolean): Atom {
    const token = this.tokens[this.at];
    if (token === undefined) throw this.fault("a name is missing at its end");
    const { text, start } = token;
    if (text === "," || WORDS.has(text)) throw this.fault(`a name is missing before "${text}"`);
    this.at += 1;
    const [, written, rest = ""] = /^([A-Za-z_]\w*):(.*)$/s.exec(text) ?? [];
    const kind = ATOM_KINDS.find((each) => each === (written ?? "node"));
    if (kind === undefined)
      throw this.fault(`"${written}" is no kind of condition`, kindHint(written ?? "", rest, text));
    const [from, name] = written === undefined ? [start, text] : [start + written.length + 1, rest];
    if (name === "") throw this.fault(`${text} needs ${kind === "has" || kind === "fact" ? "a path" : "a name"}`);
    const of = text === "all" ? "all" : kind;
    const place = { start: from, end: from + name.length };
    const asked = readPathAndValue(name);
    const isPath = kind === "has" || kind === "fact";
    const keys = isPath ? (asked.path === "" ? "a path is missing" : splitKeys(asked.path, ":")) : [];
    if (typeof keys === "string") throw this.fault(`${text}: ${keys}`);
    const pieces = piecesOf(isPath ? asked.path : name);
    const plain = plainText(pieces);
    const like = pieced(pieces);
    const fits = (each: string) => each === plain || like(each);
    return { kind: "atom", of, text, name: plain, ...place, fits, asked, isNegated };
  }

  private take(text: string): boolean {
    if (this.tokens[this.at]?.text !== text) return false;
    this.at += 1;
    return true;
  }

  private fault(message: string, hint?: string): SelectorFault {
    return new SelectorFault(`"${this.text}" selects no nodes: ${message}`, hint);
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let start = 0; start < text.length; start = TOKEN.lastIndex) {
    const [found] = TOKEN.exec(text) ?? [];
    if (found === undefined) throw new SelectorFault(`"${text}" selects no nodes: a quote is not closed`);
    if (found.trim() !== "") tokens.push({ text: found, start });
  }
  return tokens;
}

function kindHint(kind: string, rest: string, text: string): string {
  const [near] = similar(kind, ATOM_KINDS);
  if (near !== undefined) return `did you mean ${near}:${rest}?`;
  return `the kinds are ${ATOM_KINDS.join(", ")}; a name with a colon is written ${JSON.stringify(text)}`;
}

/** The parts of a text inside and outside of quotes; a quote that is not closed means itself. */
function piecesOf(text: string): readonly PatternPiece[] {
  return Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"|[^"]+|"/gs), ([each]) => {
    if (!each.startsWith('"')) return { text: each, isQuoted: false };
    return quietly(() => ({ text: String(JSON.parse(each)), isQuoted: true })) ?? { text: each, isQuoted: true };
  });
}

function plainText(pieces: readonly PatternPiece[]): string {
  return pieces.map(({ text }) => text).join("");
}
