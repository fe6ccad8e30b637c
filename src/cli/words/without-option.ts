/** A command line without an option that takes a value, on which no answer depends. What follows `--` is no option. */
export function withoutOption(argv: readonly string[], name: string): readonly string[] {
  const end = argv.indexOf("--");
  const isBefore = (at: number): boolean => end === -1 || at < end;
  return argv.filter((word, at) => {
    const isValue = at > 0 && argv[at - 1] === `--${name}`;
    return !isBefore(at) || !(isValue || word === `--${name}` || word.startsWith(`--${name}=`));
  });
}
