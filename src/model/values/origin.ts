import { firstThat } from "../../base/path-lines.ts";
import { kept } from "../../speed/kept.ts";
import type { Place } from "./place.ts";

/** One version of one file: the text that spans point into. Files with equal bytes have the same blob id. */
export interface SourceFile {
  /** Path from the top of the snapshot, with forward slashes. */
  readonly path: string;
  /** Where git lists the content, if that is another path: `path` is then that of a link. */
  readonly target?: string;
  /** Git blob id of the bytes. */
  readonly blob: string;
  readonly text: string;
  /** The result of an earlier reading; undefined if nothing is kept. */
  readonly kept?: KeptReading;
  /** Ranges that are not shown where lines of the file are quoted. */
  readonly hidden?: readonly Stretch[];
  /** For a copy with such stretches: the file as it was read. */
  readonly original?: SourceFile;
}

/** The parsed content of a file, in the form of `parse/yaml/record.ts`. */
export interface KeptReading {
  /** Undefined if there is none yet, empty if none can be made. */
  record(): string | undefined;
  keep(record: string): void;
}

/** `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A range of one file: `start` inclusive, `end` exclusive, in UTF-16 units of `file.text`. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

interface Lines {
  readonly starts: readonly number[];
  /** Whether each character is one UTF-16 unit. */
  readonly isNarrow: boolean;
}

/** File, line and column at which a span begins. Never fails: an offset past the end is on the last line. */
export function placeOf(span: Span): Place {
  const { starts, isNarrow } = linesIn(span.file);
  const line = lineAt(starts, span.start);
  const before = span.file.text.slice(starts[line - 1] ?? 0, span.start);
  return {
    file: span.file.target ?? span.file.path,
    line,
    column: (isNarrow ? before.length : characters(before)) + 1,
  };
}

/** `file:line:column`, the form that terminals and editors can open. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** Data as a text in which a file is its path: equal for equal data of one state. Throws what JSON does. */
export function textByPaths(data: object): string {
  return JSON.stringify(data, (key, member) => (key === "file" ? member.path : member));
}

/** `file:line:column`. */
export function exactPlace(span: Span): string {
  return placeText(placeOf(span));
}

/** `file:line`; empty without a place. */
export function spanPlace(span: Span | undefined): string {
  if (span === undefined) return "";
  const { file, line } = placeOf(span);
  return `${file}:${line}`;
}

/** The text of one line (counted from 1) without its line end; empty if there is no such line. */
export function lineText(file: SourceFile, line: number): string {
  const { starts } = linesIn(file);
  const start = starts[line - 1];
  if (start === undefined) return "";
  return file.text.slice(start, starts[line] ?? file.text.length).replace(/\r?\n$/, "");
}

/** The offset of the beginning of a line (counted from 1); the end of the text if there is no such line. */
export function lineStartOf(file: SourceFile, line: number): number {
  return linesIn(file).starts[line - 1] ?? file.text.length;
}

const linesIn = kept("shared", ({ text }: SourceFile): Lines => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return { starts, isNarrow: !/[\ud800-\udfff]/.test(text) };
});

/** The line that an offset is in: the first one begins at 0. */
function lineAt(starts: readonly number[], offset: number): number {
  return Math.max(
    1,
    firstThat(starts.length, (at) => (starts[at] ?? 0) > offset),
  );
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
