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

/**
 * Lists of texts by name. Each text is held once, and a list is its numbers: for ten thousand names with fifty texts each, sets
 * of texts would take ten times as much.
 */
export class TextLists {
  private readonly texts: NumberedTexts;
  private readonly lists: Map<string, Uint32Array>;

  /** Starts with the lists of another one, which has the same texts. */
  constructor(texts: NumberedTexts = new NumberedTexts(), from?: TextLists) {
    this.texts = texts;
    this.lists = new Map(from?.lists);
  }

  set(name: string, texts: Iterable<string>): void {
    this.lists.set(
      name,
      Uint32Array.from(texts, (text) => this.texts.add(text)),
    );
  }

  /** The same, for texts that have numbers. */
  setNumbers(name: string, numbers: readonly number[]): void {
    this.lists.set(name, Uint32Array.from(numbers));
  }

  delete(name: string): void {
    this.lists.delete(name);
  }

  /** The names of the lists that have any of some texts. */
  *having(texts: Iterable<string>): Iterable<string> {
    const numbers = new Set([...texts].flatMap((text) => this.texts.numberOf(text) ?? []));
    if (numbers.size === 0) return;
    for (const [name, list] of this.lists) if (list.some((number) => numbers.has(number))) yield name;
  }

  numbers(name: string): Uint32Array | undefined {
    return this.lists.get(name);
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
}
