import { compactJson } from "../../model/values/compact-json.ts";
import { distinctEntries, jsonString, keyText, scalarJson, sortedItems } from "../../model/values/json-text.ts";
import type { MapEntry, Value } from "../../model/values/value.ts";

/**
 * A value as JSON text: compact, or over several lines when `indent` says by how many blanks.
 *
 * Whole numbers keep all digits, floats their point (`1.0`), text stays as it is (no `\u` for other scripts). Dates
 * are ISO text, binary data is base64 text, sets are sorted lists, infinities are text. Keys keep the order of the
 * map. Never fails.
 */
export function valueJson(value: Value, indent = 0): string {
  if (value.kind === "scalar") return scalarJson(value);
  if (indent === 0) return compactJson(value);
  const wide = new WideJson(" ".repeat(indent));
  wide.add(value, "\n");
  return wide.text;
}

/** JSON over several lines: one text that grows takes half the time of joining the parts of each list and map. */
class WideJson {
  text = "";
  private readonly step: string;

  constructor(step: string) {
    this.step = step;
  }

  /** `line` is a line end and the indentation of the line on which the value begins. */
  add(value: Value, line: string): void {
    switch (value.kind) {
      case "scalar":
      case "template":
        this.text += compactJson(value);
        break;
      case "list":
        this.block("[]", value.items, { line, add: (item, inner) => this.add(item, inner) });
        break;
      case "set":
        this.block("[]", sortedItems(value), { line, add: (item) => this.add(item, "") });
        break;
      case "map":
        this.block("{}", distinctEntries(value), { line, add: (entry, inner) => this.entry(entry, inner) });
        break;
    }
  }

  private entry(entry: MapEntry, line: string): void {
    this.text += `${jsonString(keyText(entry))}: `;
    this.add(entry.value, line);
  }

  private block<Item>(brackets: "[]" | "{}", items: readonly Item[], { line, add }: Block<Item>): void {
    const inner = line + this.step;
    let before = brackets.charAt(0);
    for (const item of items) {
      this.text += before + inner;
      add(item, inner);
      before = ",";
    }
    this.text += items.length === 0 ? brackets : line + brackets.charAt(1);
  }
}

interface Block<Item> {
  readonly line: string;
  add(item: Item, line: string): void;
}
