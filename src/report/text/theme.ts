import { Ansis } from "ansis";
import { type Label, type Row, rowText } from "./row.ts";

export type Theme = (row: Row) => string;

/** No colour at all: markers carry the meaning. */
export const plainTheme: Theme = rowText;

/** The 16 basic colours, as the terminal defines them. */
export function colourTheme(): Theme {
  const paint = new Ansis(1);
  const styles: Readonly<Record<Label, (text: string) => string>> = {
    plain: (text) => text,
    title: paint.bold,
    added: paint.green,
    removed: paint.red,
    changed: paint.yellow,
    moved: paint.magenta,
    path: paint.cyan,
    key: paint.cyan,
    value: (text) => text,
    source: paint.dim,
    node: paint.bold,
    error: paint.red.bold,
    warning: paint.yellow.bold,
    muted: paint.dim,
  };
  return (row) => row.map((part) => (part.text === "" ? "" : styles[part.label](part.text))).join("");
}

/** Text between tags of HTML or XML, or in an attribute with double quotes. */
export function markupText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
