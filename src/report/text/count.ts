/** `1 node`, `12 nodes`; the plural is the word with an s unless it is given. */
export function counted(count: number, word: string, plural: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}
