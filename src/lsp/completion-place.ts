import { formOf } from "../edit/find/marks.ts";
import { firstFound } from "../edit/text/source-text.ts";
import type { Form, Shape } from "../model/forms/form.ts";
import { groupForm } from "../model/forms/group-forms.ts";
import type { Stretch } from "../model/values/origin.ts";
import { type Outline, outlineOf } from "../parse/yaml/outline.ts";

/** What is written at the cursor, and what could be written there. */
export type CompletionPlace = WrittenToken & {
  readonly role: "key" | "value";
  /** Keys and indexes from the top of the file. */
  readonly path: readonly string[];
  /** The items or keys beside it. */
  readonly siblings: readonly string[];
  /** Of a value in a mapping: the other keys. */
  readonly keys: readonly string[];
};

/** The word at the cursor, up to it, and all of it. */
interface WrittenToken {
  readonly token: string;
  readonly whole: Stretch;
}

const WORD = "heirCompletesThis";

/**
 * The places that a word at the cursor could have: as a value, and as a key. A text that is no YAML yet becomes one with the
 * word in it; none if it does not.
 */
export function completionPlaces(text: string, offset: number): readonly CompletionPlace[] {
  const written = tokenAt(text, offset);
  const { start, end } = written.whole;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const [asValue, asKey] = [`${before}${WORD}${after}`, `${before}${WORD}: ${after}`];
  const variants = /^[ \t]*:/.test(after) ? [asValue] : [asValue, asKey];
  return variants.flatMap((variant) => {
    const root = outlineOf({ path: "", blob: "", text: variant })?.root;
    const found = root && placeIn(root, variant, []);
    return found === undefined ? [] : [{ ...written, ...found }];
  });
}

/** The shape of the value at a path of a file. */
export function shapeAt(shape: Shape, path: readonly string[]): Shape | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return shape;
  const form = formOf(shape);
  const below = form === undefined ? innerShape(shape) : form.keys.find(({ name }) => name === first)?.shape;
  return below && shapeAt(below, rest);
}

/** The form whose keys are at a path. */
export function formAt(shape: Shape, path: readonly string[]): Form | undefined {
  const found = shapeAt(shape, path);
  if (found?.kind === "property") return undefined;
  return found && formOf(found);
}

function innerShape(shape: Shape): Shape | undefined {
  if (shape.kind === "list" || shape.kind === "map") return shape.of;
  if (shape.kind === "either") return shape.shapes.find(({ kind }) => kind === "list");
  return undefined;
}

const BOUNDARY = /[\s,[\]{}"']/;

function tokenAt(text: string, offset: number): WrittenToken {
  let [start, end] = [offset, offset];
  while (start > 0 && !BOUNDARY.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && !/[\s,[\]{}"':]/.test(text.charAt(end))) end += 1;
  return { token: text.slice(start, offset), whole: { start, end } };
}

type Found = Pick<CompletionPlace, "role" | "path" | "siblings" | "keys">;

function placeIn(outline: Outline, text: string, path: readonly string[]): Found | undefined {
  if (outline.kind === "list") {
    const written = outline.items.map(({ start, end }) => text.slice(start, end));
    const others = written
      .filter((item) => !item.includes(WORD))
      .map((item) => item.replace(/^(["'])([\s\S]*)\1$/, "$2"));
    return firstFound(outline.items.entries(), ([index, item]) => {
      const found = placeIn(item, text, [...path, String(index)]);
      return found?.role === "value" && found.path.length === path.length + 1 ? { ...found, siblings: others } : found;
    });
  }
  if (outline.kind === "map") {
    const names = outline.entries.flatMap(({ name }) => (name === undefined || name === WORD ? [] : [name]));
    return firstFound(outline.entries, ({ name, value }) => {
      if (name === WORD) return { role: "key", path, siblings: names, keys: names };
      const found = placeIn(value, text, [...path, name ?? "<<"]);
      return found?.path.length === path.length + 1 && found.role === "value" ? { ...found, keys: names } : found;
    });
  }
  return text.slice(outline.start, outline.end).includes(WORD)
    ? { role: "value", path, siblings: [], keys: [] }
    : undefined;
}

/** Whether keys at a path are those of parameters, exports or properties; then the path from the node object on. */
export function parameterPath(shape: Shape, path: readonly string[]): readonly string[] | undefined {
  const [section, ...rest] = path;
  if (shape.kind === "map") return ["parameters", ...path];
  if (shape.kind !== "form" || section === undefined) return undefined;
  if (section === "properties") return ["parameters", ...rest];
  const isLayer = shape.form !== groupForm && (section === "parameters" || section === "exports");
  return isLayer ? [section, ...rest] : undefined;
}
