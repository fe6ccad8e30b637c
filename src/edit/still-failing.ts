import type { Inventory } from "../model/inventory/inventory.ts";
import type { Rename } from "../model/results/comparison.ts";
import { placeOf } from "../model/values/origin.ts";
import { resolveNode } from "../resolve/node.ts";

/** Two states, the files that have another path in the second one, and the node that has another name there. */
export interface FailingSides {
  readonly before: Inventory;
  readonly after: Inventory;
  readonly renamed: Rename | undefined;
  readonly moved: ReadonlyMap<string, string>;
}

/** Whether a node fails on both sides with the same errors, by code and line (rule X6 of docs/concepts/edits.md). */
export function failsAlike(name: string, { before, after, moved, renamed }: FailingSides): boolean {
  const oldName = name === renamed?.to ? renamed.from : name;
  const old = errorsOf(before, oldName, (path) => moved.get(path) ?? path);
  const now = errorsOf(after, name, (path) => path);
  return old.length === now.length && old.every((each, index) => each === now[index]);
}

function errorsOf(inventory: Inventory, name: string, pathOf: (path: string) => string): readonly string[] {
  const { diagnostics } = resolveNode(inventory, name);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ code, span }) => {
    if (span === undefined) return code;
    const { file, line } = placeOf(span);
    return `${code} ${pathOf(file)}:${line}`;
  });
}
