import { grouped } from "../../../../base/text-order.ts";
import { type Attributes, linkTo, type PageLayerSide, type PageLayers, type Part } from "../data.ts";
import type { FoundBlocks, PlacePair, RowRange, Store } from "./store.ts";

const MOST_VALUES = 20;
const MORE_NODES = 20_000;
const MOST_EFFECTS = 50;
const MOST_PLACES = 10;
const MOST_COMMITS = 10;

/** What a block holds besides what is always shown: values with their layers, commits, and every node. */
export class OpenedBlock {
  private readonly store: Store;
  private readonly block: number;
  private readonly found: FoundBlocks;

  constructor(store: Store, block: number, found: FoundBlocks) {
    this.store = store;
    this.block = block;
    this.found = found;
  }

  /** The effects that the search names, and the others, folded; nothing where it names none or all of them. */
  named(): readonly HTMLElement[] {
    const { meant, others } = this.parts();
    if (meant.length === 0 || others.length === 0) return [];
    const folded = make("details", { class: "found" }, make("summary", {}, `${others.length} others`));
    const rows = make("div", { class: "rows effects" });
    folded.addEventListener("toggle", () => folded.append(this.rows(rows, others)), { once: true });
    return [this.rows(make("div", { class: "rows effects found" }), meant), folded];
  }

  private rows(list: HTMLElement, effects: readonly number[]): HTMLElement {
    return someRows(list, effects, { step: MOST_EFFECTS, row: (effect) => make("div", {}, ...this.head(effect)) });
  }

  private parts(): { readonly meant: readonly number[]; readonly others: readonly number[] } {
    const { isMeant = () => true } = this.found;
    const [meant, others]: [number[], number[]] = [[], []];
    for (const effect of indexes(this.store.effects[this.block])) (isMeant(effect) ? meant : others).push(effect);
    return { meant, others };
  }

  content(): DocumentFragment {
    const content = document.createDocumentFragment();
    const { meant, others } = this.parts();
    const asked = meant.length === 0 ? others : meant;
    if (asked.length > 0) {
      const list = make("div", { class: "values" });
      const row = (effect: number): Node => this.effect(effect);
      content.append(make("h3", {}, "Values"), someRows(list, asked, { step: MOST_EFFECTS, row }));
    }
    content.append(...this.edits(), ...this.nodes());
    return content;
  }

  private effect(effect: number): Node {
    const { store } = this;
    const all = indexes(store.changes[effect]);
    const asked = all.filter((change) => this.isAsked(change));
    const head = make("h4", {}, ...this.head(effect));
    const isOne = store.effect.values[effect] === 1;
    const groups = [...grouped(asked, (change) => store.change.layers[change] ?? 0)];
    const parts = groups.flatMap(([layers, changes]) => [...this.changes(changes, isOne), ...this.layers(layers)]);
    return make("div", { class: "value" }, head, ...parts, ...otherNodes(all.length - asked.length));
  }

  /** The path of an effect, and what happens there. */
  private head(effect: number): readonly (Node | string)[] {
    const { store } = this;
    const change = store.effect.values[effect] === 1 ? store.changes[effect]?.start : undefined;
    const path = make("code", { class: "path" }, store.text(store.effect.path[effect]));
    return [path, " ", this.words(effect, change)];
  }

  /** Whether the search names a node of the change, or none. */
  private isAsked(change: number): boolean {
    const { nodes } = this.found;
    return nodes === undefined || this.store.nodes(this.store.change.nodes, change).some((node) => nodes.has(node));
  }

  /** What happens at a path; of a single change with both sides, in their colours. */
  private words(effect: number, change: number | undefined): Node {
    const { store } = this;
    const text = store.text(store.effect.words[effect]);
    const [old, now] = [store.change.old, store.change.now].map((side) => store.text(side[change ?? -1]));
    const sides = `${old} -> ${now}`;
    if (change === undefined || !old || !now || !text.startsWith(sides)) return make("span", { class: "words" }, text);
    return make("span", { class: "words" }, ...this.sides(change), text.slice(sides.length));
  }

  /** Each value with its nodes; a single one is in the words already, and its places are those of its layers. */
  private changes(changes: readonly number[], isOne: boolean): readonly Node[] {
    const { store } = this;
    const [first] = changes;
    if (first === undefined) return [];
    if (isOne) {
      const hasLayers = (store.change.layers[first] ?? 0) > 0;
      const place = hasLayers ? [] : [this.placesOf(store.placeAt(store.change, first), "p")];
      return [...this.body(first), ...place];
    }
    const list = make("ul", { class: "changes" });
    return [someRows(list, changes, { step: MOST_VALUES, row: (change) => this.change(change) })];
  }

  private change(change: number): Node {
    const { store } = this;
    const nodes = store.nodes(store.change.nodes, change);
    const shown = nodes.slice(0, MOST_VALUES).map((node) => store.nodeText(node));
    const more = nodes.length > MOST_VALUES ? ` and ${nodes.length - MOST_VALUES} more` : "";
    const names = make("span", { class: "node" }, shown.join(", ") + more);
    const places = this.placesOf(store.placeAt(store.change, change), "span");
    return make("li", {}, make("code", {}, ...this.sides(change)), " ", names, " ", places, ...this.body(change));
  }

  private sides(change: number): readonly (Node | string)[] {
    const { store } = this;
    const [old, now] = [store.text(store.change.old[change]), store.text(store.change.now[change])];
    return [
      ...(old === "" ? [] : [make("span", { class: "removed" }, old)]),
      ...(old === "" || now === "" ? [] : [" -> "]),
      ...(now === "" ? [] : [make("span", { class: "added" }, now)]),
    ];
  }

