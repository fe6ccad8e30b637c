import type { Change, FoldedChange } from "../model/results/change.ts";
import type { Rename } from "../model/results/printed-parts.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";

/** Whether a change of a node is one of the name of another node alone. */
export type RenameTest = (change: Change, node: string) => boolean;

/**
 * The changes whose two sides are equal but for a name: as text, in the order of a list, since queries list nodes by name, or
 * as a key, so that a value goes and the same one comes under the new name.
 */
export function sameButName(changes: readonly FoldedChange[], rename: Rename): RenameTest {
  const [gone, come] = [new Map<string, string>(), new Map<string, string>()];
  for (const { change, nodes } of changes) {
    for (const node of nodes) {
      if (change.kind === "removed") gone.set(placed(node, change.path, rename), form(change.before, rename));
      if (change.kind === "added") come.set(placed(node, change.path), form(change.after));
    }
  }
  return (change, node) => {
    if (change.kind === "changed") return isSame(form(change.before, rename), form(change.after));
    const place = placed(node, change.path, change.kind === "removed" ? rename : undefined);
    return isSame(gone.get(place), come.get(place));
  };
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}

function placed(node: string, path: ParameterPath, rename?: Rename): string {
  return JSON.stringify([node, ...path.map((key) => (key === rename?.from ? rename.to : key))]);
}

/** A value as text, lists and keys sorted. */
function form(value: Value, rename?: Rename): string {
  const named = (text: string): string => (text === rename?.from ? rename.to : text);
  switch (value.kind) {
    case "list":
      return `[${value.items
        .map((item) => form(item, rename))
        .sort()
        .join()}]`;
    case "map":
      return `{${value.entries
        .map((entry) => `${JSON.stringify(named(entry.key))}:${form(entry.value, rename)}`)
        .sort()
        .join()}}`;
    case "set":
      return `<${value.items
        .map((item) => form(item, rename))
        .sort()
        .join()}>`;
    case "scalar":
      return `${value.type} ${typeof value.data === "string" ? JSON.stringify(named(value.data)) : String(value.data)}`;
    case "template":
      return `template ${value.text}`;
  }
}
