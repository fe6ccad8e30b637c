import { compilePattern, isPatternFault } from "../../base/pattern/pattern.ts";
import type { PatternFault } from "../../base/pattern/python-syntax.ts";
import { clip } from "../../base/terminal-text.ts";
import { compareText, compareTexts } from "../../base/text-order.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { matchesPath, type PathFilter } from "../../model/values/path-filter.ts";
import type { ScalarValue, Value } from "../../model/values/value.ts";
import { counted } from "../text/count.ts";
import { inlineValue } from "../text/inline.ts";
import { plainText, type Row, segment } from "../text/row.ts";
import { rowColumns } from "../text/row-columns.ts";
import { hopOf } from "./value.ts";
import { scalarYaml } from "./yaml-scalar.ts";

/** The pattern, and the parts of a node to search. */
export interface SearchPattern {
  /** Whether a text matches. */
  fits(text: string): boolean;
  readonly keys: boolean;
  readonly values: boolean;
}

/** How a text is searched for. */
export interface SearchOptions extends Pick<SearchPattern, "keys" | "values"> {
  /** Whether it is plain text, not a regular expression. */
  readonly isFixed: boolean;
  readonly ignoreCase: boolean;
}

/** The pattern of `heir grep`, or what is wrong with it. */
export function searchPattern(
  text: string,
  { isFixed, ignoreCase, keys, values }: SearchOptions,
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

/**
 * Searches the resolved values of nodes, one node after the other, and folds equal matches. A key matches if the
 * pattern is in it, or in the path down to it; values below such a key do not match by their path again.
 */
export class SearchResult {
  private readonly pattern: SearchPattern;
  private readonly paths: readonly PathFilter[] | undefined;
  private readonly found = new Map<
    string,
    { readonly path: ParameterPath; readonly value: Value; readonly nodes: string[] }
  >();
  private readonly perNode = new Map<string, number>();

  /** Of `paths`, only values at or below one of them are found; all where absent. */
  constructor(pattern: SearchPattern, paths?: readonly PathFilter[]) {
    this.pattern = pattern;
    this.paths = paths;
  }

  /**
   * Adds a node as one mapping of its parts. Secrets are masked before the search, so that no pattern can guess them.
   */
  add(node: string, whole: Masked<Value>): void {
    for (const { key: part, value } of whole.kind === "map" ? whole.entries : []) {
      const hits = isNames(part) ? this.names(value, part) : this.below(value, [part], !this.pattern.keys);
      for (const [path, value] of hits) this.keep(node, path, value);
    }
  }

  /** Sorted by path, then by first node. */
  matches(): readonly SearchMatch[] {
    return [...this.found.values()].toSorted((one, other) => {
      return compareTexts(one.path, other.path) || compareText(one.nodes[0] ?? "", other.nodes[0] ?? "");
    });
  }

  /** The number of matching values, for each node that has one. */
  counts(): ReadonlyMap<string, number> {
    return this.perNode;
  }

  private keep(node: string, path: ParameterPath, value: Value): void {
    if (this.paths?.some((filter) => matchesPath(filter, path)) === false) return;
    const key = [printPath(path), valueJson(value), value.origin.file.path, value.origin.start].join("\0");
    const match = this.found.get(key);
    if (match === undefined) this.found.set(key, { path, value, nodes: [node] });
    else if (match.nodes.at(-1) !== node) match.nodes.push(node);
    this.perNode.set(node, (this.perNode.get(node) ?? 0) + 1);
  }

  /** Names in a list; their positions differ from node to node. */
  private *names(list: Value, part: NamesPart): Iterable<readonly [ParameterPath, Value]> {
    if (!this.pattern.values || list.kind !== "list") return;
    for (const item of list.items) if (this.holds(item)) yield [[part], item];
  }

  /** `known`: a key above matches, or keys are not searched. */
  private *below(value: Value, path: ParameterPath, known: boolean): Iterable<readonly [ParameterPath, Value]> {
    if (value.kind === "map") {
      for (const entry of value.entries) {
        const here = [...path, entry.key];
        const isKey = !known && (this.pattern.fits(entry.key) || this.pattern.fits(printPath(here)));
        const isLeaf = entry.value.kind === "scalar" || entry.value.kind === "set";
        if (isKey) yield [here, entry.value];
        if (!isKey || !isLeaf) yield* this.below(entry.value, here, known || isKey);
      }
    } else if (value.kind === "list") {
      for (const [index, item] of value.items.entries()) yield* this.below(item, [...path, String(index)], known);
    } else if (this.pattern.values && this.holds(value)) yield [path, value];
  }

  private holds(value: Value): boolean {
    if (value.kind === "set") return value.items.some((item) => this.pattern.fits(textOf(item)));
    if (isMarker(value)) return false;
    return value.kind === "scalar" && this.pattern.fits(textOf(value));
  }
}

type NamesPart = "groups" | "classes" | "applications";

function isNames(part: string): part is NamesPart {
  return part === "groups" || part === "classes" || part === "applications";
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
        [segment("source", placeText(placeOf(value.origin)))],
        [segment("muted", hop === undefined ? "" : `from ${hop.reference}`)],
      ];
    }),
  );
}
