import { keptAt } from "../../../base/made-once.ts";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import type { CauseEdit, EditPlaces, FoldedChange } from "../../../model/results/change.ts";
import type { Block, Effect, ReviewedComparison } from "../../../model/results/comparison.ts";
import type { ChangeLayers, Evidence, EvidenceSide } from "../../../model/results/evidence.ts";
import type { FileCommit } from "../../../model/results/why.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { isMarker } from "../../../model/secrets/secrets.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { placeOf, type Span } from "../../../model/values/value.ts";
import { blockSign, editText } from "../../../report/blocks/block-rows.ts";
import { changeLines, effectWords, showsAll, sideTexts } from "../../../report/blocks/effect-rows.ts";
import { sideRows } from "../../../report/history/why.ts";
import { layerName } from "../../../report/text/origin.ts";
import { rowText } from "../../../report/text/row.ts";
import type { Column, CommitData, PageData, PageLayerSide, PageLayers, Pair, Part, PlaceColumns } from "./data.ts";
import { KINDS, linkTo } from "./data.ts";

interface DataOptions {
  readonly evidence: Masked<Evidence>;
  readonly links: Pair<string>;
  /** The blocks that are not part of the document. */
  readonly rest: readonly Part[];
}

/** The data of a page: what is shown of a block when it is opened, and what the search looks at. */
export function pageData(comparison: Masked<ReviewedComparison>, options: DataOptions): PageData {
  return new Columns(comparison, options.evidence).data(options);
}

const MOST_WORDS = 400;

class Columns {
  private readonly comparison: Masked<ReviewedComparison>;
  private readonly evidence: Masked<Evidence>;
  /** The first is empty. */
  private readonly texts = new Numbered<string>();
  private readonly nodes: NodeTable;
  private readonly names: readonly string[];
  private readonly commits = new Numbered<FileCommit>();
  private readonly blocks = numbers("text", "classes", "kinds", "nodes", "effects", "places");
  private readonly effects = numbers("path", "words", "changes", "values");
  private readonly changes = { ...placeNumbers(), ...numbers("nodes", "old", "now", "body", "layers") };
  private readonly places = placeNumbers();
  private readonly layersOf = new Map<number, number>();

  constructor(comparison: Masked<ReviewedComparison>, evidence: Masked<Evidence>) {
    this.comparison = comparison;
    this.evidence = evidence;
    this.text("");
    const names = new Set(comparison.blocks.flatMap((block) => block.nodes));
    for (const { node } of evidence.layers) names.add(node);
    this.names = [...names].sort(compareText);
    this.nodes = new NodeTable(this.names);
    for (const [at, { changes }] of evidence.layers.entries())
      for (const index of changes) this.layersOf.set(index, at + 1);
  }

  data({ links, rest }: DataOptions): PageData {
    const { from, to, blocks } = this.comparison;
    const edits = blocks.map((block) => this.block(block));
    const { texts, names, nodes } = this;
    return {
      texts: texts.items,
      nodes: names,
      shown: names.flatMap((name, at) => (terminalSafe(name) === name ? [] : [[at, terminalSafe(name)] as const])),
      lists: nodes.lists.items,
      blocks: {
        ...columnsOf(this.blocks),
        commits: edits.map(({ commits }) => column(commits)),
        uncommitted: edits.map(({ files }) => files),
      },
      effects: columnsOf(this.effects),
      changes: columnsOf(this.changes),
      places: columnsOf(this.places),
      layers: this.evidence.layers.map((each) => this.layers(each)),
      commits: this.commits.items.map(commitData),
      titles: [terminalSafe(from.title), terminalSafe(to.title)],
      links,
      rest,
    };
  }

  private block(block: Block): { readonly commits: readonly number[]; readonly files: readonly string[] } {
    const { changes } = this.comparison;
    const { places } = block.edit;
    this.blocks.text.push(this.text(blockText(block)));
    this.blocks.classes.push(this.text(blockClasses(block, changes).join("\n")));
    this.blocks.kinds.push(blockKinds(block));
    this.blocks.nodes.push(this.nodes.of(block.nodes));
    this.blocks.effects.push(block.effects.length);
    this.blocks.places.push(places.length);
    for (const place of places) this.place(this.places, place);
    for (const effect of block.effects) this.effect(effect);
    return this.edits(block);
  }

