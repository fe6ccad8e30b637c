// `npm run docs:site`: docs/ and the pages of the project as a site that opens from files, in `site/`. Pages have the address
// of their Markdown; nothing is loaded from elsewhere, and scripts are classic, as browsers refuse modules from files.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";
import MiniSearch from "minisearch";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "site");
const assets = join(root, "scripts/site");

/** Pages that are not in docs/, with their addresses; the first one is for readers of the site. */
const MORE = new Map([
  ["scripts/site/home.md", "index.html"],
  ["README.md", "readme.html"],
  ["CONTRIBUTING.md", "contributing.html"],
  ["CHANGELOG.md", "changelog.html"],
]);
const MENU = [
  "start.md",
  "tutorials/first-hour.md",
  "concepts/groups.md",
  "reference/commands/README.md",
  "troubleshooting.md",
];

/**
 * @typedef {object} Page
 * @property {string} path    of the Markdown, from the top of the project
 * @property {string} address of the page, from the top of the site
 * @property {string} title
 * @property {string} text    Markdown
 */

/** @type {readonly Page[]} */
const pages = [...docs(), ...MORE.keys()].map((path) => {
  const text = readFileSync(join(root, path), "utf8");
  return { path, address: addressOf(path), title: plain(/^# (.*)$/m.exec(text)?.[1] ?? path), text };
});
const addresses = new Map(pages.map(({ path, address }) => [path, address]));
const menu = menuOf(pages);

// In each page: checkers of accessibility cannot read a style sheet that is another file.
const style = readFileSync(join(assets, "site.css"), "utf8").replaceAll("\n", "");

rmSync(out, { recursive: true, force: true });
for (const page of pages) writePage(page);
cpSync(join(root, "docs/images"), join(out, "images"), { recursive: true });
cpSync(join(assets, "browser.js"), join(out, "browser.js"));
writeSearch();

function docs() {
  const names = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort();
}

/** @param {string} path */
function addressOf(path) {
  if (path === "docs/README.md") return "documents.html";
  return (
    MORE.get(path) ??
    path
      .replace(/^docs\//, "")
      .replace(/README\.md$/, "index.md")
      .replace(/\.md$/, ".html")
  );
}

/** Text without the marks of Markdown. @param {string} text */
function plain(text) {
  return text
    .replace(/`([^`]*)`/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?/g, "");
}

/** @param {Page} page */
function writePage(page) {
  const file = join(out, page.address);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, framed(page, bodyOf(page)));
}

/** @param {Page} page */
function bodyOf(page) {
  const md = new MarkdownIt({ html: false, linkify: false, highlight });
  const text = page.text.replace(/^<!--.*?-->\n?/gms, "");
  const tokens = md.parse(text, {});
  const slugs = new Map();
  tokens.forEach((token, at) => {
    if (token.type === "heading_open") token.attrSet("id", slug(tokens[at + 1]?.content ?? "", slugs));
    if (token.type === "inline") for (const child of token.children ?? []) relink(child, page);
  });
  return md.renderer
    .render(tokens, md.options, {})
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replace(/<th[^>]*><\/th>/g, "<td></td>")
    .replace(/<a>(.*?)<\/a>/gs, "$1");
}

/** The anchor of a heading as GitHub makes it. @param {string} title @param {Map<string, number>} seen */
function slug(title, seen) {
  const base = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
  const count = seen.get(base) ?? 0;
  seen.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

/**
 * Lets a link to Markdown lead to its page, and takes away one to a file that is not in the site.
 *
 * @param {ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number]} token
 * @param {Page} page
 */
function relink(token, page) {
  const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : undefined;
  const target = String((name && token.attrGet(name)) ?? "");
  if (!name || !target || /^\w+:|^#/.test(target)) return;
  const [path = "", mark] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(page.path), path));
  const address = addresses.get(file) ?? (file.startsWith("docs/images/") ? file.slice("docs/".length) : undefined);
  if (address === undefined) token.attrs = null;
  else token.attrSet(name, between(page.address, address) + (mark === undefined ? "" : `#${mark}`));
}

/** @param {string} from @param {string} to */
function between(from, to) {
  return posix.relative(posix.dirname(from), to);
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Colours what is easy to see: what is typed, comments, keys and texts. @param {string} code @param {string} language */
function highlight(code, language) {
  const lines = escaped(code).split("\n");
  if (language === "console") {
    return lines
      .map((line) => line.replace(/^\$ (.*)$/, '<span class="prompt">$$</span> <span class="typed">$1</span>'))
      .join("\n");
  }
  if (!["yaml", "sh", "ini", "json", "toml"].includes(language)) return lines.join("\n");
  return lines.map(colouredLine).join("\n");
}

/** @param {string} line */
function colouredLine(line) {
  const [, code = line, comment = ""] = /^(.*?)((?:^|\s)#.*)?$/.exec(line) ?? [];
  const coloured = code
    .replace(/&quot;.*?&quot;/g, '<span class="string">$&</span>')
    .replace(/^(\s*(?:- )?)([\w.~=-]+)(?=:(?:\s|$))/, '$1<span class="key">$2</span>');
  return coloured + (comment && `<span class="comment">${comment}</span>`);
}

/** The lists of docs/README.md, section by section. @param {readonly Page[]} all */
function menuOf(all) {
  const list = all.find(({ path }) => path === "docs/README.md")?.text ?? "";
  return list
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const targets = [...section.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, target]) =>
        posix.normalize(`docs/${target}`),
      );
      return {
        title: plain(section.split("\n", 1)[0] ?? "").replace(/:.*/, ""),
        entries: all
          .filter(({ path }) => targets.includes(path))
          .sort((one, two) => targets.indexOf(one.path) - targets.indexOf(two.path)),
      };
    });
}

