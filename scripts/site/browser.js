// Runs in each page of the site, as a classic script: pages are opened from files, where modules are refused.
const root = document.documentElement;
const up = root.dataset.up ?? "";
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [dialog, input, answers] = [byId("search"), byId("words"), byId("answers")];

byId("theme").addEventListener("click", () => {
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {}
});

/** @type {{ search(words: string, options?: { combineWith: "OR" }): readonly { id: string, title: string, head: string }[] } | undefined} */
let index;
let chosen = 0;
/** @type {Promise<void> | undefined} */
let loading;

function load() {
  loading ??= ["minisearch.js", "search-index.js"].reduce(
    (before, name) => before.then(() => script(`${up}${name}`)),
    Promise.resolve(),
  );
  return loading.then(() => {
    const { MiniSearch, heirIndex, heirSearch } = /** @type {any} */ (window);
    index ??= MiniSearch.loadJS(heirIndex, heirSearch());
  });
}

function script(/** @type {string} */ src) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      Object.assign(element, { src, onload: () => resolve(), onerror: reject });
      document.head.append(element);
    })
  );
}

async function openSearch() {
  /** @type {HTMLDialogElement} */ (dialog).showModal();
  input.focus();
  await load();
  show();
}

function show() {
  const words = /** @type {HTMLInputElement} */ (input).value;
  const all = index?.search(words) ?? [];
  const found = all.length > 0 ? all : (index?.search(words, { combineWith: "OR" }) ?? []);
  chosen = 0;
  answers.replaceChildren(...found.slice(0, 8).map(answer));
  mark();
}

function answer(/** @type {{ id: string, title: string, head: string }} */ { id, title, head }) {
  const link = document.createElement("a");
  const below = document.createElement("span");
  link.href = `${up}${id}`;
  link.setAttribute("role", "option");
  link.textContent = title;
  below.textContent = head;
  link.append(below);
  return link;
}

function mark() {
  for (const [at, link] of [...answers.children].entries()) link.setAttribute("aria-selected", String(at === chosen));
}

byId("find").addEventListener("click", openSearch);
input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    chosen = Math.max(0, Math.min(answers.children.length - 1, chosen + step));
    mark();
  }
  if (event.key === "Enter") /** @type {HTMLElement | undefined} */ (answers.children[chosen])?.click();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void openSearch();
});
