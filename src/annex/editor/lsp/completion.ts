import type { CompletionItem } from "vscode-languageserver/node";
import { compareText } from "../../../base/text-order.ts";
import { descriptionOf, type Form, type NameKind, type Shape } from "../../../model/forms/form.ts";
import { CRITERION_KINDS, CRITERION_OPS, groupForm, SPECIAL_TARGETS } from "../../../model/forms/group-forms.ts";
import { bareKey, prefixCharacters } from "../../../model/values/key-prefix.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Stretch } from "../../../model/values/value.ts";
import { mapEntries, valueAt } from "../../../model/values/value-at.ts";
import { absoluteName, relativeName } from "../../../parse/definitions/names.ts";
import { type Outline, outlineOf } from "../../../parse/yaml/outline.ts";
import { formOf } from "../../edit/rename/marks.ts";
import { namesOfKind } from "../../edit/rename/names.ts";
import { firstFound } from "../../edit/text/source-text.ts";
import type { Question } from "./editor-inventory.ts";
import { contractsText, fileContracts } from "./hover.ts";

/** Kinds of the protocol. */
const KINDS = { class: 7, group: 9, node: 6, key: 10, word: 12, path: 5, other: 18 } as const;

interface Proposal {
  readonly label: string;
  readonly kind: keyof typeof KINDS;
  readonly text?: string;
  readonly detail?: string;
}

/** What could be written at a place. */
export function completionItems(question: Question): readonly CompletionItem[] {
  const { text } = question.marks.file;
  if (isComment(text, question.offset)) return [];
  const reference = referenceAt(question);
  if (reference !== undefined) {
    const { keys, whole, end } = reference;
    return items(question, whole, pathProposals(question, ["parameters", ...keys], { end }));
  }
  const { shape } = question.marks;
  if (shape === undefined) return [];
  const places = completionPlaces(text, question.offset);
  const proposed = places.flatMap((place) => {
    return place.role === "key" ? keyProposals(question, place, shape) : valueProposals(question, place, shape);
  });
  return places.slice(0, 1).flatMap(({ whole }) => items(question, whole, proposed));
}

function items(question: Question, whole: Stretch, proposed: readonly Proposal[]): readonly CompletionItem[] {
  const range = question.positions(question.marks.file).range(whole);
  const unique = new Map(proposed.map((each) => [each.label, each]));
  return [...unique.values()].map(({ label, kind, text = label, detail }) => ({
    label,
    kind: KINDS[kind],
    filterText: text,
    textEdit: { range, newText: text },
    detail,
  }));
}

/** Whether an offset is in a comment: `#` at the beginning of its line, or behind a space outside quotes. */
function isComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
  return /(?:^|\s)#/.test(bare);
}

/** The reference that begins before the cursor in its line and does not end there; `end` is what it lacks. */
function referenceAt({ marks: { file }, offset, state }: Question) {
  const { reference_sentinels, delimiter } = state.inventory.settings;
  const [open, close] = reference_sentinels;
  const line = file.text.slice(file.text.lastIndexOf("\n", offset - 1) + 1, offset);
  const at = line.lastIndexOf(open);
  if (at === -1 || line.includes(close, at)) return undefined;
  const written = line.slice(at + open.length);
  const keys = written.split(delimiter);
  const start = offset - (keys.at(-1) ?? "").length;
  const end = file.text.startsWith(close, offset) ? "" : close;
  return { keys: keys.slice(0, -1), whole: { start, end: offset }, end };
}

/** Keys below a path on the nodes that the file reaches, but for some, each with what contracts say about it. */
function pathProposals(
  question: Question,
  above: ParameterPath,
  { end, there = [] }: { readonly end: string; readonly there?: readonly string[] },
): readonly Proposal[] {
  const [section, ...keys] = above;
  const found = new Set<string>();
  for (const { parameters, exports } of question.state.nodesOf(question.path)) {
    for (const { key } of mapEntries(valueAt(section === "exports" ? exports : parameters, keys))) found.add(key);
  }
  const contracts = fileContracts(question);
  const others = sorted(found).filter((key) => !there.includes(key));
  return others.map((label) => {
    return { label, kind: "path", text: label + end, detail: contractsText(contracts([...above, label])) };
  });
}

/** Keys of the form that are not there yet, or keys that other layers have here. */
function keyProposals(question: Question, place: CompletionPlace, shape: Shape): readonly Proposal[] {
  const { siblings, path } = place;
  const form = formAt(shape, path);
  if (form !== undefined) {
    const missing = form.keys.filter(({ name }) => !siblings.includes(name));
    return missing.map((key) => ({ label: key.name, kind: "key", text: `${key.name}:`, detail: descriptionOf(key) }));
  }
  const prefixes = prefixCharacters(question.state.inventory.settings);
  const bare = (keys: readonly string[]) => keys.map((key) => bareKey(key, prefixes));
  const above = parameterPath(shape, path);
  return above === undefined ? [] : pathProposals(question, bare(above), { end: ":", there: bare(siblings) });
}

