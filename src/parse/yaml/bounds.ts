/** The most parts a file may have once its aliases are written out. */
const MOST_PARTS = 1_000_000;

/** The most levels of lists and mappings, aliases written out. */
const MOST_LEVELS = 200;

/** What is wrong with a file that goes beyond one of these bounds. */
export const TOO_DEEP: string = `lists and mappings are nested more than ${MOST_LEVELS} levels deep`;
const TOO_MANY = `the file has more than ${MOST_PARTS} parts once its aliases are written out`;

export interface Measured {
  readonly parts: number;
  readonly levels: number;
}

/** Counts parts and levels as if aliases were written out, so that a small file cannot stand for a huge value. */
export class Bounds {
  private parts = 0;
  private level = 0;
  private deepest = 0;

  get isTooDeep(): boolean {
    return this.deepest > MOST_LEVELS;
  }

  /** What is wrong, when a bound is exceeded. */
  get fault(): string | undefined {
    if (this.isTooDeep) return TOO_DEEP;
    return this.parts > MOST_PARTS ? TOO_MANY : undefined;
  }

  count(parts: number): void {
    this.parts += parts;
  }

  enter(): void {
    this.level += 1;
    if (this.level > this.deepest) this.deepest = this.level;
  }

  leave(): void {
    this.level -= 1;
  }

  /** Counts what an alias stands for. */
  repeat({ parts, levels }: Measured): void {
    this.parts += parts;
    this.deepest = Math.max(this.deepest, this.level + levels);
  }

  /** Runs `build` and says how many parts and levels it counted. */
  measure<T>(build: () => T): Measured & { readonly result: T } {
    const { parts, deepest } = this;
    this.deepest = this.level;
    const result = build();
    const levels = this.deepest - this.level;
    this.deepest = Math.max(deepest, this.deepest);
    return { result, parts: this.parts - parts, levels };
  }
}

/** Counts the levels that a text opens while it is cut into lexemes, before anything is built that could overflow. */
export class Nesting {
  /** How far the text was read. */
  offset = 0;
  private brackets = 0;
  private dashes = 0;

  /** Takes the next lexeme; false when brackets, or the dashes of one line, go deeper than the bound. */
  take(lexeme: string): boolean {
    if (lexeme.length !== 1) {
      this.offset += lexeme.length;
      return true;
    }
    if (!MARKS.has(lexeme)) this.offset += 1;
    if (lexeme === "\n") this.dashes = 0;
    else if (lexeme === BRACKETS_END) this.brackets = 0;
    else if (lexeme === "[" || lexeme === "{") this.brackets += 1;
    else if (lexeme === "]" || lexeme === "}") this.brackets -= 1;
    else if (this.brackets === 0 && INDICATORS.has(lexeme)) this.dashes += 1;
    return this.brackets <= MOST_LEVELS && this.dashes <= MOST_LEVELS;
  }
}

/** Lexemes of the library that stand for no text: a document or a scalar begins, brackets end in error. */
const BRACKETS_END = "\x18";
const MARKS = new Set(["\x02", BRACKETS_END, "\x1f"]);
const INDICATORS = new Set(["-", "?", ":"]);
