import type { Outline } from "../../parse/yaml/outline.ts";
import { outlineEntries, outlineParts } from "../../parse/yaml/outline-parts.ts";
import type { SourceText } from "../text/source-text.ts";

/** The values with an anchor, by its name, in the order of the file: a name can be given again. */
export type Anchors = ReadonlyMap<string, readonly Outline[]>;

/** The values of a text that aliases can stand for. */
export function anchorsIn({ text, root }: Pick<SourceText, "text" | "root">): Anchors {
  const found = new Map<string, Outline[]>();
  const visit = (outline: Outline, from: number): void => {
    const [, name] = ANCHOR.exec(text.slice(from, outline.start)) ?? [];
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), outline]);
    let at = outline.start;
    const starts = outlineEntries(outline).map(({ key }) => key.end);
    for (const [index, value] of outlineParts(outline).entries()) {
      visit(value, starts[index] ?? at);
      at = value.end;
    }
  };
  if (root !== undefined) visit(root, 0);
  return found;
}

/** An anchor before a value, a tag or a line end between them. */
const ANCHOR = /&([^\s,[\]{}]+)(?:\s+(?:!\S*|#[^\n]*))*\s*$/;
