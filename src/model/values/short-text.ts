import { floatText } from "../../base/json-text.ts";
import type { ScalarValue, Value } from "./value.ts";

const LONGEST = 40;

/** A value in few words, for a message. */
export function shortText(value: Value): string {
  switch (value.kind) {
    case "list":
    case "set":
      return value.items.length === 1 ? "a list of one item" : `a list of ${value.items.length} items`;
    case "map":
      return value.entries.length === 1 ? "a mapping of one key" : `a mapping of ${value.entries.length} keys`;
    case "template":
      return JSON.stringify(cut(value.text));
    case "scalar":
      return value.type === "text" ? JSON.stringify(cut(String(value.data))) : scalarText(value);
  }
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
}

function scalarText({ type, data }: ScalarValue): string {
  return type === "float" && typeof data === "number" ? floatText(data) : String(data);
}
