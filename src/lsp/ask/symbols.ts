import type { OpenedFile } from "../../edit/find/edited-file.ts";
import { WrittenText } from "../../edit/text/written-text.ts";
import { type Outline, type OutlineEntry, outlineEntries } from "../../parse/yaml/outline.ts";
import type { FileMarks } from "../marks/marks.ts";
import type { Range, TextPositions } from "../protocol/positions.ts";
import type { Asked } from "./question.ts";

/** A part of a document with a name. */
export interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: readonly DocumentSymbol[];
}

/** Kinds of the protocol. */
const SECTION = 2;
const KEY = 7;
const NAME = 15;

/** The keys of a document, with the names in its lists; values are left out. */
export function documentSymbols({ positions }: Asked, marks: FileMarks): readonly DocumentSymbol[] {
  const { opened } = marks;
  const root = opened?.source.root;
  if (opened === undefined || root === undefined) return [];
  return symbolsIn(root, { opened, positions: positions.of(marks.file), isTop: true });
}

interface Reading {
  readonly opened: OpenedFile;
  readonly positions: TextPositions;
  readonly isTop: boolean;
}

function symbolsIn(outline: Outline, reading: Reading): readonly DocumentSymbol[] {
  return outlineEntries(outline).flatMap((entry) => symbolOf(entry, reading));
}

function symbolOf({ key, name, value }: OutlineEntry, reading: Reading): readonly DocumentSymbol[] {
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

function namesIn(items: readonly Outline[], { opened, positions }: Reading): readonly DocumentSymbol[] {
  return items.flatMap((item) => {
    if (item.kind === "list") return namesIn(item.items, { opened, positions, isTop: false });
    const name = item.kind === "scalar" ? new WrittenText(opened.source, item).text : "";
    if (name === "") return [];
    const range = positions.range(item);
    return [{ name, kind: NAME, range, selectionRange: range, children: [] }];
  });
}
