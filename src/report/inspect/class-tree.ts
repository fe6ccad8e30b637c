import type { Inventory } from "../../model/inventory/inventory.ts";
import { plainText, type Row, segment } from "../text/row.ts";

/**
 * Classes with the classes that they list, recursively. A class is expanded only once; names with references and names
 * without a file are shown as written.
 */
export function* classTreeRows(inventory: Inventory, names: readonly string[]): Iterable<Row> {
  const opened = new Set<string>();
  for (const name of names) {
    yield [segment("node", name)];
    yield* below(inventory, { name, indent: "", opened });
  }
}

interface Branch {
  readonly name: string;
  readonly indent: string;
  readonly opened: Set<string>;
}

function* below(inventory: Inventory, { name, indent, opened }: Branch): Iterable<Row> {
  if (opened.has(name)) return;
  opened.add(name);
  const mentions = inventory.class(name)?.classes ?? [];
  for (const [index, mention] of mentions.entries()) {
    const isLast = index === mentions.length - 1;
    const isOpened = opened.has(mention.name) && (inventory.class(mention.name)?.classes.length ?? 0) > 0;
    const written = mention.remove ? `~${mention.name}` : mention.name;
    const missing = mention.template === undefined && inventory.class(mention.name) === undefined;
    yield [
      segment("muted", `${indent}${isLast ? "`- " : "|- "}`),
      plainText(written),
      ...(isOpened ? [segment("muted", "  (shown above)")] : []),
      ...(missing && !mention.remove ? [segment("error", "  (no file)")] : []),
    ];
    if (!mention.remove)
      yield* below(inventory, { name: mention.name, indent: indent + (isLast ? "   " : "|  "), opened });
  }
}
