import { fnmatch } from "../../base/glob.ts";
import { keptAt, Recent } from "../../base/made-once.ts";
import { recordKeys } from "../../base/text-order.ts";
import { parsePath } from "../../model/values/parameter-path.ts";
import { matchesPath, parsePathFilter } from "../../model/values/path-filter.ts";
import { rowText } from "../../report/text/row.ts";
import type { Sign } from "../../report/text/sign.ts";
import { countSigns } from "../draw/line.ts";
import type { CommitRow } from "../worker/answers/history.ts";
import type { ChangeRow, ChangeSet, CommitCounts } from "../worker/rows/change-set.ts";
import type { NodeStatus } from "../worker/rows/node-tree.ts";
import { type Cursor, onItem, type Search, type Shown } from "./cursor.ts";

const fields = ["node", "path", "class", "kind", "author"] as const;
type Field = (typeof fields)[number];

interface Term {
  /** Undefined for a word that may be anywhere. */
  readonly field: Field | undefined;
  readonly word: string;
  fits(text: string): boolean;
}

/** What is typed after `/`: words that must all fit, with or without a field: `node:web* kind:+`. */
export type Filter = readonly Term[];

const read = new Recent<Filter>(100);

/** The same text gives the same filter object. Never fails: half-typed words are left out or taken literally. */
export function filterOf(text: string): Filter {
  return keptAt(read, text, () => text.split(/\s+/).flatMap(termOf));
}

function termOf(text: string): readonly Term[] {
  const [, name, rest = ""] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  const field = fields.find((each) => each === name);
  const word = (field === undefined ? text : rest).toLowerCase();
  if (word === "") return [];
  return [{ field, word, fits: field === "path" ? pathTest(rest) : textTest(word) }];
}

