import type { DocumentSymbol, SymbolInformation, SymbolKind } from "vscode-languageserver/node";
import { recordKeys } from "../../../base/text-order.ts";
import type { Definition } from "../../../model/inventory/definition.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { MapValue, Stretch } from "../../../model/values/value.ts";
import { type Outline, type OutlineEntry, outlineEntries } from "../../../parse/yaml/outline.ts";
import { written } from "../../../written/written.ts";
import type { DefinedKind, Mark } from "../../edit/rename/marks.ts";
import { fileOfName, namesOfKind } from "../../edit/rename/names.ts";
import { WrittenText } from "../../edit/text/source-text.ts";
import { TOKEN_TYPES } from "./capabilities.ts";
import { type Asked, beginningOf, type FileQuestion, locationOf } from "./editor-inventory.ts";
import type { TextPositions } from "./positions.ts";

/** Kinds of the protocol. */
const SECTION = 2;
const KEY = 7;
const NAME = 15;

/** The keys of a document, with the names in its lists; values are left out. */
export function documentSymbols({ positions, marks }: FileQuestion): DocumentSymbol[] {
  const { opened } = marks;
  const root = opened?.source.root;
  if (opened === undefined || root === undefined) return [];
  return symbolsIn(root, { opened, positions: positions(marks.file), isTop: true });
}

interface Reading {
  readonly opened: NonNullable<FileQuestion["marks"]["opened"]>;
  readonly positions: TextPositions;
  readonly isTop: boolean;
}

function symbolsIn(outline: Outline, reading: Reading): DocumentSymbol[] {
  return outlineEntries(outline).flatMap((entry) => symbolOf(entry, reading));
}

function symbolOf({ key, name, value }: OutlineEntry, reading: Reading): DocumentSymbol[] {
  if (name === undefined || name === "") return [];
  const { positions, isTop } = reading;
  const below = { ...reading, isTop: false };
  return [
    {
      name,
      kind: isTop ? SECTION : KEY,
      range: positions.range({ start: key.start, end: Math.max(key.end, value.end) }),
      selectionRange: positions.range(key),
      children: value.kind === "list" ? (isTop ? namesIn(value.items, below) : []) : symbolsIn(value, below),
    },
  ];
}

function namesIn(items: readonly Outline[], { opened, positions }: Reading): DocumentSymbol[] {
  return items.flatMap((item) => {
    if (item.kind === "list") return namesIn(item.items, { opened, positions, isTop: false });
    const name = item.kind === "scalar" ? new WrittenText(opened.source, item).text : "";
    if (name === "") return [];
    const range = positions.range(item);
    return [{ name, kind: NAME, range, selectionRange: range, children: [] }];
  });
}

const KINDS: Readonly<Record<DefinedKind, SymbolKind>> = {
  class: 5,
  node: 19,
  group: 3,
  technique: 6,
  directive: 12,
  rule: 14,
};
const PATH = 7;
const MOST = 500;

/** Classes, nodes, groups, policies and paths of parameters that hold a text, whatever its case. */
export function workspaceSymbols(asked: Asked, query: string): readonly SymbolInformation[] {
  const wanted = query.toLowerCase();
  const isWanted = (name: string) => name.toLowerCase().includes(wanted);
  const found: SymbolInformation[] = [];
  for (const kind of recordKeys(KINDS)) {
    for (const name of namesOfKind(kind, asked.state.inventory)) {
      const file = isWanted(name) ? fileOfName(kind, name, asked.state.inventory) : undefined;
      if (file !== undefined)
        found.push({ name, kind: KINDS[kind], containerName: kind, location: beginningOf(asked, file) });
      if (found.length >= MOST) return found;
    }
  }
  for (const symbol of query === "" ? [] : pathSymbols(asked, isWanted)) {
    found.push(symbol);
    if (found.length >= MOST) break;
  }
  return found;
}

function* pathSymbols(asked: Asked, isWanted: (name: string) => boolean): Iterable<SymbolInformation> {
  const { inventory } = asked.state;
  const { globals, groups } = inventory.groups;
  const all = [
    globals.values,
    ...[...groups.values()].map(({ properties }) => properties.values),
    ...inventory.classNames.flatMap((name) => layersIn(inventory.class(name))),
    ...inventory.nodeNames.flatMap((name) => layersIn(inventory.node(name))),
  ];
  const parameters = { at: ["parameters"] };
  for (const { path, entry } of all.flatMap((layer) => written(layer, inventory.settings, parameters))) {
    const name = printPath(path);
    if (entry !== undefined && isWanted(name)) {
      yield { name, kind: PATH, location: locationOf(asked, entry.keyNode.origin) };
    }
  }
}

function layersIn(definition: Definition | undefined): readonly MapValue[] {
  if (definition === undefined) return [];
  const { parameters, own } = definition;
  return own === undefined ? [parameters] : [parameters, own.properties.values];
}

interface Token extends Stretch {
  readonly type: (typeof TOKEN_TYPES)[number];
}

/** What the parts of a document are, in the numbers of the protocol. */
export function semanticTokens({ marks, positions }: FileQuestion): readonly number[] {
  const text = positions(marks.file);
  const tokens = marks.marks.flatMap((mark) => tokensOf(mark, marks.file.text));
  let [line, character] = [0, 0];
  return tokens
    .toSorted((one, other) => one.start - other.start)
    .flatMap((token) => {
      const { start, end } = text.range(token);
      if (start.line !== end.line || start.character === end.character) return [];
      const right = start.line === line ? start.character - character : start.character;
      const down = start.line - line;
      [line, character] = [start.line, start.character];
      return [down, right, end.character - start.character, TOKEN_TYPES.indexOf(token.type), 0];
    });
}

function tokensOf(mark: Mark, text: string): readonly Token[] {
  switch (mark.kind) {
    case "name": {
      const removal = mark.isRemoved ? prefixBefore(mark, text) : [];
      if (mark.isOpen || (mark.of !== "class" && mark.of !== "group")) return removal;
      const type = mark.of === "class" ? "class" : "namespace";
      return [...removal, { type, start: mark.start, end: mark.end }];
    }
    case "reference": {
      const [first, last] = [mark.segments[0], mark.segments.at(-1)];
      return first === undefined || last === undefined ? [] : [{ type: "variable", start: first.start, end: last.end }];
    }
    case "key":
      return mark.start > mark.whole.start ? prefixBefore(mark, text) : [];
    case "form":
      return [];
  }
}

/** The signs before a name, without a quote. */
function prefixBefore({ start }: Stretch, text: string): readonly Token[] {
  let from = start;
  while (from > 0 && /[^\s"'[\]{},]/.test(text.charAt(from - 1))) from -= 1;
  return from === start ? [] : [{ type: "operator", start: from, end: start }];
}
