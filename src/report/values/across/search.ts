import { keptAt } from "../../../base/made-once.ts";
import { compilePattern, isPatternFault } from "../../../base/pattern/pattern.ts";
import type { PatternFault } from "../../../base/pattern/python-syntax.ts";
import { clip } from "../../../base/terminal-text.ts";
import { compareText, compareTexts } from "../../../base/text-order.ts";
import { valueJson } from "../../../encoding/json.ts";
import type { LeftOut } from "../../../model/results/left-out.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { isMarker } from "../../../model/secrets/secrets.ts";
import { isOfNames, type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { matchesPath, type PathFilter } from "../../../model/values/path-filter.ts";
import { exactPlace, type ScalarValue, type Value } from "../../../model/values/value.ts";
import { keyedParts, mapEntries, partsOf } from "../../../model/values/value-at.ts";
import { placedData } from "../../data/explanation.ts";
import { counted, inlineValue, plainText, type Row, rowColumns, segment } from "../../text/row.ts";
import { hopOf, scalarYaml } from "../value.ts";

export interface SearchPattern {
  fits(text: string): boolean;
  readonly keys: boolean;
  readonly values: boolean;
}

/** The pattern of `heir grep`, or what is wrong with it. With `isFixed` it is plain text, not a regular expression. */
export function searchPattern(
  text: string,
  { isFixed, ignoreCase, keys, values }: Readonly<Record<"isFixed" | "ignoreCase" | "keys" | "values", boolean>>,
): SearchPattern | PatternFault {
  const source = isFixed ? text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&") : text;
  const pattern = compilePattern(source, { lines: true, ignoreCase });
  return isPatternFault(pattern) ? pattern : { fits: (each) => pattern.isIn(each), keys, values };
}

/** A value that matches, or whose key does, and all nodes that have it from the same place. */
export interface SearchMatch {
  readonly path: ParameterPath;
  readonly value: Value;
  readonly nodes: readonly string[];
}

interface Hit extends Omit<SearchMatch, "nodes"> {
  /** Whether the key fits, not only the value. */
  readonly isKey: boolean;
}

/** What is one match: the same value from the same place. */
function keyOf({ path, value }: Hit): string {
  return [printPath(path), valueJson(value), placeKey(value)].join("\0");
}

/** The same, and what is in the value is from the same places, too: then any part of it is one match. */
function exactKeyOf(hit: Hit): string {
  return [keyOf(hit), ...placesIn(hit.value)].join("\0");
}

function* placesIn(value: Value): Iterable<string> {
  for (const part of partsOf(value)) {
    yield placeKey(part);
    yield* placesIn(part);
  }
}

function placeKey({ origin: { file, start } }: Value): string {
  return `${file.path}\0${start}`;
}

/**
 * Searches the resolved values of nodes, one node after the other, and folds equal matches. A key matches if the
 * pattern is in it, or in the path down to it; values below such a key do not match by their path again.
 */
export class SearchResult {
  private readonly pattern: SearchPattern;
  private readonly paths: readonly PathFilter[] | undefined;
  private readonly found = new Map<string, Hit & { readonly nodes: string[] }>();
  private readonly perNode = new Map<string, number>();

  /** Of `paths`, only values at or below one of them are found; all where absent. */
  constructor(pattern: SearchPattern, paths?: readonly PathFilter[]) {
    this.pattern = pattern;
    this.paths = paths;
  }

  /** Adds a node as one mapping of its parts. Secrets are masked before the search, so that no pattern can guess them. */
  add(node: string, whole: Masked<Value>): void {
    for (const { key: part, value } of mapEntries(whole)) {
      const hits = isOfNames([part]) ? this.names(value, part) : this.below(value, [part], !this.pattern.keys);
      for (const hit of hits) this.keep(node, hit);
    }
  }

  /**
   * The result of a pattern that fits nothing that this one does not, at all paths: everything that it finds is in what
   * this one has found, so no node is needed again.
   */
  narrowed(pattern: SearchPattern): SearchResult {
    const result = new SearchResult(pattern);
    const hits = new Map<string, Hit & { readonly nodes: Set<string> }>();
    for (const { nodes, ...wider } of this.found.values()) {
      for (const hit of result.hitsIn(wider)) {
        const key = exactKeyOf(hit);
        const known = keptAt(hits, key, () => ({ ...hit, nodes: new Set<string>() }));
        for (const node of nodes) known.nodes.add(node);
      }
    }
    for (const [key, { nodes, ...hit }] of hits) {
      result.found.set(key, { ...hit, nodes: [...nodes].sort(compareText) });
      for (const node of nodes) result.count(node);
    }
    return result;
  }

  /** Sorted by path, then by first node. */
  matches(): readonly SearchMatch[] {
    const folded = new Map<string, SearchMatch>();
    for (const hit of this.found.values()) {
      const key = keyOf(hit);
      const known = folded.get(key);
      if (known === undefined) folded.set(key, hit);
      else folded.set(key, { ...known, nodes: [...new Set([...known.nodes, ...hit.nodes])].sort(compareText) });
    }
    return [...folded.values()].toSorted((one, other) => {
      return compareTexts(one.path, other.path) || compareText(one.nodes[0] ?? "", other.nodes[0] ?? "");
    });
  }

  /** The number of matching values, for each node that has one. */
  counts(): ReadonlyMap<string, number> {
    return this.perNode;
  }

  private keep(node: string, hit: Hit): void {
    if (this.paths?.some((filter) => matchesPath(filter, hit.path)) === false) return;
    const match = keptAt(this.found, exactKeyOf(hit), () => ({ ...hit, nodes: [] }));
    if (match.nodes.at(-1) !== node) match.nodes.push(node);
    this.count(node);
  }

  private count(node: string): void {
    this.perNode.set(node, (this.perNode.get(node) ?? 0) + 1);
  }

  private *hitsIn({ path, value, isKey }: Hit): Iterable<Hit> {
    if (isKey) yield* this.entry(value, path, false);
    else if (this.holds(value)) yield { path, value, isKey };
  }

  /** Names in a list; their positions differ from node to node. */
  private *names(list: Value, part: string): Iterable<Hit> {
    if (!this.pattern.values || list.kind !== "list") return;
    for (const item of list.items) if (this.holds(item)) yield { path: [part], value: item, isKey: false };
  }

  /** `known`: a key above matches, or keys are not searched. */
  private *below(value: Value, path: ParameterPath, known: boolean): Iterable<Hit> {
    if (this.pattern.values && this.holds(value)) yield { path, value, isKey: false };
    for (const [key, part] of keyedParts(value)) {
      const here = [...path, key];
      yield* value.kind === "list" ? this.below(part, here, known) : this.entry(part, here, known);
    }
  }

  /** A value below its key, which is the last of the path. */
  private *entry(value: Value, path: ParameterPath, known: boolean): Iterable<Hit> {
    const isKey = !known && (this.pattern.fits(path.at(-1) ?? "") || this.pattern.fits(printPath(path)));
    const isLeaf = value.kind === "scalar" || value.kind === "set";
    if (isKey) yield { path, value, isKey };
    if (!isKey || !isLeaf) yield* this.below(value, path, known || isKey);
  }

  private holds(value: Value): boolean {
    if (value.kind === "set") return value.items.some((item) => this.pattern.fits(textOf(item)));
    if (isMarker(value)) return false;
    return value.kind === "scalar" && this.pattern.fits(textOf(value));
  }
}

function textOf(value: ScalarValue): string {
  return typeof value.data === "string" ? value.data : scalarYaml(value);
}

const WIDTH = 60;

/** One line for each match: path, value, number of nodes, place. */
export function searchRows(matches: readonly SearchMatch[]): readonly Row[] {
  return rowColumns(
    matches.map(({ path, value, nodes }) => {
      const [first = ""] = nodes;
      const hop = hopOf(value);
      return [
        [segment("path", printPath(path))],
        [segment("value", clip(inlineValue(value, WIDTH), WIDTH))],
        [nodes.length === 1 ? segment("node", first) : plainText(counted(nodes.length, "node"))],
        [segment("source", exactPlace(value.origin))],
        [segment("muted", hop === undefined ? "" : `from ${hop.reference}`)],
      ];
    }),
  );
}

interface Searched {
  readonly nodes: number;
  readonly leftOut: readonly LeftOut[];
  readonly unresolved: readonly string[];
}

/** `heir grep --json`: values that match, and the names of nodes that could not be searched. */
export function searchData(matches: readonly SearchMatch[], { nodes, leftOut, unresolved }: Searched) {
  return {
    v: 1,
    matches: matches.map((match) => ({ path: match.path, ...placedData(match.value), nodes: match.nodes })),
    looked_at: { nodes, left_out: leftOut },
    unresolved: unresolved.length > 0 ? unresolved : undefined,
  };
}