function valueProposals(question: Question, place: CompletionPlace, shape: Shape): readonly Proposal[] {
  const found = shapeAt(shape, place.path);
  switch (found?.kind) {
    case "boolean":
      return [
        { label: "true", kind: "word" },
        { label: "false", kind: "word" },
      ];
    case "target":
      return targets(question, place);
    case "text":
      if (place.path.at(-1) === "op") return operators(place);
      if (found.words !== undefined) return found.words.map((label) => ({ label, kind: "word" }));
      return found.names === undefined ? [] : names(question, place, found.names);
    default:
      return [];
  }
}

/** The operators of the kind of criterion; of all kinds where none is written. */
function operators({ keys }: CompletionPlace): readonly Proposal[] {
  const kind = CRITERION_KINDS.find((each) => keys.includes(each));
  const all = kind === undefined ? [...new Set(Object.values(CRITERION_OPS).flat())] : CRITERION_OPS[kind];
  return all.map((label) => ({ label, kind: "word" }));
}

function names(question: Question, place: CompletionPlace, of: NameKind): readonly Proposal[] {
  const { inventory } = question.state;
  if (of === "class") return classes(question, place);
  if (of === "target") return targets(question, place);
  const all = [...namesOfKind(of, inventory)];
  if (of === "group" && place.token.startsWith("~")) {
    return all.map((label) => ({ label, kind: of, text: `~${label}` }));
  }
  const kind = of === "group" || of === "node" ? of : "other";
  return all.filter((name) => !place.siblings.includes(name)).map((label) => ({ label, kind }));
}

function targets({ state: { inventory } }: Question, { siblings }: CompletionPlace): readonly Proposal[] {
  const groups = [...inventory.groups.groups.keys()].map((name) => `group:${name}`);
  const servers = inventory.nodeNames.filter((name) => inventory.node(name)?.own?.policyServer === true);
  const all = [...Object.keys(SPECIAL_TARGETS), ...groups, ...servers.map((name) => `policyServer:${name}`)];
  return all.filter((label) => !siblings.includes(label)).map((label) => ({ label, kind: "group" }));
}

/** Classes that are not listed already; after dots relative ones, after `~` what could be removed. */
function classes(question: Question, { token, siblings }: CompletionPlace): readonly Proposal[] {
  const { state, marks } = question;
  const { classNames } = state.inventory;
  const own = marks.defines?.kind === "class" || marks.defines?.kind === "node" ? marks.defines.name : "";
  const listed = new Set(siblings.filter((each) => !each.startsWith("~")).map((each) => absoluteName(each, own)));
  if (token.startsWith("~")) {
    return sorted(includedBy(question, listed)).map((name) => ({ label: name, kind: "class", text: `~${name}` }));
  }
  const isSelf = (name: string) => marks.defines?.kind === "class" && name === own;
  const others = classNames.filter((name) => !listed.has(name) && !isSelf(name));
  const [dots = ""] = /^\.+/.exec(token) ?? [];
  const labels = others.flatMap((name) => (dots === "" ? name : (relativeName(name, own, dots.length) ?? [])));
  return labels.map((label) => ({ label, kind: "class" }));
}

/** Classes, and all that they include. */
function includedBy({ state: { inventory } }: Question, names: Iterable<string>): Iterable<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const definition = inventory.class(name);
    if (definition === undefined) continue;
    found.add(name);
    for (const mention of definition.classes) if (!mention.remove) open.push(mention.name);
  }
  return found;
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...names].sort(compareText);
}

/** What is written at the cursor, and what could be written there. */
interface CompletionPlace {
  /** The word up to the cursor. */
  readonly token: string;
  /** All of the word. */
  readonly whole: Stretch;
  readonly role: "key" | "value";
  /** Keys and indexes from the top of the file. */
  readonly path: readonly string[];
  /** The items or keys beside it. */
  readonly siblings: readonly string[];
  /** Of a value in a mapping: the other keys. */
  readonly keys: readonly string[];
}

const WORD = "heirCompletesThis";

/** The places that a word at the cursor could have, as value and as key; none if even with it the text is no YAML. */
function completionPlaces(text: string, offset: number): readonly CompletionPlace[] {
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
function shapeAt(shape: Shape, path: readonly string[]): Shape | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return shape;
  const form = formOf(shape);
  const below = form === undefined ? innerShape(shape) : form.keys.find(({ name }) => name === first)?.shape;
  return below && shapeAt(below, rest);
}

/** The form whose keys are at a path. */
function formAt(shape: Shape, path: readonly string[]): Form | undefined {
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

function tokenAt(text: string, offset: number): Pick<CompletionPlace, "token" | "whole"> {
  let [start, end] = [offset, offset];
  while (start > 0 && !BOUNDARY.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && !/[\s,[\]{}"':]/.test(text.charAt(end))) end += 1;
  return { token: text.slice(start, offset), whole: { start, end } };
}

type Found = Omit<CompletionPlace, "token" | "whole">;

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
function parameterPath(shape: Shape, path: readonly string[]): readonly string[] | undefined {
  const [section, ...rest] = path;
  if (shape.kind === "map") return ["parameters", ...path];
  if (shape.kind !== "form" || section === undefined) return undefined;
  if (section === "properties") return ["parameters", ...rest];
  const isLayer = shape.form !== groupForm && (section === "parameters" || section === "exports");
  return isLayer ? [section, ...rest] : undefined;
}