  private effect(effect: Effect): void {
    const { changes } = this.comparison;
    const { path, toPath, derivedFrom } = effect;
    const paths = [path, ...(toPath === undefined ? [] : [toPath])].map(printPath);
    const by = derivedFrom === undefined ? "" : `  by ${derivedFrom.reference}`;
    this.effects.path.push(this.text(terminalSafe(paths.join(" -> "))));
    this.effects.words.push(this.text(terminalSafe(effectWords(effect, changes).slice(0, MOST_WORDS) + by)));
    this.effects.changes.push(effect.changes.length);
    this.effects.values.push(effect.values);
    for (const index of effect.changes) {
      const folded = changes[index];
      if (folded !== undefined) this.change(folded, effect, index);
    }
  }

  private change({ change, nodes }: FoldedChange, effect: Effect, index: number): void {
    const { changes } = this;
    const [old, now] = sideTexts(change);
    const [before, after] = [
      change.kind === "added" ? undefined : change.before,
      change.kind === "removed" ? undefined : change.after,
    ];
    const isSecret = [before, after].every((value) => value !== undefined && isMarker(value));
    const note = isSecret ? ", changed" : "";
    const lines = showsAll(effect) ? [] : changeLines(effect, change);
    changes.nodes.push(this.nodes.of(nodes));
    changes.old.push(this.text(terminalSafe(old)));
    changes.now.push(this.text(terminalSafe(now + note)));
    changes.body.push(lines.length === 0 ? 0 : this.text(lines.map(rowText).join("\n")));
    changes.layers.push(this.layersOf.get(index) ?? 0);
    this.place(changes, { old: before?.origin, new: after?.origin });
  }

  private place(into: PlaceNumbers, { old, new: now }: EditPlaces): void {
    const [before, after] = [old && placeOf(old), now && placeOf(now)];
    into.oldFile.push(this.text(before?.file ?? ""));
    into.oldLine.push(before?.line ?? 0);
    into.newFile.push(this.text(after?.file ?? ""));
    into.newLine.push(after?.line ?? 0);
  }

  /** The commits of an edit, newest first, and its files that are not committed. */
  private edits({ edit }: Block): { readonly commits: readonly number[]; readonly files: readonly string[] } {
    const spans: readonly (Span | undefined)[] = edit.places.flatMap(({ old, new: now }) => [old, now]);
    const settings = edit.cause?.kind === "settings-changed" ? edit.cause.files : [];
    const files = new Set([...spans.flatMap((span) => span?.file.path ?? []), ...settings]);
    const commits = new Set<number>();
    for (const file of files)
      for (const commit of this.evidence.commits.get(file) ?? []) commits.add(this.commits.of(commit.id, commit));
    const open = [...files].filter((file) => this.evidence.uncommitted.has(file)).map(terminalSafe);
    return { commits: [...commits].sort((left, right) => left - right), files: open };
  }

  private text(text: string): number {
    return this.texts.of(text, text);
  }

  private layers({ node, layers }: ChangeLayers): PageLayers {
    const [old, now] = [sideRows(layers, "old"), sideRows(layers, "new")];
    const side = (rows: typeof old, at: number): PageLayerSide | null => {
      const [first, ...more] = rows[at] ?? [];
      if (first === undefined) return null;
      return [
        first.position,
        [first, ...more].map(({ text, mark, origin }) => {
          const place = origin && placeOf(origin);
          return [terminalSafe(text), mark, terminalSafe(place?.file ?? ""), place?.line ?? 0];
        }),
      ];
    };
    const rows = layers.map((row, at) => [terminalSafe(layerName(row)), side(old, at), side(now, at)] as const);
    return { node: this.nodes.index(node), rows };
  }
}

type Numbers<Name extends string> = Record<Name, number[]>;
type PlaceNumbers = Numbers<keyof PlaceColumns>;

function placeNumbers(): PlaceNumbers {
  return numbers("oldFile", "oldLine", "newFile", "newLine");
}

function numbers<Name extends string>(...names: readonly Name[]): Numbers<Name> {
  return Object.fromEntries(names.map((name): [string, number[]] => [name, []])) as Numbers<Name>;
}

function columnsOf<Name extends string>(numbers: Numbers<Name>): Readonly<Record<Name, readonly number[]>> {
  const columns = { ...numbers };
  for (const name in numbers) columns[name] = [...column(numbers[name])];
  return columns;
}

function commitData({ shortId, subject, author, date, undone }: FileCommit): CommitData {
  return [shortId, terminalSafe(subject), terminalSafe(author), date, undone ? 1 : 0];
}

/** Differences of each number to the one before it: equal steps compress to nearly nothing. */
function column(numbers: readonly number[]): Column {
  let last = 0;
  return numbers.map((number) => {
    const step = number - last;
    last = number;
    return step;
  });
}

