import { Blocks } from "./blocks.ts";
import { pageFilter, parsePageQuery, readStore } from "./store.ts";
import { makeTools, type Tools } from "./tools.ts";

const START = "#q=";

/** Unpacks the data and makes the page usable; `html[data-heir]` says when. */
async function start(): Promise<void> {
  const [data, root, head] = ["data", "blocks", "tools"].map((id) => document.getElementById(id));
  if (!data || !root || !head) return;
  const store = await readStore(data.textContent ?? "");
  const blocks = new Blocks(store, root);
  const filter = pageFilter(store);
  const tools = makeTools(head);
  const search = (): void => {
    const text = tools.search.value;
    const shown = blocks.show(filter(parsePageQuery(text)));
    const all = blocks.count === 1 ? "1 block" : `${blocks.count} blocks`;
    const isAsked = text.trim() !== "";
    tools.status.textContent = isAsked ? `${shown} of ${all}` : all;
    placeStates(head, isAsked);
  };
  const take = (text: string): void => {
    tools.search.value = text;
    search();
  };
  tools.search.addEventListener("input", () => {
    search();
    remember(tools.search.value);
  });
  listenToKeys(tools, blocks, () => {
    take("");
    remember("");
  });
  addEventListener("hashchange", () => take(asked()));
  addEventListener("beforeprint", () => blocks.makeAll());
  take(asked());
  document.documentElement.dataset["heir"] = "ready";
}

/** What was found comes first: the states, with the subject of a commit, are above it only while nothing is searched for. */
function placeStates(head: HTMLElement, isAsked: boolean): void {
  const [states, foot] = [".states", "footer"].map((selector) => document.querySelector(selector));
  if (!states || !foot) return;
  if (isAsked) foot.prepend(states);
  else head.before(states);
}

/** The search in the address of the page. */
function asked(): string {
  if (!location.hash.startsWith(START)) return "";
  try {
    return decodeURIComponent(location.hash.slice(START.length));
  } catch {
    return "";
  }
}

/** Keeps the search in the address, so that it can be sent to others. */
function remember(text: string): void {
  const address = text.trim() === "" ? location.pathname + location.search : START + encodeURIComponent(text);
  history.replaceState(null, "", address);
}

void start();

/** `/` leads to the search box, Escape empties it, `j` and `k` move between blocks; Enter opens the focused one by itself. */
function listenToKeys(tools: Tools, blocks: Blocks, clear: () => void): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      clear();
      return;
    }
    if (!tools.keys.checked || isTyping(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      tools.search.focus();
      tools.search.select();
    } else if (event.key === "j") move(blocks, 1);
    else if (event.key === "k") move(blocks, -1);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}

function move(blocks: Blocks, step: 1 | -1): void {
  const { visible } = blocks;
  const at = visible.findIndex((section) => section.contains(document.activeElement));
  const next = visible[at === -1 ? 0 : Math.min(visible.length - 1, Math.max(0, at + step))];
  next?.querySelector("summary")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
