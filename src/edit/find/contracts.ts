import { type Outline, outlineEntries } from "../../parse/yaml/outline.ts";
import type { Replacement } from "../text/source-text.ts";
import type { NameChange, OpenedFile } from "./edited-file.ts";
import { inKeys, inScalars, itemsOf, sectionsAt, valuesAt } from "./edited-file.ts";

/** The texts at a key in contracts: the nodes that they are `for`, or the layers that may set a value (`set_in`). */
export function textsAt({ source: { root } }: OpenedFile, key: "for" | "set_in"): readonly Outline[] {
  return root === undefined ? [] : [...namingIn(root, key)];
}

/** The names of nodes whose values are expected. */
export function expectedNodes(file: OpenedFile): readonly Outline[] {
  return itemsOf(sectionsAt(file, "expect")).flatMap((each) => valuesAt(each, "node"));
}

/** Keys of a rule that are no paths. */
const NO_PATHS: ReadonlySet<string | undefined> = new Set(["message", "description", "level", "for"]);

/** Paths in contracts: the keys of `values`, and what rules and expectations name; the values beside them are none. */
export function contractPaths(
  file: OpenedFile,
  changes: (text: string) => readonly NameChange[],
): readonly Replacement[] {
  const rules = itemsOf(sectionsAt(file, "rules")).flatMap((rule) => {
    return outlineEntries(rule).flatMap(({ name, value }) => (NO_PATHS.has(name) ? [] : [value]));
  });
  const expected = itemsOf(sectionsAt(file, "expect")).flatMap((each) => valuesAt(each, "path"));
  const keyed = [...sectionsAt(file, "values"), ...rules];
  return [...inKeys(file, keyed, changes), ...inScalars(file, [...rules, ...itemsOf(rules), ...expected], changes)];
}

function* namingIn(outline: Outline, key: string): Iterable<Outline> {
  if (outline.kind === "list") for (const item of outline.items) yield* namingIn(item, key);
  for (const { name, value } of outlineEntries(outline)) {
    if (name !== key) yield* namingIn(value, key);
    else if (value.kind === "list") yield* value.items;
    else yield value;
  }
}
