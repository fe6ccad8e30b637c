import type { Attributes, Part } from "../data.ts";

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
export function someRows(
  list: HTMLElement,
  count: number,
  { step, row }: { readonly step: number; readonly row: (at: number) => Node },
): HTMLElement {
  let done = 0;
  const grow = (): void => {
    const end = Math.min(count, done + step);
    const rows = document.createDocumentFragment();
    for (; done < end; done += 1) rows.append(row(done));
    list.append(rows);
    if (done < count && list.lastElementChild !== null) ending.observe(list.lastElementChild);
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
