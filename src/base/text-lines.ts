/** A paragraph in lines of at most so many columns, each behind a margin. */
export function indented(paragraph: string, margin: string, columns: number): readonly string[] {
  return wrapped(paragraph, columns - margin.length).map((line) => margin + line);
}

/** A paragraph in lines of at most so many columns; only a word may be longer. No line begins with an option. */
export function wrapped(paragraph: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of paragraph.match(/(?:\[-- )?\S+(?: +-\S*)*/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
