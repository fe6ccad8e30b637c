import type { Part } from "./data.ts";

/** A piece of the page as HTML. All text and every attribute is escaped. Never fails. */
export function html(part: Part): string {
  if (typeof part === "string") return escaped(part);
  const [tag, attributes, ...content] = part;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${tag}${written.join("")}>${content.map(html).join("")}</${tag}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags or in an attribute with double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