/** @param {Page} page */
function sidebar({ address }) {
  return menu
    .map(({ title, entries }) => {
      const items = entries.map((entry) => {
        const current = entry.address === address ? ' aria-current="page"' : "";
        return `<li><a href="${between(address, entry.address)}"${current}>${escaped(entry.title)}</a></li>`;
      });
      return `<p><strong>${escaped(title)}</strong></p><ul>${items.join("")}</ul>`;
    })
    .join("\n");
}

/** @param {Page} page @param {string} body */
function framed(page, body) {
  const { address, title } = page;
  const to = (/** @type {string} */ target) => between(address, target);
  const up = "../".repeat(address.split("/").length - 1);
  const top = MENU.map((name) => pages.find(({ path }) => path === `docs/${name}`)).filter(
    (each) => each !== undefined,
  );
  const links = top.map((each) => `<a href="${to(each.address)}">${escaped(each.title)}</a>`).join("\n");
  return `<!doctype html>
<html lang="en" data-up="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${address === "index.html" ? "" : " · heir"}</title>
<style>${style}</style>
<script>(() => { let theme; try { theme = localStorage.getItem("theme"); } catch {}
document.documentElement.dataset.theme = theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"); })();</script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="name" href="${to("index.html")}">heir</a>
<nav aria-label="First pages">
${links}
</nav>
<button type="button" id="find">Search /</button>
<button type="button" id="theme">Light or dark</button>
</header>
<div class="frame">
<nav class="pages" aria-label="All pages">
${sidebar(page)}
</nav>
<main id="content">
${body}</main>
</div>
<footer>heir, from ${escaped(page.path)}</footer>
<dialog id="search" aria-label="Search">
<input id="words" type="search" aria-label="Words to search for" autocomplete="off">
<div id="answers" role="listbox" aria-label="Pages"></div>
</dialog>
<script src="${to("browser.js")}"></script>
</body>
</html>
`;
}

function writeSearch() {
  const search = readFileSync(join(assets, "search.js"), "utf8");
  const options = new Function(`${search}; return heirSearch();`)();
  const index = new MiniSearch(options);
  index.addAll(pages.filter(({ path }) => path !== "CHANGELOG.md").map(searched));
  writeFileSync(
    join(out, "search-index.js"),
    `${search}window.heirSearch = heirSearch;\nwindow.heirIndex = ${JSON.stringify(index)};\n`,
  );
  const library = createRequire(import.meta.url)
    .resolve("minisearch")
    .replace(/dist.*/, "dist/umd/index.js");
  cpSync(library, join(out, "minisearch.js"));
}

/** @param {Page} page */
function searched({ address, title, text }) {
  const prose = text.replace(/^```.*?^```$/gms, "");
  const heads = [...prose.matchAll(/^##+ (.*)$/gm)].map(([, head]) => plain(head ?? ""));
  const defines = [...prose.matchAll(/^(?:\| |#+ )`([^`]+)`/gm)].map(([, code]) => code ?? "");
  const first = prose.split("\n\n").find((part) => !/^(?:#|\s*$|<!--)/.test(part)) ?? "";
  const head = plain(first.replaceAll("\n", " ")).slice(0, 120);
  return { id: address, title, head, heads: heads.join("\n"), defines: defines.join("\n"), text: plain(prose) };
}
