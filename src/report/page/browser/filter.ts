import { namesMeant, type PageQuery } from "./query.ts";
import type { Store } from "./store.ts";

/** What a search found. */
export interface FoundBlocks {
  /** By block. */
  readonly blocks: readonly boolean[];
  /** The nodes that the search names; undefined if it names none. */
  readonly nodes: ReadonlySet<number> | undefined;
  /** Whether an effect is what is looked for: at the paths, on the nodes and with the texts of the search; undefined without any. */
  readonly isMeant: ((effect: number) => boolean) | undefined;
}

/** Whether a text, by its index, has the word that is looked for. */
type HasText = (text: number | undefined) => boolean;

/** Finds the blocks that fit all parts of a query. */
export class PageFilter {
  private readonly store: Store;
  private small: readonly string[] | undefined;
  private names: readonly string[] | undefined;

  constructor(store: Store) {
    this.store = store;
  }

  find({ texts, nodes, paths, classes, kinds }: PageQuery): FoundBlocks {
    const [onNodes, atPaths] = [nodes.map((word) => this.nodesMeant(word)), paths.map((word) => this.effectsAt(word))];
    const saying = texts.map((word) => ({ word, has: this.textsWith(word) }));
    const tests = [
      ...onNodes.map((meant) => this.ofNodes(meant)),
      ...atPaths.map((meant) => this.ofEffects(meant)),
      ...classes.map((word) => this.ofClass(word)),
      ...kinds.map((bits) => (block: number) => ((this.store.block.kinds[block] ?? 0) & bits) !== 0),
      ...saying.map((text) => this.ofText(text)),
    ];
    const blocks = this.store.effects.map((_, block) => tests.every((test) => test(block)));
    const meant = nodes.length === 0 ? undefined : union(onNodes);
    const named = paths.length === 0 ? undefined : union(atPaths);
    const said = saying.map(({ has }) => this.effectsSaying(has));
    const isMeant = (effect: number): boolean =>
      (named?.has(effect) ?? true) &&
      (meant === undefined || this.isOn(effect, meant)) &&
      said.every((is) => is(effect));
    return { blocks, nodes: meant, isMeant: [...nodes, ...paths, ...texts].length === 0 ? undefined : isMeant };
  }

  /** All texts in small letters, made when free text is searched first: as one text, which takes the least time. */
  private get lowered(): readonly string[] {
    this.small ??= this.store.data.texts.join("\0").toLowerCase().split("\0");
    return this.small;
  }

  private nodesMeant(word: string): ReadonlySet<number> {
    this.names ??= this.store.data.nodes.map((name) => name.toLowerCase());
    return namesMeant(this.names, word);
  }

  private ofNodes(meant: ReadonlySet<number>): (block: number) => boolean {
    if (meant.size === 0) return () => false;
    const { store } = this;
    return (block) => store.nodes(store.block.nodes, block).some((node) => meant.has(node));
  }

  private effectsAt(word: string): ReadonlySet<number> {
    const { store } = this;
    return new Set(
      store.effect.path.flatMap((text, at) => (store.text(text).toLowerCase().includes(word) ? [at] : [])),
    );
  }

  private ofEffects(meant: ReadonlySet<number>): (block: number) => boolean {
    return (block) => this.anyEffect(block, (effect) => meant.has(effect));
  }

  private ofClass(word: string): (block: number) => boolean {
    const { store } = this;
    return (block) => store.text(store.block.classes[block]).toLowerCase().includes(word);
  }

  private ofText({ word, has }: { readonly word: string; readonly has: HasText }): (block: number) => boolean {
    const { store } = this;
    const nodes = this.ofNodes(this.nodesMeant(word));
    const says = this.effectsSaying(has);
    return (block) => has(store.block.text[block]) || nodes(block) || this.anyEffect(block, says);
  }

  private effectsSaying(has: HasText): (effect: number) => boolean {
    const { store } = this;
    const { old, now, body } = store.change;
    return (effect) =>
      has(store.effect.path[effect]) ||
      has(store.effect.words[effect]) ||
      this.anyChange(effect, (at) => has(old[at]) || has(now[at]) || has(body[at]));
  }

  private textsWith(word: string): HasText {
    const meant = this.lowered.map((text) => text.includes(word));
    return (text) => meant[text ?? 0] === true;
  }

  private isOn(effect: number, nodes: ReadonlySet<number>): boolean {
    const { store } = this;
    return this.anyChange(effect, (at) => store.nodes(store.change.nodes, at).some((node) => nodes.has(node)));
  }

  private anyChange(effect: number, test: (change: number) => boolean): boolean {
    const { start = 0, end = 0 } = this.store.changes[effect] ?? {};
    for (let at = start; at < end; at += 1) if (test(at)) return true;
    return false;
  }

  private anyEffect(block: number, test: (effect: number) => boolean): boolean {
    const { start = 0, end = 0 } = this.store.effects[block] ?? {};
    for (let effect = start; effect < end; effect += 1) if (test(effect)) return true;
    return false;
  }
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...set]));
}
