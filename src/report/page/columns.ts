import type { Column } from "./data.ts";

/** Differences of each number to the one before it: equal steps compress to nearly nothing. */
export function column(numbers: readonly number[]): Column {
  let last = 0;
  return numbers.map((number) => {
    const step = number - last;
    last = number;
    return step;
  });
}

/** Texts by index; the first is empty. */
export class TextTable {
  readonly texts: string[] = [""];
  private readonly known = new Map<string, number>([["", 0]]);

  of(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.texts.push(text);
    this.known.set(text, this.texts.length - 1);
    return this.texts.length - 1;
  }
}

/** Lists of nodes, equal ones once. */
export class NodeTable {
  readonly lists: Column[] = [];
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly known = new Map<string, number>();

  /** The names, sorted. */
  constructor(names: readonly string[]) {
    this.indexes = new Map(names.map((name, index) => [name, index]));
  }

  index(name: string): number {
    return this.indexes.get(name) ?? 0;
  }

  /** A node as its index; several as a negative number, that of their list. */
  of(names: readonly string[]): number {
    const [only] = names;
    if (names.length === 1 && only !== undefined) return this.index(only);
    const list = column(names.map((name) => this.index(name)));
    const key = list.join(" ");
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.lists.push(list);
    this.known.set(key, -this.lists.length);
    return -this.lists.length;
  }
}
