import type { WrittenValue } from "../../model/results/impact.ts";
import { partsOf } from "../../model/values/inside.ts";
import { isOfNames } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { itemsRemoved, listAt } from "./list-items.ts";
import { SourceText } from "./source-text.ts";

/** A text and a number that nobody has. */
const [TEXT, NUMBER] = ["heir-other-value", "79228162514264337593"];

/**
 * The text of a file with another value in the place of a written one: one that nobody has; of a list with another item. A name
 * in a list of names is taken away. Undefined where that cannot be written.
 */
export function otherText({ path, key: { file }, value }: WrittenValue): string | undefined {
  const text = new SourceText(file.path, Buffer.from(file.text));
  const [section = ""] = path;
  if (isOfNames(path)) {
    const index = listAt(text, section)?.findIndex(({ start }) => start === value.origin.start) ?? -1;
    const changes = index === -1 ? undefined : itemsRemoved(text, section, new Set([index]));
    return changes && text.after(changes);
  }
  const leaf = firstLeaf(value);
  const { start, end } = leaf.origin;
  return text.after([{ start, end, text: otherSource(text.text.slice(start, end), leaf) }]);
}

/** The first scalar in a value; an empty list or mapping is its own. */
function firstLeaf(value: Value): Value {
  const [first] = partsOf(value);
  return first === undefined ? value : firstLeaf(first);
}

/** What is written in the place of a value, in quotes as it is. */
function otherSource(source: string, leaf: Value): string {
  if (leaf.kind === "list") return `[${TEXT}]`;
  if (leaf.kind === "map") return `{${TEXT}: ${NUMBER}}`;
  if (leaf.kind === "scalar" && (leaf.type === "int" || leaf.type === "float")) return NUMBER;
  const [quote = ""] = /^["']/.exec(source) ?? [];
  // An empty value is right behind its colon; a block of lines ends with its line.
  const [before, after] = [source === "" ? " " : "", source.endsWith("\n") ? "\n" : ""];
  return before + quote + TEXT + quote + after;
}
