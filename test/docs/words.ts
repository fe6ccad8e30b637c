/**
 * The words of a command line as a shell would split it: blanks outside quotes, `'...'`, `"..."`, a backslash.
 * Enough for examples; nothing is expanded. A comment at the end is left out.
 */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  const pattern = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)/gy;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const word = match[1] ?? "";
    if (word.startsWith("#")) break;
    words.push(word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, unquoted));
  }
  return words;
}

function unquoted(_: string, single?: string, double?: string, escaped?: string): string {
  return single ?? double?.replace(/\\([\\"$`])/g, "$1") ?? escaped ?? "";
}
