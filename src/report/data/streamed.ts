/** A result with one list that is produced item by item, since it can be too large for memory. */
export type Streamed<Data, List extends keyof Data> = Omit<Data, List> & {
  readonly [Name in List]: Data[Name] extends readonly (infer Item)[] ? Iterable<Item> : never;
};

/** The data of some items, computed again for each iteration. */
export function streamed<Item, Data>(items: readonly Item[], data: (item: Item) => Data): Iterable<Data> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield data(item);
    },
  };
}
