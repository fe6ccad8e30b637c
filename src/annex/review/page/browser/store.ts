import { madeOnce } from "../../../../base/made-once.ts";
import { type Column, KINDS, type PageData, type Pair } from "../data.ts";

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

export interface FoundBlocks {
  /** By block. */
  readonly blocks: readonly boolean[];
  /** The nodes that the search names; undefined if it names none. */
  readonly nodes: ReadonlySet<number> | undefined;
  /** Whether an effect is what is looked for: at the paths, on the nodes and with the texts of the search; undefined without any. */
  readonly isMeant: ((effect: number) => boolean) | undefined;
}

type RowTest = (row: number) => boolean;

/** Finds the blocks that fit all parts of a query. */
export function pageFilter(store: Store): (query: PageQuery) => FoundBlocks {
  // Made when free text is searched first: as one text, which takes the least time.
  const lowered = madeOnce(() => store.data.texts.join("\0").toLowerCase().split("\0"));
  const names = madeOnce(() => store.data.nodes.map((name) => name.toLowerCase()));
  const nodesMeant = (word: string) => namesMeant(names(), word);
  const isOn = (column: readonly number[], row: number, meant: ReadonlySet<number>) =>
    meant.size > 0 && store.nodes(column, row).some((node) => meant.has(node));
  return ({ texts, nodes, paths, classes, kinds }) => {
    const [onNodes, atPaths] = [nodes.map(nodesMeant), paths.map((word) => effectsAt(store, word))];
    const saying = texts.map((word) => {
      const has = textsWith(lowered(), word);
      return { has, says: effectsSaying(store, has), named: nodesMeant(word) };
    });
    const fits: RowTest = (block) =>
      onNodes.every((meant) => isOn(store.block.nodes, block, meant)) &&
      atPaths.every((meant) => anyIn(store.effects[block], (effect) => meant.has(effect))) &&
      classes.every((word) => store.text(store.block.classes[block]).toLowerCase().includes(word)) &&
      kinds.every((bits) => ((store.block.kinds[block] ?? 0) & bits) !== 0) &&
      saying.every(({ has, says, named }) => {
        return (
          has(store.block.text[block] ?? 0) ||
          isOn(store.block.nodes, block, named) ||
          anyIn(store.effects[block], says)
        );
      });
    const meant = nodes.length === 0 ? undefined : union(onNodes);
    const named = paths.length === 0 ? undefined : union(atPaths);
    const isMeant = (effect: number): boolean =>
      (named?.has(effect) ?? true) &&
      (meant === undefined || anyIn(store.changes[effect], (at) => isOn(store.change.nodes, at, meant))) &&
      saying.every(({ says }) => says(effect));
    const isOpen = [...nodes, ...paths, ...texts].length === 0;
    return {
      blocks: store.effects.map((_, block) => fits(block)),
      nodes: meant,
      isMeant: isOpen ? undefined : isMeant,
    };
  };
}

function effectsAt(store: Store, word: string): ReadonlySet<number> {
  return new Set(store.effect.path.flatMap((text, at) => (store.text(text).toLowerCase().includes(word) ? [at] : [])));
}

function effectsSaying({ effect: { path, words }, change: { old, now, body }, changes }: Store, has: RowTest): RowTest {
  const isIn = (column: readonly number[], row: number) => has(column[row] ?? 0);
  return (effect) =>
    isIn(path, effect) ||
    isIn(words, effect) ||
    anyIn(changes[effect], (at) => isIn(old, at) || isIn(now, at) || isIn(body, at));
}

/** Whether a text, by its index, has the word that is looked for. */
function textsWith(lowered: readonly string[], word: string): RowTest {
  const meant = lowered.map((text) => text.includes(word));
  return (text) => meant[text] === true;
}

function anyIn({ start, end }: RowRange = { start: 0, end: 0 }, test: RowTest): boolean {
  for (let at = start; at < end; at += 1) if (test(at)) return true;
  return false;
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** What a search asks for; all of it must be true of a block. */
interface PageQuery {
  /** In small letters. */
  readonly texts: readonly string[];
  readonly nodes: readonly string[];
  readonly paths: readonly string[];
  readonly classes: readonly string[];
  /** For each word: the bits of the kinds that begin with it. */
  readonly kinds: readonly number[];
}

const FIELDS = { node: "nodes", path: "paths", class: "classes" } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];

/** Words between spaces: free text, `node:`, `path:`, `class:` and `kind:`. A word without text asks for nothing. */
export function parsePageQuery(text: string): PageQuery {
  const query: Record<"texts" | Field, string[]> = { texts: [], nodes: [], paths: [], classes: [] };
  const kinds: number[] = [];
  for (const word of text.toLowerCase().split(/\s+/)) {
    const [, field = "", rest = ""] = /^(node|path|class|kind):(.*)$/.exec(word) ?? [];
    if (field === "") query.texts.push(...(word === "" ? [] : [word]));
    else if (rest === "") continue;
    else if (field === "kind") kinds.push(kindBits(rest));
    else if (field === "node" || field === "path" || field === "class") query[FIELDS[field]].push(rest);
  }
  return { ...query, kinds };
}

function kindBits(word: string): number {
  return KINDS.reduce((bits, kind, at) => (kind.startsWith(word) ? bits | (1 << at) : bits), 0);
}

/** Which names a word means: that name if there is one, else all that contain it. */
function namesMeant(names: readonly string[], word: string): ReadonlySet<number> {
  const exact = names.indexOf(word);
  if (exact !== -1) return new Set([exact]);
  return new Set(names.flatMap((name, at) => (name.includes(word) ? [at] : [])));
}
