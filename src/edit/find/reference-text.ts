import type { KindRename } from "../../model/results/proof.ts";
import type { Stretch } from "../../model/values/origin.ts";
import { type Delimiters, hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { renamedKeys } from "../claim.ts";
import type { NameChange } from "./edited-file.ts";

/** A reference in a text, or a path in a query; offsets are those of the text. */
export interface ReferenceText extends Stretch {
  /** The tree that it reads: `${…}` and `self:` read parameters, `exports:` the other one. */
  readonly section: "parameters" | "exports";
  /** Its plain keys: one in which a nested reference begins is left out. */
  readonly segments: readonly (Stretch & { readonly text: string })[];
  /** Whether nested references give more of the path. */
  readonly isOpen: boolean;
}

/**
 * The references and queries of a text, nested ones included, sorted; none in a text that cannot be read. By the grammar of
 * docs/concepts/references.md, so nothing behind an escape.
 */
export function referencesInText(text: string, delimiters: Delimiters): readonly ReferenceText[] {
  if (!hasSentinel(text, delimiters)) return [];
  const [first] = splitTemplate(text, delimiters);
  if (first?.kind === "fault") return [];
  if (first?.kind === "query") return queryPaths(text, delimiters);
  return new ReferenceScan(text, delimiters).references();
}

/** The properties that the text of a directive reads: `${node.properties[a][b]}`. */
export function propertyCalls(text: string): readonly Pick<ReferenceText, "start" | "end" | "segments">[] {
  return [...text.matchAll(CALL)].map((call) => {
    const [whole, brackets = ""] = call;
    const begin = call.index + whole.lastIndexOf(brackets);
    const segments = [...brackets.matchAll(/\[\s*([^\]]*?)\s*\]/g)].map((each) => {
      const [bracket, name = ""] = each;
      const start = begin + each.index + bracket.indexOf(name, 1);
      return { text: name, start, end: start + name.length };
    });
    return { start: call.index, end: call.index + whole.length, segments };
  });
}

const CALL = /\$\{\s*node\s*\.\s*properties((?:\s*\[[^\]]*\])+)\s*\}?/gi;

/** Words of a query that begin with `self:` or `exports:`. */
function queryPaths(text: string, { delimiter }: Delimiters): readonly ReferenceText[] {
  return [...text.matchAll(/[!-~]+/g)].flatMap(({ 0: written, index }): readonly ReferenceText[] => {
    // A closing bracket can be right behind the last word.
    const word = written.replace(/\]$/, "");
    for (const [name, section] of QUERIED) {
      const prefix = name + delimiter;
      if (!word.toLowerCase().startsWith(prefix)) continue;
      const segments = segmentsOf(word.slice(prefix.length), index + prefix.length, delimiter);
      return [{ section, start: index, end: index + word.length, segments, isOpen: false }];
    }
    return [];
  });
}

const QUERIED = [
  ["self", "parameters"],
  ["exports", "exports"],
] as const;

function segmentsOf(text: string, start: number, delimiter: string): ReferenceText["segments"] {
  let at = start;
  return text.split(delimiter).map((segment) => {
    const found = { text: segment, start: at, end: at + segment.length };
    at = found.end + delimiter.length;
    return found;
  });
}

/** Finds references in a text that can be read: sentinels are paired. */
class ReferenceScan {
  private at = 0;
  private readonly found: ReferenceText[] = [];
  private readonly text: string;
  private readonly delimiters: Delimiters;

  constructor(text: string, delimiters: Delimiters) {
    this.text = text;
    this.delimiters = delimiters;
  }

  references(): readonly ReferenceText[] {
    const [open] = this.delimiters.reference_sentinels;
    while (this.at < this.text.length) if (!this.escaped() && !this.takes(open)) this.at += 1;
    return this.found.toSorted((one, other) => one.start - other.start);
  }

  /** A reference at the position; `false` if there is none. */
  private takes(open: string): boolean {
    const { delimiter, reference_sentinels } = this.delimiters;
    if (!this.text.startsWith(open, this.at)) return false;
    const [, close] = reference_sentinels;
    const begin = this.at;
    this.at += open.length;
    const start = this.at;
    let literal: number | undefined;
    while (this.at < this.text.length && !this.text.startsWith(close, this.at)) {
      const from = this.at;
      if (this.escaped() || this.takes(open)) literal ??= from;
      else this.at += 1;
    }
    const segments = segmentsOf(this.text.slice(start, literal ?? this.at), start, delimiter);
    const isOpen = literal !== undefined;
    this.at += close.length;
    this.found.push({
      section: "parameters",
      start: begin,
      end: this.at,
      segments: isOpen ? segments.slice(0, -1) : segments,
      isOpen,
    });
    return true;
  }

  /** Skips what an escape character takes the meaning from; two of them before a sentinel mean one. */
  private escaped(): boolean {
    const { escape_character: sign, reference_sentinels: own, export_sentinels: others } = this.delimiters;
    const before = (at: number) => [...own, ...others].find((token) => this.text.startsWith(token, at));
    if (sign === "" || !this.text.startsWith(sign, this.at)) return false;
    const next = this.at + sign.length;
    const token = before(next);
    if (token !== undefined) {
      this.at = next + token.length;
      return true;
    }
    if (!this.text.startsWith(sign, next) || before(next + sign.length) === undefined) return false;
    this.at = next + sign.length;
    return true;
  }
}

/** A path with another last key, and the tree it is in: `${…}` and `self:` read parameters, `exports:` the other one. */
export interface RenamedPath {
  readonly section: "parameters" | "exports";
  readonly keys: readonly string[];
  readonly key: string;
}

/** A rename of a path below parameters or exports; undefined for any other path. */
export function renamedPath(rename: KindRename): RenamedPath | undefined {
  const { path, key } = renamedKeys(rename);
  const [section, ...keys] = path;
  return (section === "parameters" || section === "exports") && keys.length > 0 ? { section, keys, key } : undefined;
}

/** A text with other names; the changes are sorted and do not overlap. */
export function replaced(text: string, changes: readonly NameChange[]): string {
  return changes.toReversed().reduce((all, { start, end, name }) => all.slice(0, start) + name + all.slice(end), text);
}

/** The last key of a path in the references and queries of a text, nested ones included; none in a text that cannot be read. */
export function referenceChanges(text: string, path: RenamedPath, delimiters: Delimiters): readonly NameChange[] {
  const found = referencesInText(text, delimiters).filter(({ section }) => section === path.section);
  return found.flatMap(({ segments }) => lastKeyIn(segments, path));
}

/** The last key of a path with its other name, if segments begin with the path. */
export function lastKeyIn(segments: ReferenceText["segments"], { keys, key }: RenamedPath): readonly NameChange[] {
  const last = segments[keys.length - 1];
  if (last === undefined || keys.some((each, index) => segments[index]?.text !== each)) return [];
  return [{ start: last.start, end: last.end, name: key }];
}