  private body(change: number): readonly Node[] {
    const text = this.store.text(this.store.change.body[change]);
    if (text === "") return [];
    const lines = text.split("\n").map((line) => make("div", { class: lineClass(line) }, line));
    return [make("div", { class: "rows" }, ...lines)];
  }

  private layers(index: number): readonly Node[] {
    const data = this.store.data.layers[index - 1];
    return data === undefined || data.rows.length === 0 ? [] : [this.table(data)];
  }

  /** The layers of both sides, weakest first. */
  private table({ node, rows }: PageLayers): Node {
    const [before, after] = this.store.data.titles;
    const name = make("span", { class: "node" }, this.store.nodeText(node));
    const caption = make("caption", {}, "Layers on ", name, ", the strongest last");
    const head = ["layer", before, after].map((title) => make("th", { scope: "col" }, title));
    const body = rows.map(([layer, old, now]) => {
      const title = make("th", { scope: "row" }, layer);
      return make("tr", { "data-layer": layer }, title, this.side(old, before, 0), this.side(now, after, 1));
    });
    return make("table", {}, caption, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
  }

  private side(side: PageLayerSide | null, title: string, at: 0 | 1): Node {
    const [, contributions = []] = side ?? [];
    const lines = contributions.map(([text, mark, file, line]) => {
      const value = make("code", { class: mark === "" ? "muted" : "counts" }, text);
      const does = mark === "" ? [] : [" ", make("span", { class: "mark" }, mark)];
      const place = file === "" ? [] : [" ", this.place(file, line, at)];
      return make("div", {}, value, ...does, ...place);
    });
    return make("td", { "data-side": title }, ...lines);
  }

  private edits(): readonly Node[] {
    const { store, block } = this;
    const places = indexes(store.places[block]);
    const commits = store.commits(block);
    const open = store.data.blocks.uncommitted[block] ?? [];
    if (places.length + commits.length + open.length === 0) return [];
    const [placeList, commitList] = [make("ul", { class: "places" }), make("ul", { class: "commits" })];
    const placeRow = (place: number): Node => this.placesOf(store.placeAt(store.place, place), "li");
    const commitRow = (commit: number): Node => this.commit(commit);
    return [
      make("h3", {}, "Edit"),
      someRows(placeList, places, { step: MOST_PLACES, row: placeRow }),
      ...(commits.length === 0 ? [] : [someRows(commitList, commits, { step: MOST_COMMITS, row: commitRow })]),
      ...(open.length === 0 ? [] : [make("p", {}, `not committed: ${open.join(", ")}`)]),
    ];
  }

  private commit(index: number): Node {
    const [id = "", subject = "", author = "", date = "", undone = 0] = this.store.data.commits[index] ?? [];
    const day = make("time", { datetime: date }, date.slice(0, 10));
    const by = make("span", { class: "by" }, make("span", { class: "author" }, author), ", ", day);
    const words = ` ${subject}${undone === 1 ? " (undone)" : ""} `;
    return make("li", { "data-commit": id }, make("code", {}, id), words, by);
  }

  private nodes(): readonly Node[] {
    const nodes = this.store.nodes(this.store.block.nodes, this.block);
    const list = make("ul", { "data-nodes": String(nodes.length) });
    const row = (node: number): Node =>
      make("li", { "data-node": this.store.data.nodes[node] ?? "" }, this.store.nodeText(node));
    const title = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
    return [make("h3", {}, title), someRows(list, nodes, { step: MORE_NODES, row })];
  }

  /** Where the value is on each side; once, if that is the same. */
  private placesOf([old, now]: PlacePair, tag: string): Node {
    const isSame = old?.file === now?.file && old?.line === now?.line;
    const before = old === undefined || isSame ? [] : [this.place(old.file, old.line, 0)];
    const after = now === undefined ? [] : [this.place(now.file, now.line, 1)];
    const arrow = before.length > 0 && after.length > 0 ? [" → "] : [];
    return make(tag, { class: "where" }, ...before, ...arrow, ...after);
  }

  private place(file: string, line: number, side: 0 | 1): Node {
    const text = `${file}:${line}`;
    const link = this.store.data.links[side];
    if (link === "") return make("span", { class: "source" }, text);
    return make("a", { class: "source", href: linkTo(link, file, line), rel: "noreferrer" }, text);
  }
}

function indexes({ start, end }: RowRange = { start: 0, end: 0 }): readonly number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

function lineClass(line: string): string {
  const sign = line.trimStart().charAt(0);
  if (sign === "+") return "added";
  return sign === "-" ? "removed" : "";
}

function otherNodes(count: number): readonly Node[] {
  return count === 0 ? [] : [make("p", { class: "muted" }, `${count} more on nodes that the search does not name`)];
}

/** An element with attributes and content. Text is put in as text, never as markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag];
export function make(tag: string, attributes: Attributes, ...content: readonly (Node | string)[]): HTMLElement;
export function make(tag: string, attributes: Attributes, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

/** A piece of the page as the document has it. */
export function made(part: Part): Node | string {
  if (typeof part === "string") return part;
  const [tag, attributes, ...content] = part;
  return make(tag, attributes, ...content.map(made));
}

/** Rows that are made when they are needed: the first ones, and the next ones as their end comes near the screen. */
function someRows(
  list: HTMLElement,
  items: readonly number[],
  { step, row }: { readonly step: number; readonly row: (item: number) => Node },
): HTMLElement {
  let done = 0;
  const grow = (): void => {
    list.append(...items.slice(done, done + step).map(row));
    done += step;
    if (done < items.length && list.lastElementChild !== null) ending.observe(list.lastElementChild);
  };
  const ending = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      ending.disconnect();
      grow();
    },
    { rootMargin: "100% 0px" },
  );
  grow();
  return list;
}
