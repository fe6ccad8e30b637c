import { WRITTEN_BLOCKS } from "../data.ts";
import { made, OpenedBlock } from "./opened.ts";
import type { FoundBlocks, Store } from "./store.ts";

/** How many blocks that are not in the document are made at once. */
const AT_ONCE = 1000;

/** The blocks of the page: those of the document, and the others, made when they are needed. */
export class Blocks {
  private readonly store: Store;
  private readonly root: HTMLElement;
  private readonly sections: HTMLElement[];
  private found: FoundBlocks;

  constructor(store: Store, root: HTMLElement) {
    this.store = store;
    this.root = root;
    this.sections = [...root.querySelectorAll<HTMLElement>("section[data-block]")];
    this.found = { blocks: [], nodes: undefined, isMeant: undefined };
    for (const section of this.sections) this.prepare(section);
    this.makeUntil(WRITTEN_BLOCKS + AT_ONCE);
    this.makeRest();
  }

  get count(): number {
    return this.store.effects.length;
  }

  /** Shows the blocks that a search found; an open block shows what the search names. */
  show(found: FoundBlocks): number {
    this.found = found;
    this.makeUntil(found.blocks.lastIndexOf(true) + 1);
    let shown = 0;
    for (const [at, section] of this.sections.entries()) {
      section.hidden = found.blocks[at] === false;
      if (section.hidden) continue;
      shown += 1;
      this.narrow(section, at);
      const details = section.querySelector("details");
      if (details?.open) this.fill(details, at);
    }
    return shown;
  }

  get visible(): readonly HTMLElement[] {
    return this.sections.filter((section) => !section.hidden);
  }

  makeAll(): void {
    this.makeUntil(this.count);
  }

  private makeUntil(end: number): void {
    const { rest } = this.store.data;
    const last = this.sections.at(-1);
    const fresh: HTMLElement[] = [];
    while (this.sections.length < Math.min(end, this.count)) {
      const part = rest[this.sections.length - WRITTEN_BLOCKS];
      const section = part === undefined ? undefined : made(part);
      if (!(section instanceof HTMLElement)) return;
      section.hidden = this.found.blocks[this.sections.length] === false;
      this.prepare(section);
      this.narrow(section, this.sections.length);
      this.sections.push(section);
      fresh.push(section);
    }
    if (last === undefined) this.root.append(...fresh);
    else last.after(...fresh);
  }

  /** Makes the other blocks little by little, so that the page can be used meanwhile. */
  private makeRest(): void {
    if (this.sections.length === this.count) return;
    requestAnimationFrame(() => {
      this.makeUntil(this.sections.length + AT_ONCE);
      this.makeRest();
    });
  }

  private prepare(section: HTMLElement): void {
    const details = section.querySelector("details");
    if (details === null) return;
    const at = Number(section.dataset["block"]) - 1;
    details.hidden = false;
    details.addEventListener("toggle", () => {
      if (details.open) this.fill(details, at);
      else emptied(details);
    });
  }

  /** Where a search names some of the effects of a block, these in their place, and the others folded. */
  private narrow(section: HTMLElement, at: number): void {
    for (const old of section.querySelectorAll(":scope > .found")) old.remove();
    const written = section.querySelector<HTMLElement>(":scope > .effects");
    if (written === null) return;
    const rows = new OpenedBlock(this.store, at, this.found).named();
    written.hidden = rows.length > 0;
    written.after(...rows);
  }

  private fill(details: HTMLDetailsElement, at: number): void {
    emptied(details);
    details.append(new OpenedBlock(this.store, at, this.found).content());
  }
}

function emptied(details: HTMLDetailsElement): void {
  while (details.lastChild !== null && details.lastChild.nodeName !== "SUMMARY") details.lastChild.remove();
}
