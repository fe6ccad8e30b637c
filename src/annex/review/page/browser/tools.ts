import { make } from "./opened.ts";

export interface Tools {
  readonly search: HTMLInputElement;
  readonly status: HTMLElement;
  /** Whether single keys are commands. */
  readonly keys: HTMLInputElement;
}

/** Puts the search box into the head of the page: without scripts it could do nothing. */
export function makeTools(root: HTMLElement): Tools {
  const search = make("input", {
    type: "search",
    id: "search",
    placeholder: "text node: path: class: kind:",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const status = make("p", { role: "status" });
  const keys = make("input", { type: "checkbox", id: "keys" });
  keys.checked = true;
  root.append(make("label", { for: "search" }, "Search"), search, status, help(keys));
  root.hidden = false;
  return { search, status, keys };
}

const WORDS = [
  ["text", "anywhere: edits, paths, values, nodes"],
  ["node:web01", "blocks of a node; inside, only its values"],
  ["path:ntp:server", "values at a path"],
  ["class:role.web", "edits in a class, and classes that nodes gain or lose"],
  ["kind:fails", "also added removed changed retyped reordered renamed"],
] as const;

const KEYS = [
  ["/", "search"],
  ["Escape", "all blocks again"],
  ["j k", "next and previous block"],
  ["Enter", "open or close it"],
] as const;

function help(keys: HTMLInputElement): HTMLElement {
  const row = (tag: string, [word, text]: readonly [string, string]): HTMLElement =>
    make("div", {}, make("dt", {}, make(tag, {}, word)), make("dd", {}, text));
  const rows = (all: readonly (readonly [string, string])[], tag: string): HTMLElement =>
    make("dl", {}, ...all.map((each) => row(tag, each)));
  const choice = make("label", { for: "keys" }, keys, " single keys are commands");
  const title = make("summary", {}, "Help");
  return make("details", { class: "help" }, title, rows(WORDS, "code"), rows(KEYS, "kbd"), choice);
}
