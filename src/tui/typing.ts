/** A text after one more key: longer or shorter by a character, or empty; undefined for keys that do not write. */
export function typedText(text: string, key: string): string | undefined {
  if (key === "backspace") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  const character = key === "space" ? " " : key;
  return [...character].length === 1 ? text + character : undefined;
}

/** A text with what was pasted behind it: a line has room for the first line. */
export function pastedText(text: string, pasted: string): string {
  return text + (pasted.split("\n")[0] ?? "");
}
