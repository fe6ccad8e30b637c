/** Some texts, each once. */
export interface Texts extends Iterable<string> {
  has(text: string): boolean;
}

/** Texts by number, each once. */
export class NumberedTexts {
  readonly all: string[];
  private readonly numbers: Map<string, number>;

  constructor(texts: readonly string[] = []) {
    this.all = [...texts];
    this.numbers = new Map(texts.map((text, number) => [text, number]));
  }

  /** The number of a text, which is added if it is new. */
  add(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.all.length);
    return this.all.push(text) - 1;
  }

  numberOf(text: string): number | undefined {
    return this.numbers.get(text);
  }
}

/** Numbers of a new pool; it doubles when it is full. */
const FIRST_SIZE = 1024;

/**
 * Lists of texts by name. Each text is held once and the lists are numbers in one block of memory: for ten thousand names
 * with fifty texts each, sets of texts would take ten times as much.
 */
export class TextLists {
  private readonly texts: NumberedTexts;
  private readonly starts: Map<string, number>;
  /** Each list is its length and its numbers. */
  private pool: Uint32Array<ArrayBuffer>;
  private used: number;

  /** Starts with the lists of another one, which has the same texts. */
  constructor(texts: NumberedTexts = new NumberedTexts(), from?: TextLists) {
    this.texts = texts;
    this.starts = new Map(from?.starts);
    this.pool = from === undefined ? new Uint32Array(FIRST_SIZE) : from.pool.slice(0, from.used);
    this.used = from?.used ?? 0;
  }

  set(name: string, texts: Iterable<string>): void {
    this.setNumbers(
      name,
      Array.from(texts, (text) => this.texts.add(text)),
    );
  }

  /** The same, for texts that have numbers. */
  setNumbers(name: string, numbers: readonly number[]): void {
    const start = this.placeFor(name, numbers.length);
    this.starts.set(name, start);
    this.pool[start] = numbers.length;
    this.pool.set(numbers, start + 1);
  }

  delete(name: string): void {
    this.starts.delete(name);
  }

  /** The names of the lists that have any of some texts. */
  *having(texts: Iterable<string>): Iterable<string> {
    const numbers = new Set<number>();
    for (const text of texts) {
      const number = this.texts.numberOf(text);
      if (number !== undefined) numbers.add(number);
    }
    if (numbers.size === 0) return;
    const { pool } = this;
    for (const [name, start] of this.starts) {
      const end = start + (pool[start] ?? 0);
      let at = start + 1;
      while (at <= end && !numbers.has(pool[at] ?? 0)) at += 1;
      if (at <= end) yield name;
    }
  }

  numbers(name: string): Uint32Array | undefined {
    const start = this.starts.get(name);
    return start === undefined ? undefined : this.pool.subarray(start + 1, start + 1 + (this.pool[start] ?? 0));
  }

  get(name: string): Texts | undefined {
    const numbers = this.numbers(name);
    if (numbers === undefined) return undefined;
    const { texts } = this;
    return {
      has: (text) => {
        const number = texts.numberOf(text);
        return number !== undefined && numbers.includes(number);
      },
      *[Symbol.iterator]() {
        for (const number of numbers) yield texts.all[number] ?? "";
      },
    };
  }

  /** That of the list of this name, if it is long enough, else a new one. */
  private placeFor(name: string, length: number): number {
    const start = this.starts.get(name);
    if (start !== undefined && (this.pool[start] ?? 0) >= length) return start;
    const end = this.used + 1 + length;
    if (end > this.pool.length) this.grow(end);
    const place = this.used;
    this.used = end;
    return place;
  }

  private grow(least: number): void {
    const larger = new Uint32Array(Math.max(least, this.pool.length * 2));
    larger.set(this.pool);
    this.pool = larger;
  }
}
