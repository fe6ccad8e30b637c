import type { Attributes, Part } from "../data.ts";

/** An element with attributes and content. Text is put in as text, never as markup. */
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

/**
 * Rows that are made on demand: the first ones, then a button for the next. The list grows with each press, and the button
 * goes when all are there.
 */
export function someRows(list: HTMLElement, count: number, { step, row, word }: Rows): Node {
  let done = 0;
  const button = make("button", { type: "button", class: "more" }) as HTMLButtonElement;
  const grow = (): void => {
    const end = Math.min(count, done + step);
    const rows = document.createDocumentFragment();
    for (; done < end; done += 1) rows.append(row(done));
    list.append(rows);
    button.textContent = `${Math.min(step, count - done)} more of ${count} ${word}`;
    button.hidden = done === count;
  };
  button.addEventListener("click", () => {
    grow();
    // A button that goes would take the focus with it.
    if (button.hidden) list.focus();
  });
  list.tabIndex = -1;
  grow();
  return done === count ? list : make("div", {}, list, button);
}

interface Rows {
  readonly step: number;
  readonly row: (at: number) => Node;
  readonly word: string;
}
