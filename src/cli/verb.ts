/** Options that may be before the command and whose value is the next word. */
const takesNext: ReadonlySet<string> = new Set(["-C", "--set", "-r", "--rev"]);

/** Finds the command: the first word that is neither an option nor the value of one. `rest` is all else, in its order. */
export function cutVerb(argv: readonly string[]): {
  readonly verb: string | undefined;
  readonly rest: readonly string[];
} {
  for (let at = 0; at < argv.length && argv[at] !== "--"; at += 1) {
    const word = argv[at] ?? "";
    if (takesNext.has(word)) at += 1;
    else if (!isOption(word)) return { verb: word, rest: argv.toSpliced(at, 1) };
  }
  return { verb: undefined, rest: argv };
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word.length > 1;
}
