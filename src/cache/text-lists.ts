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
 * Lists of texts by name, each set once. Each text is held once and the lists are numbers in one block of memory: for ten thousand names
 * with fifty texts each, sets of texts would take ten times as much.
 */
export class TextLists {
  private readonly texts: NumberedTexts;
  private readonly starts = new Map<string, number>();
  /** Each list is its length and its numbers. */
  private pool = new Uint32Array(FIRST_SIZE);
  private used = 0;

  constructor(texts: NumberedTexts = new NumberedTexts()) {
    this.texts = texts;
  }

  set(name: string, texts: Iterable<string>): void {
    this.setNumbers(
      name,
      Array.from(texts, (text) => this.texts.add(text)),
    );
  }

  /** The same, for texts that have numbers. */
  setNumbers(name: string, numbers: readonly number[]): void {
    const end = this.used + 1 + numbers.length;
    if (end > this.pool.length) this.grow(end);
    this.starts.set(name, this.used);
    this.pool[this.used] = numbers.length;
    this.pool.set(numbers, this.used + 1);
    this.used = end;
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

  private grow(least: number): void {
    const larger = new Uint32Array(Math.max(least, this.pool.length * 2));
    larger.set(this.pool);
    this.pool = larger;
  }
}
