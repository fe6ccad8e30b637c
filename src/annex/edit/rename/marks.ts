import { quotedName } from "../../../base/name-set.ts";
import { fileForms } from "../../../model/forms/file-forms.ts";
import type { Form, FormKey, NameKind, Shape } from "../../../model/forms/form.ts";
import { criterionForm, directiveForm, propertyForm, targetForm } from "../../../model/forms/group-forms.ts";
import { settingForm } from "../../../model/forms/setting-form.ts";
import type { Settings } from "../../../model/inventory/settings.ts";
import { namesInSelector } from "../../../model/selector/selector.ts";
import { prefixCharacters } from "../../../model/values/key-prefix.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { hasSentinel } from "../../../model/values/template.ts";
import type { Stretch } from "../../../model/values/value.ts";
import { absoluteName } from "../../../parse/definitions/names.ts";
import { type Outline, type OutlineEntry, outlineEntries, outlineLeaves } from "../../../parse/yaml/outline.ts";
import { propertyReferences, type ReferenceText, referencesInText } from "../../../written/reference-text.ts";
import { type Replacement, type SourceText, WrittenText } from "../text/source-text.ts";
import { mappedClassNames } from "./class.ts";
import { expectedNodes, isRegex, type KeyInFile, keysIn, type OpenedFile, openedFile, textsAt } from "./edited-file.ts";
import type { InventoryFile } from "./names.ts";

/** What a part of a file means. Places are those of the name alone: without `~`, quotes, `group:` and prefixes. */
export type Mark = NameMark | ReferenceMark | KeyMark | FormMark;

/** A name of something that has a file. */
export interface NameMark extends Stretch {
  readonly kind: "name";
  readonly of: DefinedKind;
  /** In full; of a name with references as it is written. */
  readonly name: string;
  readonly written: string;
  readonly isRemoved: boolean;
  /** Whether references make the name. */
  readonly isOpen: boolean;
  /** Where the scalar that holds it begins: its place in findings and layers. */
  readonly scalar: Stretch;
  renamed(name: string): Replacement;
}

/** A reference, a path in a query, or a property that a directive reads. */
export interface ReferenceMark extends Stretch {
  readonly kind: "reference";
  readonly section: "parameters" | "exports";
  readonly segments: readonly (Stretch & { readonly text: string })[];
  readonly isOpen: boolean;
  readonly scalar: Stretch;
  /** The change that puts another key in place of the segment at an index. */
  renamed(index: number, name: string): Replacement;
}

/** A key of parameters, exports or properties. */
export interface KeyMark extends Stretch {
  readonly kind: "key";
  /** From the node object on, without prefixes. */
  readonly path: ParameterPath;
  /** The path of the value with which it is merged: of a key in a list that of the list. */
  readonly merged: ParameterPath;
  /** Where the key begins with its prefix. */
  readonly whole: Stretch;
  readonly value: Outline;
  /** The change that puts another key in its place, behind its prefix. */
  renamed(name: string): Replacement;
}

/** A key of a form. */
export interface FormMark extends Stretch {
  readonly kind: "form";
  readonly key: FormKey;
}

export type DefinedKind = Exclude<NameKind, "target"> | "rule";

/**
 * The marks of a file, by the form that its path gives it; none if it is no YAML. With `readsAll` a key below one with a
 * prefix has its own prefix read, too, as where another layer is merged onto it (rule M8).
 */
