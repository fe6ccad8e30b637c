import type { Settings } from "../../model/inventory/settings.ts";
import { hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { isPlain, type MapEntry, type Value } from "../../model/values/value.ts";

/** A value of a contract as node and class files would have it: its texts may hold references, its keys no prefix. */
export function templatesOf(value: Value, settings: Settings): Value {
  switch (value.kind) {
    case "scalar": {
      const text = value.type === "text" ? String(value.data) : "";
      if (!hasSentinel(text, settings)) return value;
      return { kind: "template", text, parts: splitTemplate(text, settings), origin: value.origin };
    }
    case "list": {
      const items = value.items.map((item) => templatesOf(item, settings));
      return { ...value, items, plain: items.every(isPlain) };
    }
    case "map": {
      const entries = value.entries.map((entry): MapEntry => {
        const { key, keyNode } = entry;
        return { key, keyNode, value: templatesOf(entry.value, settings) };
      });
      return { ...value, entries, plain: entries.every((entry) => isPlain(entry.value)) };
    }
    case "set":
    case "template":
      return value;
  }
}
