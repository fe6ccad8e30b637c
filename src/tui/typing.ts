/** A text after one more key: with one more or one less character, or empty; undefined for keys that do not type. */
export function typedText(text: string, key: string): string | undefined {
  if (key === "backspace") return [...text].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  const character = key === "space" ? " " : key;
  return [...character].length === 1 ? text + character : undefined;
}

/** A text with the first line of a pasted text behind it; its end is no part of it. */
export function pastedText(text: string, pasted: string): string {
  return text + (pasted.split(/[\r\n]/)[0] ?? "");
}
