import { quotedText, terminalSafe } from "./terminal-text.ts";

/**
 * A command as text that a POSIX shell reads back as these words, which are not quoted where that changes nothing. Words
 * of the data go into `operands`: behind `--`, and behind `options`, where one of them would be read as an option.
 *
 * A word that a terminal does not show as it is makes no command, since what is pasted would name another thing: then the
 * text says what is done to which name.
 */
export function command(
  words: readonly string[],
  operands: readonly string[] = [],
  options: readonly string[] = [],
): string {
  const isOption = operands.some((word) => word.startsWith("-"));
  const all = isOption ? [...words, ...options, "--", ...operands] : [...words, ...operands, ...options];
  const hidden = all.filter((word) => terminalSafe(word) !== word || word.includes("\ufffd"));
  if (hidden.length === 0) return all.map(shellWord).join(" ");
  return `"${terminalSafe(words.slice(0, 2).join(" "))}" of ${hidden.map(quotedText).join(" and ")}`;
}

/** No shell reads more in these characters than they are, but for a `~` or `=` in front, and a `~` that a path begins with. */
function shellWord(text: string): string {
  return /^(?!=|.*(?:^|[=:])~)(?:[\w./:~^=,+-]|@(?:\{[\w-]+\})?)+$/.test(text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}
