import { mappedClassNames } from "../../edit/find/class.ts";
import { expectedNodes, textsAt } from "../../edit/find/contracts.ts";
import { type KeyInFile, keysIn, type OpenedFile } from "../../edit/find/edited-file.ts";
import { propertyCalls, type ReferenceText, referencesInText } from "../../edit/find/reference-text.ts";
import { WrittenText } from "../../edit/text/written-text.ts";
import { classForm, nodeForm } from "../../model/forms/definition-forms.ts";
import type { Form, Shape } from "../../model/forms/form.ts";
import { criterionForm, groupForm, orderForm, propertyForm } from "../../model/forms/group-forms.ts";
import { directiveForm, ruleForm, targetForm, techniqueForm } from "../../model/forms/policy-forms.ts";
import { settingForm } from "../../model/forms/setting-form.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { namesInSelector } from "../../model/selector/read.ts";
import { prefixCharacters } from "../../model/values/key-prefix.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { hasSentinel } from "../../model/values/template.ts";
import { absoluteName } from "../../parse/definitions/names.ts";
import { type Outline, type OutlineEntry, outlineEntries, outlineLeaves } from "../../parse/yaml/outline.ts";
import type { DefinedKind, Mark } from "./marks.ts";

/** The marks of a file, by the form that its path gives it. Never fails; a file that is no YAML has none. */
export function readMarks(file: OpenedFile, settings: Settings): readonly Mark[] {
  const reader = new MarkReader(file, settings);
  const { root } = file.source;
  const shape = shapeOf(file);
  if (root !== undefined && shape !== undefined) reader.value(root, shape);
  if (file.role === "contracts") reader.contracts();
  return reader.found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** The shape of a file; contracts have none: only names are marked in them. */
export function shapeOf({ role }: Pick<OpenedFile, "role">): Shape | undefined {
  switch (role) {
    case "node":
      return { kind: "form", form: nodeForm };
    case "class":
      return { kind: "form", form: classForm };
    case "groups":
      return { kind: "form", form: groupForm };
    case "globals":
      return { kind: "map", of: { kind: "property" } };
    case "order":
      return { kind: "form", form: orderForm };
    case "techniques":
      return { kind: "form", form: techniqueForm };
    case "directives":
      return { kind: "form", form: directiveForm };
    case "rules":
      return { kind: "form", form: ruleForm };
    case "settings":
      return { kind: "form", form: settingForm };
    case "contracts":
      return undefined;
  }
}

/** The forms of values that are no whole file. */
export function formOf(shape: Shape): Form | undefined {
  switch (shape.kind) {
    case "form":
      return shape.form;
    case "criterion":
      return criterionForm;
    case "target":
      return targetForm;
    default:
      return undefined;
  }
}

class MarkReader {
  readonly found: Mark[] = [];
  private readonly file: OpenedFile;
  private readonly settings: Settings;
  private readonly prefixes: readonly string[];

  constructor(file: OpenedFile, settings: Settings) {
    this.file = file;
    this.settings = settings;
    this.prefixes = prefixCharacters(settings);
  }

  /** A value that has a shape. */
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

  /** The names in contracts. */
  contracts(): void {
    for (const outline of textsAt(this.file, "for")) this.selected(outline);
    for (const outline of textsAt(this.file, "set_in")) this.prefixed(outline, LAYERS);
    for (const outline of expectedNodes(this.file)) this.prefixed(outline, NODES);
  }

  private form(entries: readonly OutlineEntry[], form: Form): void {
    for (const { key, name, value } of entries) {
      const known = form.keys.find((each) => each.name === name);
      if (known === undefined) continue;
      this.found.push({ kind: "form", key: known, start: key.start, end: key.end });
      const isLayer = name === "parameters" || name === "exports";
      if (isLayer && form !== settingForm) this.keys(value, [name], this.prefixes);
      else if (form === settingForm && name === "class_mappings") this.mappings(value);
      else if (name === "environment") this.references(value);
      else if (form === directiveForm && (name === "sets" || name === "merges")) this.calls(value);
      else this.value(value, known.shape);
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
    for (const key of keysIn(this.file, written, { path, prefixes })) this.key(key);
    for (const leaf of outlineLeaves(written)) this.references(leaf);
  }

  private key({ path, merged, name, key, value }: KeyInFile): void {
    const text = new WrittenText(this.file.source, key);
    const from = name.length - (path.at(-1) ?? "").length;
    const shown = text.text === "" ? key : stretch(text, from);
    this.found.push({ kind: "key", path, merged, start: shown.start, end: shown.end, whole: key, value });
  }

  private references(outline: Outline): void {
    if (outline.kind !== "scalar" || this.file.role === "groups" || this.file.role === "globals") return;
    const text = new WrittenText(this.file.source, outline);
    for (const each of referencesInText(text.text, this.settings)) this.reference(text, each, outline);
  }

  private reference(
    text: WrittenText,
    { section, segments, isOpen, start, end }: ReferenceText,
    scalar: Stretch,
  ): void {
    const placed = segments.map((each) => ({ text: each.text, start: text.at(each.start), end: text.at(each.end) }));
    const place = { start: text.at(start), end: text.at(end), scalar };
    this.found.push({ kind: "reference", section, segments: placed, isOpen, ...place });
  }

  /** `${node.properties[a][b]}` in the texts of a directive. */
  private calls(written: Outline): void {
    for (const outline of this.scalars(written)) {
      const text = new WrittenText(this.file.source, outline);
      for (const call of propertyCalls(text.text)) {
        this.reference(text, { section: "parameters", isOpen: false, ...call }, outline);
      }
    }
  }

  /** The scalars in a value. */
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
      for (const { name, start, end } of mappedClassNames(text.text)) {
        const place = { start: text.at(start), end: text.at(end), scalar };
        this.found.push({ kind: "name", of: "class", name, written: name, isRemoved: false, isOpen: false, ...place });
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
      const place = { start: text.at(start), end: text.at(end), scalar: outline };
      this.found.push({ kind: "name", of, name, written: name, isRemoved: false, isOpen: false, ...place });
    }
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
    this.found.push({ kind: "name", of, name, written, isRemoved, isOpen, ...stretch(text, from), scalar: outline });
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
