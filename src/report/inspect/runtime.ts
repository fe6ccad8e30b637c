import type { RuntimeEntry, RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { RESOLVED } from "../data/policies.ts";
import { emptyRow, inlineValue, type Row, segment, tableRows } from "../text/row.ts";

/**
 * The runtime properties of a node: every key of every namespace with its source, the results of merges, and the files
 * in the order read, each with the variable that holds a copy of it.
 */
export function* runtimeRows({ namespaces, merged, files }: Masked<RuntimeProperties>): Iterable<Row> {
  const lines = [...namespaces].flatMap(([namespace, keys]) =>
    [...keys].map(([key, entry]) => [`node.${namespace}[${key}]`, shown(entry.value), sourceOf(entry)]),
  );
  if (lines.length === 0) yield [segment("muted", "the node has no properties")];
  else yield* tableRows(["property", "value", "from"], lines);
  if (merged.size > 0) {
    yield emptyRow;
    yield* tableRows(
      ["merged", "value"],
      [...merged].map(([name, value]) => [name, inlineValue(value, LAST_WIDTH)]),
    );
  }
  if (files.length > 0) {
    yield emptyRow;
    yield* tableRows(
      ["file", "copy for debugging"],
      files.map(({ path, variable }) => [path, variable]),
    );
  }
}

const VALUE_WIDTH = 60;
/** The width of a value in the last column. */
const LAST_WIDTH = 120;

function shown(value: Value): string {
  return inlineValue(value, VALUE_WIDTH);
}

function sourceOf({ file, value }: RuntimeEntry): string {
  const place = placeText(placeOf(value.origin));
  return file === undefined ? `${place} ${RESOLVED}` : place;
}