export function readMarks(file: OpenedFile, settings: Settings, readsAll = false): readonly Mark[] {
  const reader = new MarkReader(file, settings, readsAll);
  const { root } = file.source;
  const shape = shapeOf(file);
  if (root !== undefined && shape !== undefined) reader.value(root, shape);
  if (file.role === "contracts") reader.contracts();
  return reader.found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** A file with its form and its marks; not opened if it is no YAML. */
export function fileMarks(file: InventoryFile, source: SourceText, settings: Settings) {
  const opened = source.isYaml ? openedFile(file, source) : undefined;
  return { opened, shape: shapeOf(file), marks: opened === undefined ? [] : readMarks(opened, settings) };
}

/** The shape of a file; contracts have none: only names are marked in them. */
function shapeOf({ role }: Pick<OpenedFile, "role">): Shape | undefined {
  return fileForms.find(({ name }) => name === role || `${name}s` === role)?.shape;
}

/** The forms of values that are no whole file. */
export function formOf(shape: Shape): Form | undefined {
  if (shape.kind === "form") return shape.form;
  if (shape.kind === "criterion") return criterionForm;
  return shape.kind === "target" ? targetForm : undefined;
}

class MarkReader {
  readonly found: Mark[] = [];
  private readonly file: OpenedFile;
  private readonly settings: Settings;
  private readonly prefixes: readonly string[];
  private readonly readsAll: boolean;
  private readonly referenced = new Set<number>();

  constructor(file: OpenedFile, settings: Settings, readsAll: boolean) {
    this.file = file;
    this.settings = settings;
    this.readsAll = readsAll;
    this.prefixes = prefixCharacters(settings);
  }

  value(written: Outline, shape: Shape): void {
    const outline = this.file.followed(written);
    if (outline === undefined) return;
    const form = formOf(shape);
    if (form !== undefined) this.form(outlineEntries(outline), form);
    if (shape.kind === "list" && outline.kind === "list") for (const item of outline.items) this.value(item, shape.of);
    else if (shape.kind === "map" && shape.of.kind === "property") {
      for (const entry of outlineEntries(outline)) this.property(entry);
    } else if (shape.kind === "text" && shape.names !== undefined && outline.kind === "scalar") {
      this.name(outline, shape.names === "target" ? "group" : shape.names, "");
    } else if (shape.kind === "target" && outline.kind === "scalar") this.prefixed(outline, TARGETS);
  }

  contracts(): void {
    for (const outline of textsAt(this.file, "for")) this.selected(outline);
    for (const outline of textsAt(this.file, "set_in")) this.prefixed(outline, LAYERS);
    for (const outline of expectedNodes(this.file)) this.prefixed(outline, NODES);
  }

  private form(entries: readonly OutlineEntry[], form: Form): void {
    // A pattern of names is no name.
    const isPattern = entries.some(({ name, value }) => name === "op" && isRegex(this.file, value));
    for (const { key, name, value } of entries) {
      const known = form.keys.find((each) => each.name === name);
      if (known === undefined) continue;
      this.found.push({ kind: "form", key: known, start: key.start, end: key.end });
      const isLayer = name === "parameters" || name === "exports";
      if (isLayer && form !== settingForm) this.keys(value, [name], this.prefixes);
      else if (form === settingForm && name === "class_mappings") this.mappings(value);
      else if (name === "environment") this.references(value);
      else if (form === directiveForm && (name === "sets" || name === "merges"))
        this.references(value, propertyReferences);
      else if (name !== "nodeid" || !isPattern) this.value(value, known.shape);
    }
  }

  private property({ key, name, value: written }: OutlineEntry): void {
    if (name === undefined) return;
    const value = this.file.followed(written) ?? written;
    const path = ["parameters", name];
    this.key({ path, merged: path, name, key, value });
    const long = outlineEntries(value).find((entry) => entry.name === "value");
    if (long !== undefined) {
      this.form(outlineEntries(value), { keys: propertyForm.keys.filter((each) => each.name !== "value") });
    }
    this.keys(long?.value ?? value, path, []);
  }

  /** The keys of values, and the references in them. Without prefixes, those of keys are plain text. */
  private keys(written: Outline, path: ParameterPath, prefixes: readonly string[]): void {
    for (const key of keysIn(this.file, written, { path, prefixes, readsAll: this.readsAll })) this.key(key);
    this.references(written);
  }

  private key({ path, merged, name, key, value }: KeyInFile): void {
    const text = new WrittenText(this.file.source, key);
    const from = name.length - (path.at(-1) ?? "").length;
    const shown = text.text === "" ? key : stretch(text, from);
    const renamed = (other: string) => text.replaced(from, text.text.length, other);
    this.found.push({ kind: "key", path, merged, start: shown.start, end: shown.end, whole: key, value, renamed });
  }

  /** The references in the scalars of a value, as `readIn` finds them in a text. */
  private references(
    written: Outline,
    readIn: typeof propertyReferences = (text) => referencesInText(text, this.settings),
  ) {
    if (this.file.role === "groups" || this.file.role === "globals") return;
    for (const outline of this.scalars(written)) {
      const text = new WrittenText(this.file.source, outline);
      for (const each of readIn(text.text)) this.reference(text, each, outline);
    }
  }

  private reference(
    text: WrittenText,
    { section, segments, isOpen, start, end }: ReferenceText,
    scalar: Stretch,
  ): void {
    // What has an anchor is reached by its aliases, too.
    if (this.referenced.has(text.at(start))) return;
    this.referenced.add(text.at(start));
    const placed = segments.map((each) => ({ text: each.text, start: text.at(each.start), end: text.at(each.end) }));
    const place = { start: text.at(start), end: text.at(end), scalar };
    const renamed = (index: number, name: string) => {
      const { start: from = 0, end: to = 0 } = segments[index] ?? {};
      return text.replaced(from, to, name);
    };
    this.found.push({ kind: "reference", section, segments: placed, isOpen, renamed, ...place });
  }

  private scalars(written: Outline): readonly Outline[] {
    return outlineLeaves(written).flatMap((leaf) => {
      const outline = this.file.followed(leaf);
      return outline === undefined ? [] : outlineLeaves(outline).filter(({ kind }) => kind === "scalar");
    });
  }

  /** The classes that entries of `class_mappings` give. */
  private mappings(written: Outline): void {
    for (const scalar of this.scalars(written)) {
      const text = new WrittenText(this.file.source, scalar);
      for (const { text: name, start, end } of mappedClassNames(text.text)) {
        this.written(text, { of: "class", name, start, end }, scalar);
      }
    }
  }

  /** The names in a selector. */
  private selected(written: Outline): void {
    const outline = this.file.followed(written);
    if (outline?.kind !== "scalar") return;
    const text = new WrittenText(this.file.source, outline);
    for (const { of, name, start, end } of namesInSelector(text.text)) {
      if (of !== "class" && of !== "group" && of !== "node") continue;
      this.written(text, { of, name, start, end }, outline, quotedName);
    }
  }

  /** A name in a part of a text; `encoded` is how another one is written there. */
  private written(
    text: WrittenText,
    { of, name, start, end }: Stretch & { readonly of: DefinedKind; readonly name: string },
    scalar: Stretch,
    encoded: (name: string) => string = (other) => other,
  ): void {
    const place = { start: text.at(start), end: text.at(end), scalar };
    const renamed = (other: string) => text.replaced(start, end, encoded(other));
    this.found.push({ kind: "name", of, name, written: name, isRemoved: false, isOpen: false, renamed, ...place });
  }

  /** A name behind a word that says what it names; one with `*` names nothing alone. */
  private prefixed(written: Outline, kinds: ReadonlyMap<string, DefinedKind>): void {
    const outline = this.file.followed(written);
    if (outline?.kind !== "scalar") return;
    const { text } = new WrittenText(this.file.source, outline);
    if (text.includes("*")) return;
    for (const [prefix, of] of kinds) if (text.startsWith(prefix)) this.name(outline, of, prefix);
  }

  private name(outline: Outline, of: DefinedKind, prefix: string): void {
    const text = new WrittenText(this.file.source, outline);
    const isRemoved = prefix === "" && text.text.startsWith("~");
    const from = isRemoved ? 1 : prefix.length;
    const written = text.text.slice(from);
    const isOpen = of === "class" && hasSentinel(written, this.settings);
    const isRelative = of === "class" && (this.file.role === "node" || this.file.role === "class");
    const name = isRelative && !isOpen ? absoluteName(written, this.file.name) : written;
    const renamed = (other: string) => text.replaced(from, text.text.length, other);
    const place = { ...stretch(text, from), scalar: outline };
    this.found.push({ kind: "name", of, name, written, isRemoved, isOpen, renamed, ...place });
    if (isOpen) this.references(outline);
  }
}

/** What targets of rules name. */
const TARGETS: ReadonlyMap<string, DefinedKind> = new Map([
  ["group:", "group"],
  ["policyServer:", "node"],
]);
/** What `set_in` names in contracts. */
const LAYERS: ReadonlyMap<string, DefinedKind> = new Map(
  (["class", "group", "node"] as const).map((kind) => [`${kind}:`, kind]),
);
/** What expectations name. */
const NODES: ReadonlyMap<string, DefinedKind> = new Map([["", "node"]]);

function stretch(text: WrittenText, from: number): { readonly start: number; readonly end: number } {
  return { start: text.at(from), end: text.at(text.text.length) };
}
