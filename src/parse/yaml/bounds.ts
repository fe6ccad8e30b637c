/** The most parts of a file, aliases expanded. */
const MOST_PARTS = 1_000_000;

/** The most levels of lists and mappings, aliases expanded. */
const MOST_LEVELS = 1000;

export const TOO_DEEP: string = `lists and mappings are nested more than ${MOST_LEVELS} levels deep`;
const TOO_MANY = `the file has more than ${MOST_PARTS} parts once its aliases are written out`;

/** The most documents of a file that are read to find its faults: a file has one. */
export const MOST_DOCUMENTS = 1000;

export const TOO_MANY_DOCUMENTS: string = `the file has more than ${MOST_DOCUMENTS} documents`;

export interface Measured {
  readonly parts: number;
  readonly levels: number;
}

/** Counts parts and levels with aliases expanded, so that a small file cannot be a huge value. */
export class Bounds {
  private parts = 0;
  private level = 0;
  private deepest = 0;

  get isTooDeep(): boolean {
    return this.deepest > MOST_LEVELS;
  }

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

  /** Counts the value of an alias. */
  repeat({ parts, levels }: Measured): void {
    this.parts += parts;
    this.deepest = Math.max(this.deepest, this.level + levels);
  }

  begin(): Counted {
    const { parts, deepest } = this;
    this.deepest = this.level;
    return { parts, deepest };
  }

  end(since: Counted): Measured {
    const levels = this.deepest - this.level;
    this.deepest = Math.max(since.deepest, this.deepest);
    return { parts: this.parts - since.parts, levels };
  }
}

/** What was counted when the count of one value began. */
export interface Counted {
  readonly parts: number;
  readonly deepest: number;
}

/** Counts the levels of a text while it is split into lexemes, before building it could overflow the stack. */
export class Nesting {
  offset = 0;
  private brackets = 0;
  private dashes = 0;

  get isInBrackets(): boolean {
    return this.brackets > 0;
  }

  /** Counts the next lexeme; false if brackets, or the dashes of one line, exceed the levels. */
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

/** Lexemes of the library without text: a document or scalar begins, brackets end in error. */
const BRACKETS_END = "\x18";
export const SCALAR = "\x1f";
export const MARKS: ReadonlySet<string> = new Set(["\x02", BRACKETS_END, SCALAR]);
const INDICATORS = new Set(["-", "?", ":"]);
