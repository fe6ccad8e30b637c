import type { KindRename } from "../../model/results/proof.ts";
import type { Delimiters } from "../../model/values/template.ts";
import { hasSentinel, splitTemplate } from "../../model/values/template.ts";
import { renamedKeys } from "../claim.ts";
import type { NameChange } from "./edited-file.ts";

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

/**
 * The last key of a path in the references and queries of a text, nested ones included; none in a text that cannot be read.
 * By the grammar of docs/concepts/references.md, so nothing behind an escape.
 */
export function referenceChanges(text: string, path: RenamedPath, delimiters: Delimiters): readonly NameChange[] {
  if (!hasSentinel(text, delimiters)) return [];
  const [first] = splitTemplate(text, delimiters);
  if (first?.kind === "fault") return [];
  if (first?.kind === "query") return queryChanges(text, path, delimiters);
  return path.section === "parameters" ? new ReferenceScan(text, path, delimiters).changes() : [];
}

/** Words of a query that begin with `self:` or `exports:`. */
function queryChanges(text: string, path: RenamedPath, { delimiter }: Delimiters): readonly NameChange[] {
  const prefix = (path.section === "exports" ? "exports" : "self") + delimiter;
  return [...text.matchAll(/[!-~]+/g)].flatMap(({ 0: written, index }) => {
    // A closing bracket can be right behind the last word.
    const word = written.replace(/\]$/, "");
    if (!word.toLowerCase().startsWith(prefix)) return [];
    return segmentChange(word.slice(prefix.length).split(delimiter), index + prefix.length, path, delimiter);
  });
}

function segmentChange(
  segments: readonly string[],
  start: number,
  { keys, key }: RenamedPath,
  delimiter: string,
): readonly NameChange[] {
  if (keys.some((each, index) => segments[index] !== each)) return [];
  const before = keys.slice(0, -1).reduce((sum, each) => sum + each.length + delimiter.length, 0);
  return [{ start: start + before, end: start + before + (keys.at(-1) ?? "").length, name: key }];
}

/** Finds references in a text that can be read: sentinels are paired. */
class ReferenceScan {
  private at = 0;
  private readonly found: NameChange[] = [];
  private readonly text: string;
  private readonly path: RenamedPath;
  private readonly delimiters: Delimiters;

  constructor(text: string, path: RenamedPath, delimiters: Delimiters) {
    this.text = text;
    this.path = path;
    this.delimiters = delimiters;
  }

  changes(): readonly NameChange[] {
    const [open] = this.delimiters.reference_sentinels;
    while (this.at < this.text.length) if (!this.escaped() && !this.takes(open)) this.at += 1;
    return this.found.toSorted((one, other) => one.start - other.start);
  }

  /** A reference at the position; `false` if there is none. */
  private takes(open: string): boolean {
    if (!this.text.startsWith(open, this.at)) return false;
    this.at += open.length;
    this.reference();
    return true;
  }

  private reference(): void {
    const [open, close] = this.delimiters.reference_sentinels;
    const start = this.at;
    let literal: number | undefined;
    while (this.at < this.text.length && !this.text.startsWith(close, this.at)) {
      const from = this.at;
      if (this.escaped() || this.takes(open)) literal ??= from;
      else this.at += 1;
    }
    const { delimiter } = this.delimiters;
    const whole = this.text.slice(start, literal ?? this.at);
    const segments = whole.split(delimiter);
    // What a nested reference begins in is no whole key.
    if (literal !== undefined) segments.pop();
    this.found.push(...segmentChange(segments, start, this.path, delimiter));
    this.at += close.length;
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