/** A pattern fits the whole text, any other word a part of it. */
function textTest(word: string): Term["fits"] {
  const fits = /[*?[]/.test(word) ? fnmatch(word) : (text: string) => text.includes(word);
  return (text) => fits(text.toLowerCase());
}

/** Patterns are those of `--path`; keys may be separated by dots or by colons. */
function pathTest(word: string): Term["fits"] {
  const keys = word.includes(":") ? word : word.replaceAll(".", ":");
  const pattern = /[*?[]/.test(word) ? parsePathFilter(keys) : undefined;
  if (pattern === undefined || typeof pattern === "string") {
    const part = colons(word);
    return (text) => colons(text).includes(part);
  }
  return (text) => {
    const reading = parsePath(text);
    return reading.kind === "path" && matchesPath(pattern, reading.path);
  };
}

function colons(text: string): string {
  return text.toLowerCase().replaceAll(".", ":");
}

/** Whether a change fits: on this node of the set, or without one on any of its nodes. */
export type ChangeTest = (row: ChangeRow, node?: number) => boolean;

export function changeTest(filter: Filter, { nodes }: Pick<ChangeSet, "nodes">): ChangeTest {
  const tests = filter.map((term) => ({ term, fitting: Uint8Array.from(nodes, (name) => (term.fits(name) ? 1 : 0)) }));
  return (row, node) => {
    return tests.every(({ term, fitting }) => {
      const onNode = (): boolean =>
        node === undefined ? row.nodes.some((at) => fitting[at] === 1) : fitting[node] === 1;
      return changeFits(term, row, onNode);
    });
  };
}

function changeFits({ field, word, fits }: Term, row: ChangeRow, onNode: () => boolean): boolean {
  switch (field) {
    case "node":
      return onNode();
    case "path":
      return row.isValue && fits(row.title);
    case "class":
      return classesOf(row).some(fits);
    case "kind":
      return word === row.sign || KINDS[word] === row.sign;
    // A set has one author.
    case "author":
      return true;
    case undefined:
      return textsOf(row).some((text) => text !== undefined && fits(text)) || onNode();
  }
}

function textsOf({ title, old, now, row, cause }: ChangeRow): readonly (string | undefined)[] {
  return [title, old, now, rowText(row.filter(({ role }) => role !== "where")), cause];
}

/** Classes that the cause names, and the one whose file it is in. */
function classesOf({ cause, place }: ChangeRow): readonly string[] {
  const [, file] = /^classes\/(.*?)(?:\/init)?\.ya?ml:/.exec(place) ?? [];
  return [...cause.split(" "), ...(file === undefined ? [] : [file.replaceAll("/", ".")])];
}

const KINDS: Readonly<Record<string, Sign>> = {
  added: "+",
  removed: "-",
  changed: "~",
  renamed: ">",
  fails: "!",
  resolves: "*",
};

/** Whether this is a node selector (docs/concepts/selectors.md), not words: fields only changes have rule it out. */
export function isSelector(text: string): boolean {
  return SELECTING.test(text) && !/(?:^|\s)(?:path|kind|author):/.test(text);
}

const SELECTING = /(?:^|[\s(,])(?:class|group|fact|has):|\s(?:and|or)\s|(?:^|\s)not\s|[(,]|\[\d+-\d\d/;

/** Whether a filter asks what commits change, which is known only of those that were compared. */
export function asksForChanges(filter: Filter): boolean {
  return filter.some(({ field }) => field === "kind" || isOfChange(field));
}

function isOfChange(field: Term["field"]): boolean {
  return field === "node" || field === "path" || field === "class";
}

/** Whether a filter asks only for what a commit itself says: author, subject, id. */
export function asksForWords(filter: Filter): boolean {
  return filter.length > 0 && filter.every(({ field }) => field === undefined || field === "author");
}

/** Whether a commit fits, as far as its changes are known: words about changes must all fit one of them. */
export function commitFits(
  filter: Filter,
  row: CommitRow,
  known: { readonly set: ChangeSet | undefined; readonly counts: CommitCounts | undefined },
): boolean {
  const { set } = known;
  const ofChange = filter.filter(({ field }) => isOfChange(field));
  // Of nodes that fail on both sides nothing is known to change.
  const isFound = set?.changes.some((each) => each.sign !== "?" && changeTest(ofChange, set)(each)) === true;
  if (ofChange.length > 0 && !isFound) return false;
  return filter.every((term) => {
    if (isOfChange(term.field)) return true;
    if (term.field === "author") return term.fits(row.author);
    if (term.field === undefined) return [row.subject, row.shortId, row.author].some(term.fits) || isIdOf(term, row);
    return known.counts !== undefined && hasKind(term.word, known.counts);
  });
}

function isIdOf({ word }: Term, { id, shortId }: CommitRow): boolean {
  return word.length > shortId.length && id.startsWith(word);
}

function hasKind(word: string, counts: CommitCounts): boolean {
  const sign = KINDS[word] ?? word;
  if (sign === "?") return counts.unknown > 0;
  return recordKeys(countSigns).some((of) => countSigns[of] === sign && counts[of] > 0);
}

/** Which nodes fit: by name, by status (`kind:fails`), or by one of their changes. */
export function nodeTest(
  filter: Filter,
  set: ChangeSet | undefined,
  statuses: ReadonlyMap<string, NodeStatus>,
): (name: string) => boolean {
  const tests = filter.map((term) => {
    if (term.field === undefined || term.field === "node") return term.fits;
    const changing = namesWith(term, set);
    return (name: string) => (term.field === "kind" && statuses.get(name) === term.word) || changing.has(name);
  });
  return (name) => tests.every((fits) => fits(name));
}

function namesWith(term: Term, set: ChangeSet | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  if (set === undefined) return names;
  const fits = changeTest([term], set);
  for (const row of set.changes) if (fits(row)) for (const node of row.nodes) names.add(set.nodes[node] ?? "");
  return names;
}

/** The cursor on the next (or previous) hit of the last filter, around the ends; undefined if there is none. */
export function onHit(
  { cursor, search }: { readonly cursor: Cursor; readonly search: Search },
  by: 1 | -1,
  { shown, isHit }: { readonly shown: Shown; isHit(index: number): boolean },
): Cursor | undefined {
  const { count } = shown.list;
  for (let passed = 1; search.last !== "" && passed <= count; passed += 1) {
    const index = (((cursor.index + by * passed) % count) + count) % count;
    if (isHit(index)) return onItem(cursor, index, shown);
  }
  return undefined;
}
