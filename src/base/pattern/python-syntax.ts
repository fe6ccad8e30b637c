export interface PatternFault {
  /** `unsupported`: Python can match it, but no matcher in linear time can. */
  readonly kind: "invalid" | "unsupported";
  readonly part: string;
  readonly reason: string;
}

/** Python's syntax as RE2 reads it, or a fault (E1 to E3 in docs/concepts/patterns.md); RE2 reports other faults. */
export function translatePattern(source: string): string | PatternFault {
  const translation = new Translation(source);
  try {
    return translation.run();
  } catch (fault) {
    if (fault instanceof Stop) return fault.fault;
    throw fault;
  }
}

class Stop extends Error {
  readonly fault: PatternFault;

  constructor(fault: PatternFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** What the classes of Python match; without negation they are parts of a set. */
type Classes = Readonly<Record<"digit" | "word" | "space" | "notDigit" | "notWord" | "notSpace", string>>;

const UNICODE: Classes = {
  digit: "\\p{Nd}",
  word: "_\\p{L}\\p{N}",
  space: "\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}",
  notDigit: "\\P{Nd}",
  // All other categories, without the underscore among the connectors.
  notWord:
    "\\p{M}\\p{S}\\p{Z}\\p{C}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}" +
    "\\x{203f}\\x{2040}\\x{2054}\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}",
  notSpace:
    "\\x{0}-\\x{8}\\x{e}-\\x{1b}\\x{21}-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}" +
    "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}",
};

const ASCII: Classes = {
  digit: "0-9",
  word: "_0-9A-Za-z",
  space: "\\t-\\r ",
  notDigit: "\\x{0}-/:-\\x{10ffff}",
  notWord: "\\x{0}-/:-@\\[-\\^`{-\\x{10ffff}",
  notSpace: "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{10ffff}",
};

const GROUP_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, "look-around"],
  [/^\(\?>/, "an atomic group"],
  [/^\(\?P=/, "a back reference"],
  [/^\(\?\(/, "a conditional group"],
  [/^\(\?#/, "a comment"],
];

const MOST_REPEATS = 1000;

class Translation {
  private readonly source: string;
  private at = 0;
  private out = "";
  private classes = UNICODE;
  /** Whether a quantifier may follow: after an atom, and after no quantifier. */
  private follows: "start" | "atom" | "quantifier" = "start";

  constructor(source: string) {
    this.source = source;
  }

  run(): string {
    this.flagsInFront();
    while (this.at < this.source.length) this.next();
    return this.out;
  }

  private flagsInFront(): void {
    const [whole = "", letters = ""] = /^\(\?([a-zA-Z]+)\)/.exec(this.source) ?? [];
    if (whole === "") return;
    const kept = this.flags(whole, letters);
    if (kept !== "") this.out = `(?${kept})`;
    this.at = whole.length;
  }

  /** The letters that RE2 knows as well; `a` and `u` choose the classes. */
  private flags(whole: string, letters: string): string {
    const verbose = /[xL]/.exec(letters);
    if (verbose !== null) this.unsupported(whole, `the flag ${verbose[0]}`);
    if (/[^aimsu-]/.test(letters)) this.invalid(whole, `${whole} has an unknown flag`);
    if (letters.includes("a")) this.classes = ASCII;
    return letters.replace(/[au]/g, "");
  }

  private next(): void {
    const character = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    if (character === "\\") this.atom(this.escape(false));
    else if (character === "[") this.atom(this.set());
    else if (character === "(") this.group();
    else if (character === "*" || character === "+" || character === "?") this.quantifier(character, character);
    else if (character === "{") this.braces();
    else {
      this.at += character.length;
      this.out += character;
      this.follows = "|^$".includes(character) ? "start" : "atom";
    }
  }

  private atom(text: string): void {
    this.out += text;
    this.follows = "atom";
  }

  private braces(): void {
    const [written, least, comma, most] = /^\{(\d*)(,?)(\d*)\}/.exec(this.source.slice(this.at)) ?? [];
    if (written === undefined || written === "{}") {
      this.at += 1;
      this.atom("\\{");
      return;
    }
    if (Math.max(Number(least), Number(most)) > MOST_REPEATS) {
      this.unsupported(written, `a repeat of more than ${MOST_REPEATS}`);
    }
    if (least !== "" && most !== "" && Number(least) > Number(most))
      this.invalid(written, `${written} ends before it begins`);
    this.quantifier(written, `{${least === "" ? "0" : least}${comma}${most}}`);
  }

  private quantifier(written: string, translated: string): void {
    if (this.follows === "start") this.invalid(written, `there is nothing to repeat before ${written}`);
    if (this.follows === "quantifier") this.invalid(written, `${written} repeats what is repeated already`);
    this.at += written.length;
    this.out += translated;
    this.follows = "quantifier";
    const mode = this.source[this.at];
    if (mode === "+") this.unsupported(`${written}+`, "a possessive quantifier");
    if (mode !== "?") return;
    this.at += 1;
    this.out += "?";
  }

  private group(): void {
    const rest = this.source.slice(this.at, this.at + 100);
    for (const [form, reason] of GROUP_FAULTS) {
      const found = form.exec(rest);
      if (found !== null) this.unsupported(this.enclosed(), reason);
    }
    const scoped = /^\(\?([a-zA-Z-]*)([:)])/.exec(rest);
    if (scoped?.[2] === ")") this.invalid(scoped[0], `${scoped[0]} is not at the start`);
    const outer = this.classes;
    const head = scoped === null ? (/^\(\?P?<[a-zA-Z_]\w*>|^\((?!\?)/.exec(rest)?.[0] ?? "") : scoped[0];
    if (head === "") this.invalid(rest.slice(0, 4), `${rest.slice(0, 4)} is no kind of group`);
    if (scoped !== null) {
      const letters = this.flags(head, scoped[1] ?? "");
      // Python has `a` for a part of a pattern only together with its end, where classes change back.
      if (this.classes !== outer) this.unsupported(head, "a change of classes within a pattern");
      this.out += `(?${letters}:`;
    } else this.out += head.replace(/^\(\?</, "(?P<");
    this.at += head.length;
    this.follows = "start";
  }

  /** A group as written, for a message: up to the first closing bracket. */
  private enclosed(): string {
    const end = this.source.indexOf(")", this.at);
    return this.source.slice(this.at, end === -1 ? undefined : end + 1);
  }

  private set(): string {
    const start = this.at;
    this.at += 1;
    let inside = "";
    const isNegated = this.source[this.at] === "^";
    if (isNegated) this.at += 1;
    for (let first = true; first || this.source[this.at] !== "]"; first = false) {
      const character = this.source[this.at];
      if (character === undefined) this.invalid(this.source.slice(start), "a set has no end");
      if (character === "\\") inside += this.escape(true);
      else {
        inside += character === "[" || character === "]" ? `\\${character}` : character;
        this.at += 1;
      }
    }
    this.at += 1;
    return `[${isNegated ? "^" : ""}${inside}]`;
  }

  private escape(inSet: boolean): string {
    const rest = this.source.slice(this.at, this.at + 12);
    const letter = rest[1];
    if (letter === undefined) this.invalid("\\", "a backslash is at the end");
    const known = this.classOf(letter, inSet) ?? this.coded(rest, inSet);
    if (known !== undefined) return known;
    this.at += 2;
    if (letter === "b" && inSet) return "\\x{8}";
    if (/[AbBzZ]/.test(letter) && !inSet) return letter === "Z" ? "\\z" : `\\${letter}`;
    if (/[afnrtv]/.test(letter)) return `\\${letter}`;
    if (/[a-zA-Z0-9]/.test(letter)) this.invalid(`\\${letter}`, `\\${letter} is no escape`);
    return /[^\x20-\x7e]/.test(letter) ? letter : `\\${letter}`;
  }

  private classOf(letter: string, inSet: boolean): string | undefined {
    const { digit, word, space, notDigit, notWord, notSpace } = this.classes;
    const members: Readonly<Record<string, readonly [string, string]>> = {
      d: [digit, `[${digit}]`],
      w: [word, `[${word}]`],
      s: [space, `[${space}]`],
      D: [notDigit, `[^${digit}]`],
      W: [notWord, `[^${word}]`],
      S: [notSpace, `[^${space}]`],
    };
    const found = members[letter];
    if (found === undefined) return undefined;
    this.at += 2;
    return found[inSet ? 0 : 1];
  }

  /** A character by its number, or a class of Unicode. */
  private coded(rest: string, inSet: boolean): string | undefined {
    const property = /^\\[pP](?:\{\^?\w+\}|[A-Z])/.exec(this.source.slice(this.at, this.at + 60));
    if (property !== null) {
      this.at += property[0].length;
      return property[0];
    }
    if (rest.startsWith("\\N{")) this.unsupported("\\N{", "a character by its name");
    const hex = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
    if (hex !== null) return this.character(hex[0], Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "", 16));
    const octal = (inSet ? /^\\([0-7]{1,3})/ : /^\\(0[0-7]{0,2}|[1-3][0-7]{2})/).exec(rest);
    if (octal !== null) return this.character(octal[0], Number.parseInt(octal[1] ?? "", 8));
    const back = inSet ? null : /^\\[1-9]\d?/.exec(rest);
    if (back !== null) this.unsupported(back[0], "a back reference");
    return undefined;
  }

  private character(written: string, code: number): string {
    this.at += written.length;
    return `\\x{${code.toString(16)}}`;
  }

  private unsupported(part: string, reason: string): never {
    throw new Stop({ kind: "unsupported", part, reason });
  }

  private invalid(part: string, reason: string): never {
    throw new Stop({ kind: "invalid", part, reason });
  }
}
