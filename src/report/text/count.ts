/** `1 node`, `12 nodes`; the plural is the word with an s unless it is given. */
export function counted(count: number, word: string, plural: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

/** As {@link counted}, with a comma between thousands: `81,234 values`. */
export function countedInThousands(count: number, word: string, plural?: string): string {
  return counted(count, word, plural).replace(/^\d+/, count.toLocaleString("en"));
}
