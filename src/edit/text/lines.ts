/** Lines with more indentation; empty ones stay empty. */
export function stepped(lines: readonly string[], indent: number): readonly string[] {
  return lines.map((line) => (line.trim() === "" ? "" : " ".repeat(indent) + line));
}

/** Words that YAML 1.1 reads as something else than text, as PyYAML does: `y` and `n` are text. */
const NOT_TEXT = /^(?:yes|no|on|off|true|false|null|~)$/i;

/** A new key as it is written: plain if it can be. */
export function newKeyText(key: string): string {
  const isPlain = /^[\p{L}\p{N}_~=./@$][\p{L}\p{N}_./@$-]*$/u.test(key) && !NOT_TEXT.test(key);
  if (isPlain) return key;
  return /[\p{Cc}]/u.test(key) ? JSON.stringify(key) : `'${key.replaceAll("'", "''")}'`;
}
