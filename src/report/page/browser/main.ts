import { Blocks } from "./blocks.ts";
import { PageFilter } from "./filter.ts";
import { listenToKeys } from "./keys.ts";
import { parsePageQuery } from "./query.ts";
import { readStore } from "./store.ts";
import { makeTools } from "./tools.ts";

const START = "#q=";

/** Unpacks the data and makes the page usable; `html[data-heir]` says when. */
async function start(): Promise<void> {
  const [data, root, head] = ["data", "blocks", "tools"].map((id) => document.getElementById(id));
  if (!data || !root || !head) return;
  const store = await readStore(data.textContent ?? "");
  const blocks = new Blocks(store, root);
  const filter = new PageFilter(store);
  const tools = makeTools(head);
  const search = (): void => {
    const text = tools.search.value;
    const shown = blocks.show(filter.find(parsePageQuery(text)));
    const all = blocks.count === 1 ? "1 block" : `${blocks.count} blocks`;
    tools.status.textContent = text.trim() === "" ? all : `${shown} of ${all}`;
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