/** Different items in the order in which they are met, each by its index. */
class Numbered<Item> {
  readonly items: Item[] = [];
  private readonly known = new Map<string, number>();

  of(key: string, item: Item): number {
    return keptAt(this.known, key, () => this.items.push(item) - 1);
  }
}

/** Lists of nodes, equal ones once. */
class NodeTable {
  readonly lists = new Numbered<Column>();
  private readonly indexes: ReadonlyMap<string, number>;

  /** The names, sorted. */
  constructor(names: readonly string[]) {
    this.indexes = new Map(names.map((name, index) => [name, index]));
  }

  index(name: string): number {
    return this.indexes.get(name) ?? 0;
  }

  /** A node as its index; several as a negative number, that of their list. */
  of(names: readonly string[]): number {
    const [only] = names;
    if (names.length === 1 && only !== undefined) return this.index(only);
    const list = column(names.map((name) => this.index(name)));
    return -1 - this.lists.of(list.join(" "), list);
  }
}

/** The classes that an edit is about: those it adds, removes, renames or is written in, and those that nodes gain or lose. */
function blockClasses({ edit, effects }: Block, changes: readonly FoldedChange[]): readonly string[] {
  const renamed = edit.kind === "class-renamed" && edit.renamed ? [edit.renamed.from, edit.renamed.to] : [];
  const causes = [...(edit.cause === undefined ? [] : [edit.cause]), ...edit.also];
  const lists = effects.filter(({ path }) => path[0] === "classes").flatMap((effect) => effect.changes);
  const moved = lists.flatMap((index) => {
    const change = changes[index]?.change;
    if (change?.kind !== "changed") return [];
    return change.items.map((item) => (item.kind === "removed" ? item.before : item.after));
  });
  const names = moved.flatMap((value) => (value.kind === "scalar" ? [String(value.data)] : []));
  return [...new Set([...renamed, ...causes.flatMap(causeClasses), ...names])].map(terminalSafe);
}

function causeClasses(cause: CauseEdit): readonly string[] {
  const own = "class" in cause ? [cause.class] : [];
  const owner = "in" in cause && cause.in.layer === "class" ? [cause.in.name] : [];
  return [...own, ...owner];
}

/** What a block does, as bits of {@link KINDS}. */
function blockKinds(block: Block): number {
  const { edit, failing, effects } = block;
  const kinds = new Set<string>(effects.map(({ kind }) => (kind === "conflict" ? "fails" : kind)));
  if (failing.length > 0) kinds.add("fails");
  if (edit.kind === "node-added") kinds.add("added");
  if (edit.kind === "node-removed") kinds.add("removed");
  if (edit.kind.endsWith("-renamed")) kinds.add("renamed");
  return KINDS.reduce((bits, kind, at) => (kinds.has(kind) ? bits | (1 << at) : bits), 0);
}

/** What free text finds besides paths, values and nodes. */
function blockText(block: Block): string {
  const messages = block.failing.map(({ diagnostic }) => `${diagnostic.code} ${diagnostic.message}`);
  const files = block.edit.places.flatMap(({ old, new: now }) => (now ?? old)?.file.path ?? []);
  const parts = [blockSign(block), editText(block), block.selector ?? "", ...new Set(files), ...messages];
  const said = parts.filter((part) => part !== "").join(" ");
  return terminalSafe(said.replaceAll("\n", " "));
}

/** Addresses on both sides, `{file}` and `{line}` left in, `{rev}` filled in, the folder added; empty for no commit. */
export function sideLinks(link: string | undefined, sides: Evidence["sides"]): Pair<string> {
  return [sideLink(link, sides.old), sideLink(link, sides.new)];
}

function sideLink(link: string | undefined, { commit, folder }: EvidenceSide): string {
  if (link === undefined || (commit === undefined && link.includes("{rev}"))) return "";
  const above = folder === "" ? "" : `${folder.split("/").map(encodeURIComponent).join("/")}/`;
  return link.replaceAll("{rev}", commit ?? "").replaceAll("{file}", `${above}{file}`);
}

/** The address of the later side of a place, else of the earlier one; undefined without links. */
export function placeLink({ old, new: now }: EditPlaces, [before, after]: Pair<string>): string | undefined {
  const [span, link] = now === undefined ? [old, before] : [now, after];
  if (span === undefined || link === "") return undefined;
  const { file, line } = placeOf(span);
  return linkTo(link, file, line);
}
