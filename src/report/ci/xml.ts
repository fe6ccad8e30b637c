import { terminalSafe } from "../../base/terminal-text.ts";

/** Attributes of an XML element, each with a space before it. */
export function attributes(named: Readonly<Record<string, string | number>>): string {
  return Object.entries(named)
    .map(([name, value]) => ` ${name}="${escaped(String(value).replaceAll("\n", " "))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for XML. XML cannot represent most control characters, so they are written out as on a terminal. */
export function escaped(text: string): string {
  const lines = text.split("\n").map((line) => terminalSafe(line).replace(/[\ufffe\uffff]/g, "\ufffd"));
  return lines.join("\n").replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
