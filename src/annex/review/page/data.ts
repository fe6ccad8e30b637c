/**
 * The data of a page, as `browser/` reads it. Columns of numbers hold the difference of each number to the one before
 * it; texts are indexes into `texts`, of which the first is empty; lines of 0 mean that there is no place.
 */
export interface PageData {
  readonly texts: readonly string[];
  /** Names of nodes, sorted. */
  readonly nodes: readonly string[];
  /** Names that are shown otherwise than they are: index and text. */
  readonly shown: readonly (readonly [node: number, text: string])[];
  /** Lists of nodes, each a column. */
  readonly lists: readonly Column[];
  readonly blocks: BlockColumns;
  readonly effects: EffectColumns;
  readonly changes: ChangeColumns;
  readonly places: PlaceColumns;
  readonly layers: readonly PageLayers[];
  readonly commits: readonly CommitData[];
  readonly titles: Pair<string>;
  /** Addresses of files with `{file}` and `{line}` in them; empty for a side without any. */
  readonly links: Pair<string>;
  /** Blocks that are not part of the document, each as a `Part`. */
  readonly rest: readonly Part[];
}

export type Column = readonly number[];
export type Pair<Item> = readonly [old: Item, now: Item];

type Columns<Name extends string> = { readonly [Of in Name]: Column };

/**
 * `text` is what the search for free text looks at, besides paths, values and nodes; `classes` are names of classes that the
 * edit is about, one a line; `kinds` are bits of {@link KINDS}.
 */
export interface BlockColumns extends Columns<"text" | "classes" | "kinds" | "nodes" | "effects" | "places"> {
  /** By block: indexes into `commits`. */
  readonly commits: readonly Column[];
  /** By block: edited files that are not committed. */
  readonly uncommitted: readonly (readonly string[])[];
}

/** `words` say what happens at the path; `values` is the number of different pairs of old and new value. */
type EffectColumns = Columns<"path" | "words" | "changes" | "values">;

export type PlaceColumns = Columns<"oldFile" | "oldLine" | "newFile" | "newLine">;

/** `nodes`: a node, or -1 - n for list n; `body`: lines of a longer value or its edits; `layers`: from 1, 0: none. */
type ChangeColumns = PlaceColumns & Columns<"nodes" | "old" | "now" | "body" | "layers">;

/** The layers of both sides behind a value on one node. */
export interface PageLayers {
  readonly node: number;
  readonly rows: readonly (readonly [layer: string, old: PageLayerSide | null, now: PageLayerSide | null])[];
}

/** What one layer does, or why it does nothing. */
export type PageLayerSide = readonly [position: string, contributions: readonly PageContribution[]];
export type PageContribution = readonly [text: string, mark: string, file: string, line: number];

export type CommitData = readonly [id: string, subject: string, author: string, date: string, undone: 0 | 1];

/** What `kind:` can ask for, by bit. */
export const KINDS = ["fails", "added", "removed", "changed", "retyped", "reordered", "renamed", "moved"] as const;

export type Part = string | Element;
export type Element = readonly [tag: string, attributes: Attributes, ...content: Part[]];
export type Attributes = Readonly<Record<string, string>>;

/** How many blocks are part of the document, so that they are read and printed without scripts. */
export const WRITTEN_BLOCKS = 200;

/** The address of a line of a file: `{file}` and `{line}` of the pattern are filled in. */
export function linkTo(pattern: string, file: string, line: number): string {
  const path = file.split("/").map(encodeURIComponent).join("/");
  return pattern.replaceAll("{line}", String(line)).replaceAll("{file}", () => path);
}
