/** A result of which one list is made item by item, since it can be too large to hold as a whole. */
export type Streamed<Data, List extends keyof Data> = Omit<Data, List> & {
  readonly [Name in List]: Data[Name] extends readonly (infer Item)[] ? Iterable<Item> : never;
};

/** The data of some items, made anew whenever they are walked. */
export function streamed<Item, Data>(items: readonly Item[], data: (item: Item) => Data): Iterable<Data> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield data(item);
    },
  };
}
