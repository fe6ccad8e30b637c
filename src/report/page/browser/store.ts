import type { Column, PageData, Pair } from "../data.ts";

/** A stretch of rows of a column. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** A line of a file on each side that has it. */
export type PlacePair = Pair<{ readonly file: string; readonly line: number } | undefined>;

/** The data of the page, unpacked. */
export class Store {
  readonly data: PageData;
  /** Of each block, its effects and places; of each effect, its changes. */
  readonly effects: readonly RowRange[];
  readonly places: readonly RowRange[];
  readonly changes: readonly RowRange[];
  readonly block: Unpacked<Omit<PageData["blocks"], "commits" | "uncommitted">>;
  readonly effect: Unpacked<PageData["effects"]>;
  readonly change: Unpacked<PageData["changes"]>;
  readonly place: Unpacked<PageData["places"]>;
  private readonly lists: readonly (readonly number[])[];
  private readonly shown: ReadonlyMap<number, string>;

  constructor(data: PageData) {
    const { commits, uncommitted, ...blocks } = data.blocks;
    this.data = data;
    this.block = unpacked(blocks);
    this.effect = unpacked(data.effects);
    this.change = unpacked(data.changes);
    this.place = unpacked(data.places);
    this.lists = data.lists.map(summed);
    this.shown = new Map(data.shown);
    this.effects = ranges(this.block.effects);
    this.places = ranges(this.block.places);
    this.changes = ranges(this.effect.changes);
  }

  text(index: number | undefined): string {
    return this.data.texts[index ?? 0] ?? "";
  }

  /** The name of a node as it is shown. */
  nodeText(node: number): string {
    return this.shown.get(node) ?? this.data.nodes[node] ?? "";
  }

  nodes(column: readonly number[], row: number): readonly number[] {
    const code = column[row] ?? 0;
    return code >= 0 ? [code] : (this.lists[-code - 1] ?? []);
  }

  commits(block: number): readonly number[] {
    return summed(this.data.blocks.commits[block] ?? []);
  }

  placeAt(columns: Unpacked<PageData["places"]>, row: number): PlacePair {
    const side = (files: readonly number[], lines: readonly number[]): PlacePair[0] => {
      const line = lines[row] ?? 0;
      return line === 0 ? undefined : { file: this.text(files[row]), line };
    };
    return [side(columns.oldFile, columns.oldLine), side(columns.newFile, columns.newLine)];
  }
}

type Unpacked<Columns> = { readonly [Name in keyof Columns]: readonly number[] };

function unpacked<Columns extends object>(columns: Columns): Unpacked<Columns> {
  const all = Object.entries(columns).map(([name, column]) => [name, summed(column)] as const);
  return Object.fromEntries(all) as Unpacked<Columns>;
}

/** The numbers of a column of differences. */
function summed(column: Column): readonly number[] {
  let last = 0;
  return column.map((step) => {
    last += step;
    return last;
  });
}

function ranges(counts: readonly number[]): readonly RowRange[] {
  let start = 0;
  return counts.map((count) => {
    const range = { start, end: start + count };
    start = range.end;
    return range;
  });
}

/** Reads packed data: JSON in gzip in base64. */
export async function readStore(packed: string): Promise<Store> {
  const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Store(JSON.parse(await new Response(stream).text()));
}

/** A plain loop: with a callback for each byte, megabytes would take most of the time in which the page opens. */
function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
