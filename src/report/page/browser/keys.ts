import type { Blocks } from "./blocks.ts";
import type { Tools } from "./tools.ts";

/** `/` leads to the search box, Escape empties it, `j` and `k` move between blocks; Enter opens the focused one by itself. */
export function listenToKeys(tools: Tools, blocks: Blocks, clear: () => void): void {
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
